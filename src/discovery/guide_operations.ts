/** An operation in the guides: its route, who calls it, its fields, its answer, its codes. */
import type { Operation } from "../contract/declare/operation.ts";
import type { PrincipalKind } from "../contract/declare/principal.ts";
import { streamsOf, streamText } from "../contract/declare/stream_form.ts";
import { mayNeedApproval } from "../contract/refusals/shared_codes.ts";
import type { SharedCodes } from "./guide_codes.ts";
import type { Shapes } from "./guide_shapes.ts";

/** Who calls, in the words of the guides. */
const CALLERS: Readonly<Record<PrincipalKind, string>> = {
  public: "anybody",
  product_key: "Product keys",
  founder: "members",
  session: "members",
  agent: "agents",
  operator: "the operator",
  system: "nobody from outside",
};

export function operationText(
  operation: Operation<never>,
  shapes: Shapes,
  codes: SharedCodes,
): string {
  const { id, summary, description, http, scope, environment } = operation;
  const lines = [`### ${id}`, "", `\`${http.method} /v1${http.path}\``, "", `${summary}.`];
  if (description !== undefined) lines.push(description);
  lines.push("");
  const own = codes.ownOf(operation);
  const [stream] = streamsOf([operation]);
  const facts = [
    `- Callers: ${callersOf(operation)}`,
    scope === undefined ? "" : `- Scope: \`${scope}\``,
    environment === undefined ? "" : `- Environment: ${environment} only`,
    operation.type === "write" ? "- Idempotency-Key: required" : "",
    listed("Path", shapes.fields(operation.path)),
    listed("Query", shapes.fields(operation.query)),
    listed("Body", shapes.fields(operation.body)),
    answerText(operation, shapes),
    stream === undefined ? "" : `- Stream: ${streamText(stream)}`,
    own.length === 0 ? "" : `- Codes: ${own.map((code) => `\`${code}\``).join(", ")}`,
  ];
  return [...lines, ...facts.filter((fact) => fact !== "")].join("\n");
}

function callersOf(operation: Operation<never>): string {
  const { principals } = operation;
  if (principals.includes("public")) return CALLERS.public;
  const callers = new Set(principals.map((principal) => CALLERS[principal]));
  const inLive = mayNeedApproval(operation) ? " (in live with the approval of a person)" : "";
  return [...callers].join(", ") + inLive;
}

function listed(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `- ${title}:\n${lines.join("\n")}`;
}

/** The status of success, and what the answer has. */
function answerText({ http, output, answers, stream }: Operation<never>, shapes: Shapes): string {
  if (http.status === 204 || answers === "redirect" || answers === "page") {
    return `- Answer: ${http.status}${answers === undefined ? "" : `, a ${answers}`}`;
  }
  const what = stream !== undefined ? "server-sent events, each" : "";
  const type = `\`${shapes.type(output)}\``;
  const fields = output.title === undefined ? shapes.fields(output) : [];
  const { existingStatus } = http;
  const before =
    existingStatus === undefined ? "" : ` (${existingStatus} where it was made before)`;
  const line = `- Answer: ${http.status}${before} ${what}${what === "" ? "" : " "}${type}`;
  return [line, ...fields].join("\n");
}
