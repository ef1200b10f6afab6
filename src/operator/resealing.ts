/**
 * Seals the secrets of all webhook endpoints anew that are sealed under another key than the current
 * one: reads the endpoints in the views of the ledger shards, and asks each shard for the change.
 * Guarantees: when the function returns, no endpoint that a caller can reach has a text under another
 * key, where none is sealed under one meanwhile. An endpoint that changes between the look and the
 * request is looked at again.
 */
import { randomUUID } from "node:crypto";
import { actorOf, OPERATOR_ID } from "../contract/declare/caller.ts";
import { realmKeyOf } from "../contract/declare/principal.ts";
import { envelopeText, whoText } from "../contract/messages/envelope_text.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import { sealedParts } from "../contract/records/sealing.ts";
import { SHARD_TABLE } from "../contract/tables/shard_table_codes.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import { webhookEndpoints } from "../features/webhook_endpoint/webhook_endpoint_noun.ts";
import type { Courier } from "../placement/courier.ts";
import type { ShardView } from "../views/shard_view.ts";

const OPERATION = "webhook_endpoint.reseal";
/** Requests that are with a shard at once: they share its commits. */
const AT_ONCE = 64;
/** How often a shard is looked at, until its endpoints change too fast to be followed. */
const LOOKS_MAX = 100;

export type ResealingParts = {
  /** The ledger shards. */
  shards: readonly { shard: number; courier: Courier; view: ShardView }[];
  /** What the operation's `prepare` makes of the input, as JSON. */
  prepare(operation: string, input: Record<string, unknown>): Promise<string>;
  /** Id of the current key. */
  keyId: string;
  /** The operating-system user who asks for it. */
  user: string;
};

/** An endpoint with a text under another key. */
type Due = { realmKey: string; input: { webhookEndpointId: string; sealed: readonly string[] } };

/** Returns how many endpoints were sealed anew. Throws when a shard does not answer or a text does not open. */
export async function resealEndpoints(parts: ResealingParts): Promise<number> {
  let resealed = 0;
  for (const { shard, courier, view } of parts.shards) {
    for (let looks = 0; ; looks++) {
      await reached(courier);
      const due = [...endpointsDue(view, parts.keyId)];
      if (due.length === 0) break;
      if (looks === LOOKS_MAX) throw new Error(`the endpoints of shard ${shard} change too fast`);
      for (let at = 0; at < due.length; at += AT_ONCE) {
        const batch = due.slice(at, at + AT_ONCE);
        const done = await Promise.all(batch.map((one) => reseal(parts, { shard, courier }, one)));
        resealed += done.filter((isDone) => isDone).length;
      }
    }
  }
  return resealed;
}

/** Resolves when the view shows every frame that is acknowledged now. */
export async function reached(courier: Courier): Promise<void> {
  const { acknowledged } = courier;
  if (courier.isViewed(acknowledged)) return;
  const isReached = await new Promise<boolean>((resolve) =>
    courier.awaitView(acknowledged, Date.now(), resolve),
  );
  if (!isReached) throw new Error("a shard does not answer: run the command again");
}

/** In all realms that have a name; those that a reset has retired are found by nobody. */
function* endpointsDue(view: ShardView, keyId: string): Generator<Due> {
  const snapshot = view.refreshed();
  const realms = [...snapshot.ascend(SHARD_TABLE.realm, 0, {})].map(({ value }) =>
    decodeDocument<RealmDocument>(value),
  );
  for (const { number, key: realmKey, names } of realms) {
    if (realmKey !== realmKeyOf(names)) continue;
    for (const { value } of snapshot.ascend(webhookEndpoints.table.code, number, {})) {
      const { webhookEndpointId, secrets } = webhookEndpoints.decoded(value);
      const sealed = secrets.map((secret) => secret.sealed);
      if (sealed.every((text) => sealedParts(text)?.keyId === keyId)) continue;
      yield { realmKey, input: { webhookEndpointId, sealed } };
    }
  }
}

/** True when the endpoint has its new texts; false when it is another by now. */
async function reseal(
  { prepare, user }: ResealingParts,
  { shard, courier }: { shard: number; courier: Courier },
  { realmKey, input }: Due,
): Promise<boolean> {
  const prepared = await prepare(OPERATION, input);
  const envelope = envelopeText({
    operation: OPERATION,
    requestId: `req_${randomUUID()}`,
    who: whoText(realmKey, OPERATOR_ID, actorOf({ kind: "operator", user }, shard)),
    key: randomUUID(),
    input: JSON.stringify(input),
    isPlain: false,
    prepared,
  });
  const status = await new Promise<number>((resolve) => {
    const taker = {
      isFinished: false,
      onReply: (status: number) => resolve(status),
      onNoReply: () => resolve(UNANSWERED),
    };
    if (!courier.send(envelope, taker, Date.now())) resolve(UNANSWERED);
  });
  if (status >= UNANSWERED)
    throw new Error(`shard ${shard} takes no writes: run the command again`);
  return status < REFUSED;
}

const REFUSED = 400;
const UNANSWERED = 500;
