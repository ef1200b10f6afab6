/**
 * What the platform notes about a decision of its operator in a Product's environment: who asked for
 * it, and why. The note is a fact of the decision's own record, whether the decision accepted or
 * refused. Nothing is derived from it, and no answer shows it: it is read from the log.
 * The audit feed of the company shows what the decision has changed, without the user and the reason.
 */
import { Type } from "@sinclair/typebox";
import type { Decision, DecisionContext } from "../../contract/declare/operation.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { PII } from "../../contract/declare/redaction.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";
import { notBlank } from "../../contract/values/formats.ts";
import { type OperatorAct, tellCompany } from "./operator_act.ts";

export const OPERATOR_NOTED = "platform.operator_noted.1";

export type OperatorNoted = {
  kind: typeof OPERATOR_NOTED;
  /** The operating-system user, as the client of the operator's socket says it. */
  user: string;
  reason: string;
};

/** The reason that the operator gives. */
export const OperatorReason = notBlank(
  Type.String({
    minLength: 1,
    maxLength: 500,
    description: "Why; in the record, shown to no tenant.",
    ...PII,
  }),
);

/** The preparation of the operator's writes: it adds the operating-system user, which is no part of the input. */
export async function operatorOf(
  _input: unknown,
  { operatorUser = "unknown" }: PreparationTools,
): Promise<{ user: string }> {
  return { user: operatorUser };
}

/** The decision, with the note among the facts of its record. */
export function noted<C extends ErrorCode>(
  decision: Decision<C>,
  { user, reason }: Omit<OperatorNoted, "kind">,
): Decision<C> {
  const note: OperatorNoted = { kind: OPERATOR_NOTED, user, reason };
  return { ...decision, facts: [...decision.facts, note] };
}

/**
 * A decision on what belongs to a company, with the note among its facts. Where the decision changes something, its
 * effects have the telling by which the company's audit feed learns of it.
 */
export function notedInFeed<C extends ErrorCode>(
  decision: Decision<C>,
  { act, reason }: { act: OperatorAct; reason: string },
  context: DecisionContext<{ user: string }>,
): Decision<C> {
  const { user } = context.prepared;
  if (decision.refused || decision.facts.length === 0) return noted(decision, { user, reason });
  const effects = [...(decision.effects ?? []), tellCompany(act, context)];
  return noted({ ...decision, effects }, { user, reason });
}

/** Whether the fact is such a note, which no answer may show. */
export function isOperatorNote({ kind }: Fact): boolean {
  return kind === OPERATOR_NOTED;
}
