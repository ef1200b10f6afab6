/**
 * The walk of the full guide: whole requests in the order in which they work, for a reader who has
 * nothing but the text.
 */
import { invariant } from "../base/invariant.ts";
import type { Operation } from "../contract/declare/operation.ts";
import type { WalkStep } from "../contract/declare/walk_step.ts";

/** The section with its heading; "" where one of the walk's operations is not published. */
export function walkText(
  operations: readonly Operation<never>[],
  walk: readonly WalkStep[],
): string {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  if (walk.length === 0 || walk.some(({ operation }) => !byId.has(operation))) return "";
  const steps = walk.map((step, at) => {
    const operation = byId.get(step.operation);
    invariant(operation !== undefined, "a step's operation is published");
    return stepText(step, operation, at + 1);
  });
  return `## A walk through

The requests below work in this order, in the sandbox. \`<key>\` is your API key. Any other \`<name>\` is what a step before keeps under that name; \`<uuid>\` is
a fresh UUID each time, \`<uuid name>\` is one UUID, the same wherever the name stands; \`<tomorrow>\` is a time of tomorrow.

${steps.join("\n\n")}

`;
}

function stepText(step: WalkStep, { id, type, http }: Operation<never>, number: number): string {
  const { says, path = {}, body, key, keeps = {}, gets } = step;
  const target = http.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    invariant(path[name] !== undefined, `the step of ${id} has ${name}`);
    return path[name];
  });
  const lines = [`${http.method} /v1${target}`, "Authorization: Bearer <key>"];
  if (type === "write") lines.push(`Idempotency-Key: <uuid${key === undefined ? "" : ` ${key}`}>`);
  if (body !== undefined) lines.push("Content-Type: application/json", "", JSON.stringify(body));
  const answer = Object.entries(gets.fields ?? {}).map(([name, value]) => `\`${name}\` "${value}"`);
  if (gets.header !== undefined) answer.push(`the header \`${gets.header}\``);
  const kept = Object.entries(keeps).map(([name, field]) => `\`${field}\` as \`<${name}>\``);
  const answers = [`Answer: ${gets.status}`, ...answer].join(", ");
  return `${number}. ${says} (\`${id}\`)

\`\`\`http
${lines.join("\n")}
\`\`\`

${answers}.${kept.length === 0 ? "" : ` Keep ${kept.join(", ")}.`}`;
}
