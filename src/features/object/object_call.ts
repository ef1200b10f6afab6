/** What the operations that call a program share: who acts, and the world that the program sees. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import type { CallActor } from "../../programs/run/object_record.ts";
import type { ConsentSight } from "../collection/collection_sight.ts";
import type { DecisionDocument } from "../decision/decision_document.ts";
import type { NewPayoutSight } from "../payout/payout_sight.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { ObjectDocument } from "./object_document.ts";
import type { ObjectState } from "./object_state.ts";
import { ObjectWorld, type UnseenMoney } from "./object_world.ts";
import { StateSource } from "./state_source.ts";

/** A call of a program that is being decided: in the memory of the shard, or for a preview in a snapshot. */
export type CallOfProgram = {
  state: NewPayoutSight &
    ConsentSight & {
      decisions: { byId(realm: number, decisionId: string): DecisionDocument | undefined };
    };
  program: CompiledProgram;
  world: ObjectWorld;
  context: Pick<DecisionContext, "realm" | "nowMs" | "place" | "newId" | "actor" | "principal">;
  actor: CallActor;
};

/** The actor of a program that a caller is: the customer for whom it calls, an agent, or the operator. */
export function callActorOf(
  { actor }: Pick<DecisionContext, "actor">,
  onBehalfOf?: string | undefined,
): CallActor {
  if (onBehalfOf !== undefined) return { type: "customer", id: onBehalfOf };
  return { type: actor.type === "agent" ? "agent" : "operator", id: actor.id };
}

/**
 * A call of a program, of an object that is there, which the shard decides: the ledger checks the balances. `unseen`: what is
 * on an account, and the object has not been told of yet.
 */
export function callIn(
  state: ObjectState,
  program: CompiledProgram,
  context: DecisionContext,
  actor: CallActor,
  object?: ObjectDocument,
  unseen?: UnseenMoney,
): CallOfProgram {
  const { realm, principal } = context;
  const world = new ObjectWorld(new StateSource(state, realm, object), {
    nowMs: productClockMs(state, context),
    productId: principal.productId,
    checksBalances: false,
    unseen,
  });
  return { state, program, world, context, actor };
}
