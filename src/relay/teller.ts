/**
 * The way of what the platform shard has to tell into the realms of Products: from the platform shard
 * through main to the ledger shard that has the realm; and of what a ledger shard has to tell into the realm of a
 * company, the other way.
 * Guarantees: each telling has one record in its realm, however often it is sent, through crashes and
 * resets of a sandbox, because its idempotency key is made of its effect; the tellings of a realm are
 * recorded in the order of the platform shard's records. A telling that fails, because its shard has
 * stopped, keeps back all later ones of its realm: it is sent again after a pause, and by the next start.
 */
import { createHash } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import { uuidOfHex } from "../base/uuid.ts";
import type { Carrier } from "../contract/declare/effect.ts";
import { realmKeyOf } from "../contract/declare/principal.ts";
import type { RealmDocument } from "../contract/records/realm_document.ts";
import { CLOSING, type Telling, type WideTelling } from "../features/platform/platform_telling.ts";
import type { Command, Outcome } from "../shard/command.ts";
import { systemCommand } from "../shard/system_command.ts";

/** A telling on its way, and the effect that it is. */
export type SentTelling = Telling & { effectId: string };

/** How long a realm whose telling has failed is left alone; doubled from failure to failure. */
export const RETRY_FIRST_MS = 1_000;
export const RETRY_MAX_MS = 60_000;

/** The tellings of a realm that are not durable there, oldest first. */
type Way = {
  waiting: {
    telling: SentTelling;
    done: (answer: string) => void;
    fail: (cause: unknown) => void;
  }[];
  /** Why the oldest could not be sent, until it is. */
  failure: { cause: unknown } | undefined;
};

/**
 * The carrier of `TELLING` and `CLOSING` on the platform shard, in one order for both, and of `COMPANY_TELLING` on a
 * ledger shard. `send` resolves with the
 * answer when the telling is durable on its shard, and
 * is not called for a realm before its last call for the realm has ended. `pause` resolves after so many
 * milliseconds. A telling that fails, or waits behind one, is given up as an effect of this run of the process,
 * because callers wait for effects; it is sent all the same, and the next start finds its record. A `WideTelling` is one of each of its
 * realms, and is done when all are.
 */
export function carrierOfTellings(
  send: (telling: SentTelling) => Promise<string>,
  pause: (ms: number) => Promise<unknown>,
): Carrier {
  const ways = new Map<string, Way>();
  const carry = (telling: SentTelling, kind: string) =>
    new Promise<Record<string, unknown>>((resolve, fail) => {
      const key = realmKeyOf(telling.names);
      const done = (answer: string) =>
        resolve(kind === CLOSING.kind ? outcomeOf(telling, answer) : {});
      const way = ways.get(key) ?? { waiting: [], failure: undefined };
      way.waiting.push({ telling, done, fail });
      if (way.failure !== undefined) fail(way.failure.cause);
      if (ways.has(key)) return;
      ways.set(key, way);
      void sendAll(way, { send, pause, onOver: () => ways.delete(key) });
    });
  return async ({ effectId, kind, payload }) => {
    const telling = payload as Telling | WideTelling;
    if (!("realms" in telling)) return carry({ ...telling, effectId }, kind);
    await Promise.all(inEach(telling, effectId).map((each) => carry(each, kind)));
    return {};
  };
}

/** One shard may have several of the realms, so each telling has an id of its own. */
function inEach({ realms, ...what }: WideTelling, effectId: string): SentTelling[] {
  return realms.map((realm) => ({
    ...what,
    ...realm,
    effectId: `${effectId} ${realmKeyOf(realm.names)}`,
  }));
}

/** The input of `platform.closing.settle`. */
function outcomeOf({ close, names: { environment } }: SentTelling, answer: string) {
  return { close, environment, answer: JSON.parse(answer) as unknown };
}

type Sending = {
  send: (telling: SentTelling) => Promise<string>;
  pause: (ms: number) => Promise<unknown>;
  /** Called when nothing is left, in the same step, so that no telling comes between. */
  onOver: () => void;
};

async function sendAll(way: Way, { send, pause, onOver }: Sending): Promise<void> {
  let pauseMs = RETRY_FIRST_MS;
  for (let [first] = way.waiting; first !== undefined; [first] = way.waiting) {
    let answer: string;
    try {
      answer = await send(first.telling);
    } catch (cause) {
      way.failure = { cause };
      for (const { fail } of way.waiting) fail(cause);
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS);
      continue;
    }
    way.failure = undefined;
    pauseMs = RETRY_FIRST_MS;
    way.waiting.shift();
    first.done(answer);
  }
  onOver();
}

export type RecorderParts = {
  realmOf(key: string): RealmDocument | undefined;
  /** Resolves with the outcome when it is durable. */
  run(command: Command): Promise<Pick<Outcome, "status"> & { body: string }>;
};

/**
 * Records a telling in its realm on this shard; does nothing when the realm has its record. Resolves
 * with the answer when the record is durable; throws when the shard cannot record it.
 */
export async function recordTelling(
  { realmOf, run }: RecorderParts,
  { effectId, names, operation, input }: SentTelling,
): Promise<string> {
  const realm = realmOf(realmKeyOf(names));
  invariant(realm !== undefined, "the realms of a Product are open before they are told of it");
  const command = systemCommand(operation, input, realm, "platform", 0);
  const { status, body } = await run({ ...command, idempotencyKey: keyOf(effectId) });
  if (status >= 300) throw new Error(`${operation} of ${effectId}: ${body}`);
  return body;
}

function keyOf(effectId: string): string {
  return uuidOfHex(createHash("sha256").update(effectId).digest("hex"));
}
