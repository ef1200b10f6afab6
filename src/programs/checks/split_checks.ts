/** P07: the parts of a split list make up the whole, whatever the amount is. */
import type { Expression } from "../expression.ts";
import { printExpression } from "../expression_print.ts";
import { at, type Findings, quoted } from "../finding.ts";
import { intervalOf } from "../interval.ts";
import { BPS_MAX } from "../program_limits.ts";
import type { TypedAction, TypedMove, TypedSplit } from "../typed_action.ts";
import type { Typed } from "../typed_expression.ts";
import type { TypedNoun } from "../typed_noun.ts";

const KEYS = ["bps", "ratio", "amount", "remaining"] as const;

export function checkSplits(noun: TypedNoun, findings: Findings): void {
  for (const action of noun.actions.values()) {
    const { moves } = action;
    const labels = new Map<string, string>();
    for (const move of moves) {
      if (move.splits !== undefined) checkList(noun, action, move, move.splits, findings);
      checkLabels(move, labels, findings);
    }
  }
}

/** The transfers of an action are told apart by their labels. */
function checkLabels(move: TypedMove, labels: Map<string, string>, findings: Findings): void {
  const parts = move.splits ?? [move];
  for (const { source, path } of parts) {
    const before = labels.get(source.label);
    if (before !== undefined) {
      const message = `the label ${quoted(source.label)} stands at ${before} too`;
      findings.add(
        "P07",
        at(path, "label"),
        message,
        "Give each transfer of an action its own label.",
      );
    }
    labels.set(source.label, path);
  }
}

function checkList(
  noun: TypedNoun,
  action: TypedAction,
  { path }: TypedMove,
  splits: readonly TypedSplit[],
  findings: Findings,
): void {
  let constant = 0;
  let most = 0n;
  for (const [index, split] of splits.entries()) {
    checkPart(noun, action, split, findings);
    if (typeof split.bps === "number") {
      constant += split.bps;
      most += BigInt(split.bps);
    } else if (split.bps !== undefined) most += intervalOf(split.bps, noun, action).most;
    const isLast = index === splits.length - 1;
    const { remaining } = split.source;
    if (isLast && remaining !== true) {
      const message = "the last part does not take what remains";
      findings.add(
        "P07",
        split.path,
        message,
        'Give the last part "remaining": true, and nothing else.',
      );
    }
    if (!isLast && remaining === true) {
      const message = "parts follow the part that takes what remains, and get nothing";
      findings.add("P07", split.path, message, "Put the part with remaining last.");
    }
  }
  if (constant > BPS_MAX) {
    const message = `the parts take ${constant} basis points, and all is ${BPS_MAX}`;
    findings.add("P07", at(path, "to"), message, "100 basis points are one percent.");
  } else if (most > BigInt(BPS_MAX)) {
    const message = `the parts may take ${most} basis points, and the later ones then get what is left`;
    const hint = 'Give the fields in them a "max", so that together they take at most 10000.';
    findings.add("P07", at(path, "to"), message, hint, "warning");
  }
}

function checkPart(
  noun: TypedNoun,
  action: TypedAction,
  { source, path, ratio }: TypedSplit,
  findings: Findings,
): void {
  const given = KEYS.filter((key) => source[key] !== undefined && source[key] !== false);
  if (given.length !== 1) {
    const message =
      given.length === 0
        ? "the part does not say how much it gets"
        : `the part has ${given.join(" and ")}`;
    findings.add("P07", path, message, "Give one of bps, ratio, amount and remaining.");
  }
  const isRounded = source.bps !== undefined || source.ratio !== undefined;
  if (isRounded && source.round === undefined) {
    const message = "the part does not say how it is rounded";
    findings.add("P07", path, message, 'Give it "round": "half_even", or down, up or half_up.');
  }
  for (const key of ["round", "cap", "min"] as const) {
    if (isRounded || source[key] === undefined) continue;
    const message = `${key} is for parts with bps or ratio`;
    findings.add("P07", at(path, key), message, "Leave it out.");
  }
  if (ratio !== undefined) checkRatio(noun, action, ratio, path, findings);
}

function checkRatio(
  noun: TypedNoun,
  action: TypedAction,
  [part, whole]: readonly [Typed, Typed],
  path: string,
  findings: Findings,
): void {
  const numerator = intervalOf(part, noun, action);
  const denominator = intervalOf(whole, noun, action);
  if (denominator.most <= 0n) {
    const message = "the denominator is zero";
    findings.add("P07", at(path, "ratio", 1), message, "Divide by what the whole is.");
    return;
  }
  if (denominator.least <= 0n) {
    const message = "the denominator may be zero, and the call is then refused";
    const hint = 'Give the fields in it a "min" of at least "1".';
    findings.add("P07", at(path, "ratio", 1), message, hint, "warning");
  }
  const hint = "Let the denominator be the numerator and what else there is: a let of their sum.";
  if (numerator.least > denominator.most) {
    findings.add("P07", at(path, "ratio"), "the part is more than the whole", hint);
  } else if (numerator.most > denominator.least && !isWithin(part, whole, noun)) {
    const message = "the part may be more than the whole, and then gets what is left";
    findings.add("P07", at(path, "ratio"), message, hint, "warning");
  }
}

/** Whether the whole is surely a sum that the part is in. */
function isWithin(part: Typed, whole: Typed, noun: TypedNoun): boolean {
  return addendsOf(whole.expression, noun).has(printExpression(part.expression));
}

/** The texts of what is added up, through lets; a let itself among them. */
function addendsOf(whole: Expression, { lets }: TypedNoun): ReadonlySet<string> {
  const texts = new Set<string>();
  const open: Expression[] = [whole];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.kind === "binary" && each.operator === "+") open.push(each.left, each.right);
    const text = printExpression(each);
    if (texts.has(text)) continue;
    texts.add(text);
    const [root, name = ""] = each.kind === "path" ? each.names : [];
    const found = root === "let" ? lets.get(name) : undefined;
    if (found !== undefined) open.push(found.expression);
  }
  return texts;
}
