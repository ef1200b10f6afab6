/** What a condition guards: where it holds, fields that may be absent have a value. */
import type { Expression } from "./expression.ts";

/** The paths that have a value where the condition holds. */
export function guardsOf(condition: Expression): string[] {
  if (condition.kind === "binary" && condition.operator === "&&") {
    return [...guardsOf(condition.left), ...guardsOf(condition.right)];
  }
  if (condition.kind !== "call" || condition.name !== "has") return [];
  const [path] = condition.args;
  return path?.kind === "path" ? [path.names.join(".")] : [];
}
