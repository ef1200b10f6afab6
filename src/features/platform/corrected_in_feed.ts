/** What the operator's operations have in common that book what a bank has done against what was heard of it first. */
import { type TLiteral, type TUnion, Type } from "@sinclair/typebox";
import { accept, type Decision, type DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { notedInFeed, OperatorReason } from "./operator_note.ts";

/** The body: what the bank has done, one of `outcomes`, and why the operator says so. */
export function correctionBody<const O extends readonly string[]>(title: string, outcomes: O) {
  const names = outcomes.map((outcome) => Type.Literal(outcome));
  return Type.Object(
    { outcome: Type.Union(names) as TUnion<TLiteral<O[number]>[]>, reason: OperatorReason },
    { title, additionalProperties: false },
  );
}

type Asked = {
  operation: string;
  resource: { type: string; id: string };
  input: { outcome: string; reason: string };
};

/** The decision with its note, told in the company's feed where it is done. `shown`: the resource in the answer, of the facts. */
export function correctedInFeed<C extends ErrorCode>(
  { operation, resource, input: { outcome, reason } }: Asked,
  came: readonly Fact[] | Refusal<C>,
  shown: (facts: readonly Fact[]) => object | undefined,
  context: DecisionContext<{ user: string }>,
): Decision<C> {
  const decision = "refused" in came ? came : accept(came, shown(came));
  const act = { operation, resource, after: { status: outcome } };
  return notedInFeed<C>(decision, { act, reason }, context);
}
