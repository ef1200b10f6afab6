/**
 * A call of an action that is decided and not carried out: over a snapshot, by the code that decides calls. So it is
 * refused with what the call would be refused with at that moment, the refusals of the ledger included.
 */
import { invariant } from "../../base/invariant.ts";
import { actorOf } from "../../contract/declare/caller.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { nounOf } from "../../programs/run/compiled_program.ts";
import { allowedActions, callAction } from "../../programs/run/engine.ts";
import type { ActionCall } from "../../programs/run/object_record.ts";
import { isRefusal } from "../../programs/run/refused.ts";
import { consents } from "../consent/consent_noun.ts";
import { decisions } from "../decision/decision_noun.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import { compiledIn } from "../product/running_program.ts";
import { readSandboxClockMs } from "../sandbox/sandbox_clock.ts";
import { actedBy } from "./carried_out.ts";
import { type CallOfProgram, callActorOf } from "./object_call.ts";
import { calledObject, recordOfDocument } from "./object_document.ts";
import type { ActionPreview, PossibleAction } from "./object_read_schema.ts";
import type { SeenObject } from "./object_reads.ts";
import { actedIn, outcomeOf } from "./object_reply.ts";
import { objectResource } from "./object_resource.ts";
import { ObjectWorld } from "./object_world.ts";
import { payoutsSeen } from "./snapshot_payouts.ts";
import { sourceOfSnapshot } from "./snapshot_source.ts";

/** A call of an action of the object, by the caller or for a customer, at the snapshot. */
export function triedCall(
  snapshot: Snapshot,
  { realm, document }: SeenObject,
  context: ReadContext,
  onBehalfOf: string | undefined,
): CallOfProgram {
  const { nowMs, principal, caller } = context;
  const program = compiledIn(snapshot, realm, document.buildId);
  invariant(program !== undefined, "the Build of an object is installed");
  const actor = actorOf(caller, snapshot.shard);
  const isSandbox = principal.environment === "sandbox";
  return {
    state: {
      ...payoutsSeen(snapshot, realm),
      decisions: { byId: (_, id) => decisions.find(snapshot, realm, id)?.document },
      consents: { byId: (_, id) => consents.find(snapshot, realm, id)?.document },
    },
    program,
    world: new ObjectWorld(sourceOfSnapshot(snapshot, realm), {
      nowMs: isSandbox ? readSandboxClockMs(snapshot, context) : nowMs,
      productId: principal.productId,
      checksBalances: false,
    }),
    // What would be made gets no id and no place: no answer shows one.
    context: { realm, nowMs, place: 0, newId: (prefix) => `${prefix}_`, actor, principal },
    actor: callActorOf({ actor }, onBehalfOf),
  };
}

/** What the call would do, or what it would be refused with. */
export function previewOf(
  snapshot: Snapshot,
  { document }: SeenObject,
  call: CallOfProgram,
  asked: Omit<ActionCall, "actor">,
  names: ReadContext["principal"],
): ActionPreview | Refusal {
  const { program, actor, world, context } = call;
  const called = calledObject(program, document);
  const outcome = callAction(program, called.record, { ...asked, actor }, world);
  if (isRefusal(outcome)) return outcome;
  const decided = actedBy(call, called, outcome);
  // The failed transfer that a call would leave is of no use to a preview.
  if (decided.refused) return { ...decided, facts: [] };
  const { facts } = decided;
  const made = { facts, timeMs: context.nowMs, shard: snapshot.shard, place: context.place };
  return previewFrom(made, { accounts: { accountId: accountIdsOf(snapshot) } }, names);
}

/** The answer of the call without the ids that nothing has. */
function previewFrom(
  made: Pick<StoredRecord, "facts" | "timeMs" | "shard" | "place">,
  accounts: Parameters<typeof outcomeOf>[2],
  names: ReadContext["principal"],
): ActionPreview {
  const acted = actedIn(made);
  invariant(acted !== undefined, "an action changes its object");
  const {
    moves,
    payouts,
    collections,
    fees,
    decisions: decided,
    schedules,
    ...others
  } = outcomeOf(made, acted, accounts);
  return {
    object: objectResource(acted.object, names),
    outcome: {
      ...others,
      moves: moves.map(({ transferId: _, status: __, ...move }) => move),
      ...(payouts !== undefined && {
        payouts: payouts.map(({ payoutId: _, transferId: __, status: ___, ...payout }) => payout),
      }),
      ...(collections !== undefined && {
        collections: collections.map(({ collectionId: _, ...collection }) => collection),
      }),
      fees: fees.map(({ transferId: _, ...fee }) => fee),
      decisions: decided.map(({ gate, change }) => ({ gate, change })),
      schedules: schedules.map(({ scheduleId: _, ...row }) => row),
    },
  };
}

/** Each action of the object, in the order of its program, and what stands against it now. */
export function possibleActions(
  snapshot: Snapshot,
  seen: SeenObject,
  call: CallOfProgram,
  names: ReadContext["principal"],
): PossibleAction[] {
  const { program, actor, world } = call;
  const { document } = seen;
  const { actions } = nounOf(program, document.kind);
  const record = recordOfDocument(program, document);
  return allowedActions(program, record, actor, world).map((answer) => {
    const { action, allowed } = answer;
    const needsInput = actions.get(action)?.needsInput === true;
    if (!allowed) {
      const { code, message, details } = answer;
      return { action, allowed, needsInput, code, message, details };
    }
    // What the engine lets through, the ledger may still refuse.
    const tried = needsInput ? undefined : previewOf(snapshot, seen, call, { action }, names);
    if (tried === undefined || !("refused" in tried)) return { action, allowed, needsInput };
    const { code, message, details } = tried;
    return { action, allowed: false, needsInput, code, message, details };
  });
}
