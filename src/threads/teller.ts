/**
 * The way of what the platform shard has to tell into the realms of Products: from the platform shard
 * through main to the ledger shard that has the realm.
 * Guarantees: each telling has one record in its realm, however often it is sent, through crashes and
 * resets of a sandbox, because its idempotency key is made of its effect; the tellings of a realm are
 * recorded in the order of the platform shard's records. A telling that fails, because its shard has
 * stopped, keeps back all later ones of its realm: the next start sends them in their order.
 */
import { createHash } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import { uuidOfHex } from "../base/uuid.ts";
import type { Carrier } from "../contract/effect.ts";
import { realmKeyOf } from "../contract/principal.ts";
import type { RealmDocument } from "../contract/realm_document.ts";
import type { Telling } from "../features/platform/platform_telling.ts";
import type { Command, Outcome } from "../shard/command.ts";
import { systemCommand } from "../shard/system_command.ts";

/** A telling on its way, and the effect that it is. */
export type SentTelling = Telling & { effectId: string };

/**
 * The carrier on the platform shard. `send` resolves when the telling is durable on its shard, and
 * must not be called for a realm before its last call for the realm has resolved.
 */
export function carrierOfTellings(send: (telling: SentTelling) => Promise<unknown>): Carrier {
  /** By realm: the newest telling, while it is on its way or after it has failed. */
  const newest = new Map<string, Promise<unknown>>();
  return async ({ effectId, payload }) => {
    const telling = { ...(payload as Telling), effectId };
    const key = realmKeyOf(telling.names);
    const sent = (newest.get(key) ?? Promise.resolve()).then(() => send(telling));
    newest.set(key, sent);
    await sent;
    if (newest.get(key) === sent) newest.delete(key);
    return {};
  };
}

export type RecorderParts = {
  realmOf(key: string): RealmDocument | undefined;
  /** Resolves with the outcome when it is durable. */
  run(command: Command): Promise<Pick<Outcome, "status"> & { body: string }>;
};

/**
 * Records a telling in its realm on this shard; does nothing when the realm has its record. Resolves
 * when the record is durable; throws when the shard cannot record it.
 */
export async function recordTelling(
  { realmOf, run }: RecorderParts,
  { effectId, names, operation, input }: SentTelling,
): Promise<void> {
  const realm = realmOf(realmKeyOf(names));
  invariant(realm !== undefined, "the realms of a Product are open before they are told of it");
  const command = systemCommand(operation, input, realm, "platform", 0);
  const { status, body } = await run({ ...command, idempotencyKey: keyOf(effectId) });
  if (status >= 300) throw new Error(`${operation} of ${effectId}: ${body}`);
}

function keyOf(effectId: string): string {
  return uuidOfHex(createHash("sha256").update(effectId).digest("hex"));
}
