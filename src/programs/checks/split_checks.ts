/** P07: the parts of a split list make up the whole, whatever the amount is. */
import { at, type Findings, quoted } from "../finding.ts";
import { intervalOf } from "../interval.ts";
import { BPS_MAX } from "../program_limits.ts";
import type { TypedMove, TypedSplit } from "../typed_action.ts";
import type { TypedNoun } from "../typed_noun.ts";

const KEYS = ["bps", "ratio", "amount", "remaining"] as const;

export function checkSplits(noun: TypedNoun, findings: Findings): void {
  for (const { moves } of noun.actions.values()) {
    const labels = new Map<string, string>();
    for (const move of moves) {
      if (move.splits !== undefined) checkList(noun, move, move.splits, findings);
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
  { path }: TypedMove,
  splits: readonly TypedSplit[],
  findings: Findings,
): void {
  let constant = 0;
  for (const [index, split] of splits.entries()) {
    checkPart(noun, split, findings);
    if (typeof split.bps === "number") constant += split.bps;
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
  if (constant <= BPS_MAX) return;
  const message = `the parts take ${constant} basis points, and all is ${BPS_MAX}`;
  findings.add("P07", at(path, "to"), message, "100 basis points are one percent.");
}

function checkPart(noun: TypedNoun, { source, path, ratio }: TypedSplit, findings: Findings): void {
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
  if (ratio === undefined) return;
  const denominator = intervalOf(ratio[1], noun);
  const place = at(path, "ratio", 1);
  if (denominator.most === 0n) {
    findings.add("P07", place, "the denominator is zero", "Divide by what the whole is.");
  } else if (denominator.least <= 0n) {
    const message = "the denominator may be zero, and the call is then refused";
    const hint = 'Give the fields in it a "min" of at least "1".';
    findings.add("P07", place, message, hint, "warning");
  }
}
