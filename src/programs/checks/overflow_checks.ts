/** P18: values that may outgrow their bounds, where the call is refused; and those that always do. */
import type { Expression } from "../expression.ts";
import type { FieldSource } from "../field_schema.ts";
import type { Findings } from "../finding.ts";
import { boundsOfField, type Interval, intervalOf, intervalOfNode } from "../interval.ts";
import { AMOUNT_MAX, TEXT_LENGTH_MAX } from "../program_limits.ts";
import type { TypedAction } from "../typed_action.ts";
import type { Typed } from "../typed_expression.ts";
import type { TypedNoun } from "../typed_noun.ts";
import { partsOf } from "../typed_parts.ts";

const NEVER = "and the call is always refused";
const SOMETIMES = "and the call is then refused";

export function checkOverflow(noun: TypedNoun, findings: Findings): void {
  for (const { typed, action } of partsOf(noun)) {
    checkAmount(typed, noun, action, findings);
    if (!typed.text.includes("split")) continue;
    for (const node of typed.types.keys()) checkDivided(node, typed, noun, action, findings);
  }
  for (const action of noun.actions.values()) {
    for (const [name, value] of action.set) {
      checkFits(value, noun.source.fields[name], noun, action, findings);
    }
  }
  for (const { calls, input } of noun.schedules.values()) {
    const wanted = calls === undefined ? {} : (noun.actions.get(calls)?.source.input ?? {});
    for (const [name, value] of input) checkFits(value, wanted[name], noun, undefined, findings);
  }
}

function checkAmount(
  typed: Typed,
  noun: TypedNoun,
  action: TypedAction | undefined,
  findings: Findings,
): void {
  if (typed.type.type !== "amount" || typed.expression.kind === "path") return;
  const { least, most } = intervalOf(typed, noun, action);
  const hint = 'Give the fields in it a "max", such as "100000000".';
  if (most < 0n) {
    const message = `the amount is less than zero, ${NEVER}`;
    findings.add("P18", typed.path, message, "Subtract the smaller from the larger.", "error");
  } else if (least > AMOUNT_MAX) {
    const message = `the amount has more than 18 digits, ${NEVER}`;
    findings.add("P18", typed.path, message, hint, "error");
  } else if (most > AMOUNT_MAX) {
    const message = `the amount may have more than 18 digits, ${SOMETIMES}`;
    findings.add("P18", typed.path, message, hint);
  }
}

/** Nothing is split into no parts. */
function checkDivided(
  node: Expression,
  typed: Typed,
  noun: TypedNoun,
  action: TypedAction | undefined,
  findings: Findings,
): void {
  if (node.kind !== "call" || node.name !== "split") return;
  const parts = intervalOfNode(node.args[1] as Expression, typed, noun, action);
  if (parts.least > 0n) return;
  const isNever = parts.most <= 0n;
  const message = isNever
    ? `split() divides by less than one, ${NEVER}`
    : `split() may divide by less than one, ${SOMETIMES}`;
  const hint = 'Give the number of parts a "min" of 1.';
  findings.add("P18", typed.path, message, hint, isNever ? "error" : "warning");
}

/** Whether a value has room in the field or the input that it is for. */
function checkFits(
  value: Typed,
  field: FieldSource | undefined,
  noun: TypedNoun,
  action: TypedAction | undefined,
  findings: Findings,
): void {
  if (field === undefined) return;
  const { type, min, max } = field;
  const isCounted = type === "text" || type === "list";
  // A number without bounds of its own has enough room.
  const isBounded = min !== undefined || max !== undefined || type === "bps";
  if (!isCounted && (!isBounded || (type !== "int" && type !== "bps" && type !== "amount"))) return;
  const room = boundsOfField(type, isCounted ? { max } : field);
  const found = isCounted ? sizeOf(value, noun, action) : intervalOf(value, noun, action);
  if (found.most <= room.most && found.least >= room.least) return;
  const what = type === "text" ? "characters" : type === "list" ? "items" : "value";
  const bounds = isCounted
    ? `at most ${room.most} ${what}`
    : `a ${what} from ${room.least} to ${room.most}`;
  const isNever = found.least > room.most || found.most < room.least;
  const message = isNever
    ? `the field takes ${bounds}, ${NEVER}`
    : `the field takes ${bounds}, and this may be outside: the call is then refused`;
  const hint = "Change the bounds of the field, or write min() or max() around the value.";
  findings.add("P18", value.path, message, hint, isNever ? "error" : "warning");
}

/** How many characters or items there can be. */
function sizeOf(
  { expression }: Typed,
  { source }: TypedNoun,
  action: TypedAction | undefined,
): Interval {
  if (expression.kind === "text") {
    const size = BigInt(expression.value.length);
    return { least: size, most: size };
  }
  const [root, name = ""] = expression.kind === "path" ? expression.names : [];
  const fields = root === "input" ? action?.source.input : source.fields;
  const isField = root === "input" || root === "fields";
  const field = isField && Object.hasOwn(fields ?? {}, name) ? fields?.[name] : undefined;
  if (field === undefined) return { least: 0n, most: BigInt(TEXT_LENGTH_MAX) };
  return { least: 0n, most: boundsOfField(field.type, { max: field.max }).most };
}
