/**
 * object.payout.run: an object is told how a payout has ended that an action of it has made: the clock calls the action that
 * the program names for that end, once. Where the action is refused, the object stays as it is, and whom a port lets may call
 * the action.
 */
import { Type } from "@sinclair/typebox";
import { invariant } from "../../base/invariant.ts";
import {
  accept,
  type Decision as Decided,
  declareWrite,
} from "../../contract/declare/operation.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { Id } from "../../contract/values/formats.ts";
import type { PayoutEnd } from "../../programs/action_schema.ts";
import { endCall } from "../../programs/run/payout_run.ts";
import { CLOCK } from "../../programs/run/row_run.ts";
import { toldFact } from "../payout/payout_changes.ts";
import { payoutNotFound, payoutResource, payouts } from "../payout/payout_noun.ts";
import { Payout, PayoutStatusName } from "../payout/payout_schema.ts";
import { compiledOf } from "../product/running_program.ts";
import { ACTION_EVENTS, calledAction } from "./called_action.ts";
import { callIn } from "./object_call.ts";
import { calledObject } from "./object_document.ts";
import { OBJECT_PAYOUT_TOLD, type ObjectPayoutTold } from "./object_facts.ts";
import type { ObjectState } from "./object_state.ts";
import { moneyTold, unseenOf } from "./told_payout.ts";

/** Its own codes. A call of the program is refused with any code of `object.action.call`, too. */
const REFUSALS = ["resource_not_found", "state_conflict"] as const;
type Code = (typeof REFUSALS)[number];

export const objectPayoutRun = declareWrite<ObjectState>()({
  id: "object.payout.run",
  summary: "Call an action after a payout",
  description: "Done by the clock when a payout of an object has ended.",
  http: { method: "POST", path: "/platform/payouts/{payoutId}/run" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  path: Type.Object({ payoutId: Id("po") }, { additionalProperties: false }),
  body: Type.Object(
    { ended: described(PayoutStatusName, "The end that the object is told.") },
    { title: "ObjectPayoutRun", additionalProperties: false },
  ),
  output: Payout,
  refusals: REFUSALS,
  events: [...ACTION_EVENTS, "account.created"],
  decide(state, { payoutId, ended }, context): Decided<Code> {
    const { realm } = context;
    const payout = state.payouts.byId(realm, payoutId);
    if (payout === undefined) return payoutNotFound(payoutId);
    const { status, objectId = "", action = "", label = "", untold: [first] = [] } = payout;
    if (first !== ended) {
      const message = `payout ${payoutId} is ${status}, and no object is to be told that it is ${ended}`;
      return refuse("state_conflict", message, {
        expected: ended,
        actual: first ?? status,
        status,
      });
    }
    const before = state.objects.byId(realm, objectId);
    const program = before && compiledOf(state, realm, before.buildId);
    invariant(before !== undefined && program !== undefined, "objects and their Builds stay");
    const object = calledObject(program, before);
    const call = callIn(state, program, context, CLOCK, before, unseenOf(payout));
    const asked = endCall(program, object.record, { action, label }, ended as PayoutEnd);
    const money = moneyTold(state, program, { payout, ended, object: before }, context);
    const told: ObjectPayoutTold = {
      kind: OBJECT_PAYOUT_TOLD,
      ...{ objectId, payoutId, ended, atMs: call.world.nowMs },
      ...(asked !== undefined && { called: asked.action }),
      ...(money.totals !== undefined && { totals: money.totals }),
    };
    const after = [told, toldFact(payout, money.movedTo, context)];
    // Money goes on where the object has ended, and then nothing is called.
    if (asked === undefined) return accept([...money.facts, ...after]);
    const answer = calledAction(call, object, asked);
    const facts = [...answer.facts, ...after];
    return answer.refused ? ({ ...answer, facts } as Refusal<Code>) : accept(facts);
  },
  respond: ({ facts }: StoredRecord, names) => {
    const told = facts.find(({ kind }) => kind === "payout.told.1");
    const payout = told && payouts.of(told);
    invariant(payout !== undefined, "the record of an end that was told has the payout");
    return JSON.stringify(payoutResource(payout, names));
  },
});
