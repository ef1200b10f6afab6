/**
 * A refusal in the words of an agent: names of tools in the place of names of operations, arguments in the place of
 * headers, and what the agent can do next. Everything else is as REST says it.
 * Guarantees: no id, value or code of a refusal is changed; a step that whoever refuses has given stays.
 */
import type { NextStepCall, NextSteps } from "../contract/declare/agent_guide.ts";
import type { ErrorBody } from "../contract/refusals/error_envelope.ts";
import type { Issue } from "../contract/refusals/refusal.ts";
import type { Allowed } from "./grant_view.ts";
import { isAllowed, type Tool, type ToolCatalog } from "./tool_catalog.ts";

export type RefusalWords = {
  /**
   * A copy of the refusal for an agent. `tool`: undefined where the call runs no operation. `allowed`: the rights of
   * the caller.
   */
  forAgent(body: ErrorBody, tool: Tool | undefined, allowed: Allowed): ErrorBody;
  /** What the agent does next after the refusal of a call of the tool; undefined where nobody has written it. */
  nextStep(refused: Refused, tool: Tool | undefined, allowed: Allowed): string | undefined;
};

type Refused = Pick<ErrorBody["error"], "code" | "details">;

/** The words over a catalog of tools and a table of next steps by the codes of refusals. */
export function refusalWords(catalog: ToolCatalog, nextSteps: NextSteps): RefusalWords {
  const withTools = (text: string) =>
    text.replaceAll(OPERATION_ID, (id) => catalog.getOperation(id)?.name ?? id);

  /** What the agent does next; undefined where nobody has written it for the code. */
  function stepAfter({ code, details }: Refused, tool: Tool | undefined, allowed: Allowed) {
    if (typeof details["nextStep"] === "string") return details["nextStep"];
    const step = nextSteps[code];
    if (typeof step !== "function") return step;
    const hasTool = (operation: string) => {
      const found = catalog.getOperation(operation);
      return found !== undefined && isAllowed(found, allowed);
    };
    const operation = tool?.operation.id ?? String(details["operation"]);
    const call: NextStepCall = { operation, hasTool };
    return step(details as never, call);
  }

  const inWordsOf = (tool: Tool | undefined) => (text: string) =>
    withTools(withArguments(text, tool));

  function nextStepOf(refused: Refused, tool: Tool | undefined, allowed: Allowed) {
    const step = stepAfter(refused, tool, allowed);
    return step === undefined ? undefined : inWordsOf(tool)(step);
  }

  return {
    nextStep: nextStepOf,
    forAgent({ error, ...rest }, tool, allowed) {
      const inWords = inWordsOf(tool);
      const { details, message } = error;
      const told: Record<string, unknown> = { ...details };
      for (const name of SENTENCES) {
        const text = told[name];
        if (typeof text === "string") told[name] = inWords(text);
      }
      if (Array.isArray(told["issues"])) {
        told["issues"] = (told["issues"] as Issue[]).map((issue) => ({
          ...issue,
          message: inWords(issue.message),
          path: issue.path.map((part) => pathsOf(tool).get(part) ?? part),
        }));
      }
      const nextStep = nextStepOf(error, tool, allowed);
      if (nextStep !== undefined) told["nextStep"] = nextStep;
      return { error: { ...error, message: inWords(message), details: told }, ...rest };
    },
  };
}

/** The fields of a refusal's details that are sentences, or the name of a header. */
const SENTENCES = ["message", "retry", "header"] as const;
/** A text such as `account.balance.retrieve`, which the catalog may know as an operation. */
const OPERATION_ID = /(?<![\w./@-])[a-z][a-z_]*(?:\.[a-z][a-z_]*)+(?![\w/@-])/g;

function argumentsOf(tool: Tool | undefined): { key: string; environment: string } {
  const { idempotencyKey = "idempotencyKey", environment = "environment" } = tool?.callFields ?? {};
  return { key: idempotencyKey, environment };
}

/** By the header that an issue names as its path: the argument of the tool. */
function pathsOf(tool: Tool | undefined): ReadonlyMap<string | number, string> {
  const { key, environment } = argumentsOf(tool);
  return new Map([
    ["idempotency-key", key],
    ["x-service-environment", environment],
  ]);
}

/** The text with the names of headers replaced by the arguments that stand for them. */
function withArguments(text: string, tool: Tool | undefined): string {
  const { key, environment } = argumentsOf(tool);
  const names: Readonly<Record<string, string>> = {
    "Idempotency-Key": key,
    "X-Service-Environment": environment,
    "X-Service-Tenant": "tenantId",
  };
  return text
    .replaceAll(HEADER, (_, called: string | undefined, header: string) =>
      called === undefined ? `${names[header]}` : `${called}argument ${names[header]}`,
    )
    .replaceAll("`idempotencyKey`", `\`${key}\``);
}

const HEADER =
  /\b([Tt]he )?(?:header )?\b(Idempotency-Key|X-Service-Environment|X-Service-Tenant)\b(?: header)?/g;
