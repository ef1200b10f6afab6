/** What a condition guards: where it holds, fields that may be absent have a value. */
import type { Expression } from "./expression.ts";

/** The paths that have a value where the condition holds. */
export function guardsOf(condition: Expression): readonly string[] {
  const found: string[] = [];
  addGuards(condition, found);
  return found;
}

function addGuards(condition: Expression, found: string[]): void {
  if (condition.kind === "binary" && condition.operator === "&&") {
    addGuards(condition.left, found);
    addGuards(condition.right, found);
  }
  if (condition.kind !== "call" || condition.name !== "has") return;
  const [path] = condition.args;
  if (path?.kind === "path") found.push(path.names.join("."));
}
