/** What the operations that call a program share: who acts, and the world that the program sees. */
import type { DecisionContext } from "../../contract/operation.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import type { CallActor } from "../../programs/run/object_record.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { ObjectState } from "./object_state.ts";
import { ObjectWorld } from "./object_world.ts";
import { sourceOfState } from "./state_source.ts";

/** A call of a program that is being decided. */
export type CallOfProgram = {
  state: ObjectState;
  program: CompiledProgram;
  world: ObjectWorld;
  context: DecisionContext;
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

/** A call of a program that the shard decides: the ledger checks the balances. */
export function callIn(
  state: ObjectState,
  program: CompiledProgram,
  context: DecisionContext,
  actor: CallActor,
): CallOfProgram {
  const { realm, principal } = context;
  const world = new ObjectWorld(sourceOfState(state, realm), {
    nowMs: productClockMs(state, context),
    productId: principal.productId,
    checksBalances: false,
  });
  return { state, program, world, context, actor };
}
