/**
 * The types of the contract that the pages of `src/console` are compiled against, made by
 * openapi-typescript: the operations that the pages call and the schemas that those need, without words
 * and without the headers that the pages' client sets by itself. Every refusal has the type of the
 * envelope.
 */
import openapiTS, { astToString } from "openapi-typescript";

/** The first nouns of the operations that pages call. */
const NOUNS = [
  ...["agent_approval", "agent_grant", "agent_member", "api_key", "auth", "build", "catalog"],
  ...["device_authorization", "personal_access_token", "product", "received_credit"],
  ...["session", "tenant", "user"],
];
/** Operations of other nouns that pages call: what an agent's request names and would move, and what ran by it. */
const BESIDES = [
  ...["account.balance.retrieve", "account.retrieve", "beneficiary.retrieve", "blueprint.list"],
  ...["collection.retrieve", "consent.retrieve", "customer.retrieve", "customer_access.retrieve"],
  ...["decision.retrieve", "entity.retrieve", "financial_address.retrieve"],
  ...["object.action.preview", "object.retrieve", "operation.retrieve", "payout.retrieve"],
  ...["transfer.retrieve", "transfer_hold.retrieve", "webhook_endpoint.list"],
  ...["webhook_endpoint.recover", "webhook_endpoint.stats.retrieve"],
];
/** Operations of those nouns that no page calls: the books of a Product, and of Builds all but the list. */
const WITHOUT = /^(product\.books\b|build\.(?!list$)|agent_member\.current$)/;
/** What has no meaning for a type. */
const WORDS = ["description", "example", "examples", "headers", "summary", "x-codeSamples"];

const HEADER = `/**
 * Generated from the contract by \`npm run golden\`: what the pages call, and what is answered.
 */
`;

type Json = { [name: string]: unknown };
type Operation = { operationId: string; parameters?: Json[]; responses: Json };

/** The text of the file of types. `document`: the contract, OpenAPI 3.1. */
export async function consoleTypes(document: object): Promise<string> {
  const { paths, components } = structuredClone(document) as {
    paths: Record<string, Record<string, Operation>>;
    components: Record<string, Json>;
  };
  const kept = Object.entries(paths).flatMap(([path, methods]) => {
    const called = Object.entries(methods).filter(([, { operationId }]) => isCalled(operationId));
    if (called.length === 0) return [];
    const plain = called.map(([method, one]) => [method, typed(one, components)]);
    return [[path, Object.fromEntries(plain)]];
  });
  const whole = {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: Object.fromEntries(kept),
  };
  const { examples: _, headers: __, responses: ___, ...used } = components;
  const shown = withoutWords({ ...whole, components: used }) as typeof whole & { components: Json };
  prune(shown);
  const tree = await openapiTS(JSON.stringify(shown), { defaultNonNullable: false, silent: true });
  const text = astToString(tree)
    .replaceAll(/^ +\w+\?: never;\n/gm, "")
    .replaceAll(/^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, "");
  return HEADER + text;
}

function isCalled(operationId: string): boolean {
  const [noun = ""] = operationId.split(".");
  if (BESIDES.includes(operationId)) return true;
  return NOUNS.includes(noun) && !WITHOUT.test(operationId);
}

/** An operation without its parameters in headers; each refusal is the envelope. */
function typed(operation: Operation, components: Record<string, Json>): Operation {
  const parameters = (operation.parameters ?? []).filter((one) => {
    const name = String(one["$ref"] ?? "").replace("#/components/parameters/", "");
    const parameter = (components["parameters"]?.[name] ?? one) as Json;
    return parameter["in"] !== "header";
  });
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 300);
  const schema = { $ref: "#/components/schemas/Error" };
  const refused = { description: "", content: { "application/json": { schema } } };
  const responses = { ...Object.fromEntries(answers), default: refused };
  return { ...operation, parameters, responses };
}

function withoutWords(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutWords(one));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => isNames || !WORDS.includes(name));
  return Object.fromEntries(
    entries.map(([name, one]) => [name, withoutWords(one, !isNames && name === "properties")]),
  );
}

/** Removes the components that nothing leads to. */
function prune(document: { paths: Json; components: Json }): void {
  const reached = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(
      /"\$ref":"#\/components\/([^"]+)"/g,
    )) {
      if (reached.has(name)) continue;
      reached.add(name);
      const [kind = "", of = ""] = name.split("/");
      follow((document.components[kind] as Json)[of]);
    }
  };
  follow(document.paths);
  document.components = Object.fromEntries(
    Object.entries(document.components).map(([kind, all]) => {
      const left = Object.entries(all as Json).filter(([name]) => reached.has(`${kind}/${name}`));
      return [kind, Object.fromEntries(left)];
    }),
  );
}
