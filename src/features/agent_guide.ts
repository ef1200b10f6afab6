/** What agents are told of this platform: instructions, what to read, and what to begin with. */
import type { AgentGuide, GuidePrompt } from "../contract/declare/agent_guide.ts";
import { NEXT_STEPS } from "./agent_next_steps.ts";

const INSTRUCTIONS = [
  "This server moves money for Products: accounts, transfers, holds, customers, objects of programs, books.",
  "`agent_member_current` says who you are, and which Products you may use; name one of them by `productId`.",
  "With a Product key in the place of a person, `api_key_current_retrieve` says which Product and operations you have, in the sandbox alone.",
  "Where you see `operation_search` you see few tools, and can call all that your grant allows: `operation_search` finds what you need by plain words, `operation_describe` says what it takes, `operation_call` calls it.",
  "A tool that your grant does not allow can be called too, by its name or by `operation_call`: your host then asks its person to allow it.",
  "Everything acts in `sandbox` unless `environment` is `live`. What acts in live waits for a person: the call is refused with `agent_approval_required` and a link; show the link, and send the same call with the same `idempotencyKey` again once it is approved.",
  "Each call that changes something takes an `idempotencyKey`: a new UUID for each intended change, the same one for each attempt at it.",
  "Amounts are texts of minor units: `100` of EUR is one euro.",
  "A refusal has `error.code`, `error.message` and `error.details`; `details.nextStep` says what to do now, `details.docUrl` explains the code.",
].join("\n");

const writeProgram: GuidePrompt = {
  name: "write_program",
  title: "Write a program from a description",
  description: "Writes the program of a Product, and repairs it until its plan has no error.",
  arguments: [
    { name: "description", description: "What the Product does, in your words.", required: true },
    { name: "template", description: "Id of the template to begin with.", required: false },
  ],
  reads: [
    { operation: "composer.schema.retrieve", input: {} },
    { operation: "composer.template.list", input: {} },
  ],
  text: ({ description = "", template }) =>
    [
      "Write a program in the language `blueprint/1` for this Product:",
      "",
      quoted(description),
      "",
      "1. Read the schema of programs and the list of templates.",
      template === undefined
        ? "2. Begin with the template that is nearest, by `composer_template_retrieve`; say which one and why."
        : `2. Begin with the template \`${oneLine(template)}\`, by \`composer_template_retrieve\`.`,
      "3. Plan the program with `composer_plan`. Repair every error that it finds, and plan again, until there is none; then look at the warnings.",
      "4. Write a scenario of the most important path, and run it with `composer_simulate`.",
      "5. Show the program, what its plan infers (capabilities, limits), and what you had to decide. Make a blueprint and a Build only when you are asked to.",
    ].join("\n"),
};

const explainRefusal: GuidePrompt = {
  name: "explain_refusal",
  title: "Explain a refusal",
  description: "Says why a call was refused, and what would make it succeed.",
  arguments: [
    { name: "code", description: "The code, `insufficient_balance`.", required: true },
    { name: "details", description: "The whole error, as it was answered.", required: false },
  ],
  reads: [{ operation: "catalog.error.retrieve", input: { code: { argument: "code" } } }],
  text: ({ code = "", details }) =>
    [
      `A call was refused with \`${oneLine(code)}\`. Explain it to the person who asked, in plain words.`,
      ...(details === undefined ? [] : ["", "The error as it was answered:", "", quoted(details)]),
      "",
      "1. Read what the catalog says of the code: its cause, its remediation, whether it can be tried again.",
      "2. Read the resources that the details name, where you may, and say what stands in the way.",
      "3. Say what to do next, and who can do it. Do not change anything.",
    ].join("\n"),
};

const reconcileMonth: GuidePrompt = {
  name: "reconcile_month",
  title: "Reconcile a month",
  description: "Compares the books of a Product with its balances and transfers of a month.",
  arguments: [
    { name: "productId", description: "The Product.", required: true },
    { name: "month", description: "The month in UTC, `YYYY-MM`.", required: true },
    { name: "currency", description: "The currency, `EUR`.", required: true },
  ],
  reads: [
    {
      operation: "product.books.month.retrieve",
      input: {
        productId: { argument: "productId" },
        month: { argument: "month" },
        currency: { argument: "currency" },
      },
    },
  ],
  text: ({ productId = "", month = "", currency = "" }) =>
    [
      `Reconcile ${oneLine(month)} of the Product \`${oneLine(productId)}\` in ${oneLine(currency)}.`,
      "",
      "1. Read the month of the books (`product_books_month_retrieve`), and that of the month before.",
      "2. Check that each opening balance is the closing balance before, and that debits and credits agree.",
      "3. Compare the closing balances with `account_balance_history_list` of the accounts that hold the money.",
      "4. Look for transfers that failed, were reversed or are held over the end of the month (`transfer_list`, `transfer_hold_list`), and for collections without an outcome.",
      "5. Report what agrees, what does not, by how much, and the ids that explain it. Do not change anything.",
    ].join("\n"),
};

/** As many rows as a page of a list has at most. */
const PAGE = { limit: { value: "100" } } as const;

export const AGENT_GUIDE: Omit<AgentGuide, "synonyms"> = {
  instructions: INSTRUCTIONS,
  resources: [
    {
      name: "program_language",
      title: "The language of programs",
      description: "The JSON Schema of `blueprint/1`, in which Products are written.",
      operation: "composer.schema.retrieve",
      input: {},
    },
    {
      name: "scenario_language",
      title: "The language of scenarios",
      description: "The JSON Schema of what `composer_simulate` runs.",
      operation: "composer.schema.retrieve",
      input: { of: "scenario" },
    },
    {
      name: "templates",
      title: "Templates",
      description: "Programs to begin with.",
      operation: "composer.template.list",
      input: {},
    },
    {
      name: "error_codes",
      title: "Error codes",
      description: "Every code that a call can be refused with: cause, action, whether to retry.",
      operation: "catalog.error.list",
      input: {},
    },
  ],
  templates: [
    {
      name: "template",
      title: "A template",
      description: "A program to begin with, whole.",
      operation: "composer.template.retrieve",
    },
    {
      name: "error_code",
      title: "An error code",
      description: "What a refusal with this code means, and what to do.",
      operation: "catalog.error.retrieve",
    },
    {
      name: "books",
      title: "The books of a Product",
      description: "Its balances by role, in one currency.",
      operation: "product.books.retrieve",
      query: ["currency"],
    },
    {
      name: "state_graph",
      title: "The states of a kind of objects",
      description: "States, actions and schemas of a kind, as the Product's program has them.",
      operation: "product.noun.retrieve",
    },
  ],
  prompts: [writeProgram, explainRefusal, reconcileMonth],
  nextSteps: NEXT_STEPS,
  completions: [
    {
      arguments: ["productId"],
      operation: "agent_member.current",
      input: {},
      list: "products",
      value: "productId",
      label: "name",
    },
    {
      arguments: ["template", "templateId"],
      operation: "composer.template.list",
      input: PAGE,
      list: "items",
      value: "templateId",
      label: "name",
    },
    {
      arguments: ["code"],
      operation: "catalog.error.list",
      input: PAGE,
      list: "items",
      value: "code",
    },
    {
      arguments: ["currency"],
      operation: "catalog.currency.list",
      input: PAGE,
      list: "items",
      value: "currency",
    },
    {
      arguments: ["kind"],
      operation: "product.noun.list",
      input: { ...PAGE, productId: { argument: "productId" } },
      list: "items",
      value: "kind",
    },
  ],
};

/** What somebody else wrote, as a quotation, so that it is not taken for instructions. */
function quoted(text: string): string {
  return text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n`]/g, " ").slice(0, 200);
}
