/**
 * `npm run admin -- pepper|cursor-key|receipt-key|receipt-salt rotate|…`: other keys for the rings of the data
 * directory, while the server runs (decisions/0105 to 0107).
 * Guarantees: the new key is on disk before anything is made with it; all threads know it before any of them
 * uses it; killed at any point, the next start has every key that something needs, and ends what was begun. A
 * key goes only when nothing needs it.
 */
import { CURSOR_KEYS_MAX, CURSORS_TAKEN_MS } from "../access/cursor.ts";
import { PEPPERS_MAX } from "../access/peppers.ts";
import { isoTime } from "../base/iso_time.ts";
import { SALT_SECRETS_MAX } from "../contract/records/record_leaf.ts";
import { RECEIPT_KEYS_MAX } from "../contract/records/signing_key.ts";
import { newReceiptKey, newSecret } from "./key_files.ts";
import { type KeyRing, keptOf, type RingKey } from "./key_ring.ts";
import type { KeyRings, SharedRings } from "./key_rings.ts";

export type RotationParts = {
  rings: SharedRings;
  /** Resolves when all that was prepared with the earlier keys is answered. */
  settled(): Promise<unknown>;
  /** The last frame of each log that is acknowledged, by the id of the log. */
  heads(): Readonly<Record<string, number>>;
  /** Resolves when the key, in PEM, signs and no other does. */
  signWith(privatePem: string, fromMs: number): Promise<unknown>;
  nowMs(): number;
};

/** A key of a ring as the operator's commands show it, without any part of the key; times are ISO 8601. */
export type RingKeyView = {
  keyId: string;
  status: "current" | "kept" | "retired";
  from: string;
  until?: string;
  retired?: string;
  notTrustedAfter?: string;
};
export type RingView = { file: string; keys: RingKeyView[] };

/** Makes a new pepper, under which new digests are made. Digests under an earlier pepper stay. */
export async function rotatePepper({ rings, settled, nowMs }: RotationParts): Promise<RingView> {
  const { pepper } = rings.files;
  refuseFull(pepper, PEPPERS_MAX, "retire one first: pepper retire");
  rings.writePeppers([newSecret(nowMs()), ...pepper.keys]);
  // What was prepared under the earlier pepper is stored now, with a time before the end of that pepper.
  await settled();
  rings.writePeppers(ended(pepper.keys, nowMs()));
  return ringView(pepper);
}

/** Makes a new key for cursors. Cursors under an earlier key are taken for a day more. */
export async function rotateCursorKey({ rings, nowMs }: RotationParts): Promise<RingView> {
  const { cursor } = rings.files;
  const now = nowMs();
  const known = withoutTakenNoMore(cursor.keys, now);
  refuseFull({ kind: cursor.kind, kept: keptOf(known) }, CURSOR_KEYS_MAX, CURSORS_WAIT);
  rings.writeCursorKeys(ended([newSecret(now), ...known], now));
  return ringView(cursor);
}

const CURSORS_WAIT = "retire one first (cursor-key retire), or wait: each goes a day after its end";

/**
 * Makes a new secret for the salts of receipts' leaves: frames from now on use it, and earlier leaves stay as they
 * are.
 */
export async function rotateReceiptSalt({ rings, heads, nowMs }: RotationParts): Promise<RingView> {
  const { salt } = rings.files;
  refuseFull(salt, SALT_SECRETS_MAX, "all are needed, and there is room for no more");
  const fresh = newSecret(nowMs());
  rings.writeSalts(() => {
    const firstFrames = Object.fromEntries(
      Object.entries(heads()).map(([logId, frame]) => [logId, frame + 1]),
    );
    return ended([{ ...fresh, firstFrames }, ...salt.keys], fresh.fromMs);
  });
  return ringView(salt);
}

/**
 * Makes a new key that signs receipts. The public half of the earlier key stays, so that its proofs hold; its private
 * half is deleted.
 */
export async function rotateReceiptKey(parts: RotationParts): Promise<RingView> {
  const { rings, signWith, nowMs } = parts;
  const { receipt } = rings.files;
  refuseFull(receipt, RECEIPT_KEYS_MAX, "all are needed, and there is room for no more");
  const fresh = newReceiptKey(nowMs());
  rings.writeReceiptKeys([fresh, ...receipt.keys]);
  await signWith(fresh.secret ?? "", fresh.fromMs);
  rings.writeReceiptKeys(signingNoMore(receipt.keys, nowMs()));
  return ringView(receipt);
}

/** Marks a receipt key that somebody else has: what says that it was signed later is not to be trusted. */
export async function distrustReceiptKey(
  { rings, nowMs }: RotationParts,
  { keyId, afterMs }: { keyId: string; afterMs: number },
): Promise<RingView> {
  const { receipt } = rings.files;
  const key = keyWith(receipt, keyId);
  if (key === receipt.current) {
    throw new Error(`${keyId} signs now: give it a successor first, receipt-key rotate`);
  }
  if (!(afterMs >= 0 && afterMs <= nowMs())) {
    throw new Error("--after is a time in ISO 8601 that is over, such as 2026-01-31T12:00:00Z");
  }
  const distrusted = { ...key, distrustedAfterMs: afterMs };
  rings.writeReceiptKeys(receipt.keys.map((one) => (one === key ? distrusted : one)));
  return ringView(receipt);
}

/** Deletes a pepper that nothing needs. `needs`: says what still needs the pepper that ended at a time. */
export async function retirePepper(
  { rings, nowMs }: RotationParts,
  keyId: string,
  needs: (untilMs: number) => Promise<readonly string[]>,
): Promise<RingView> {
  const { pepper } = rings.files;
  const { untilMs } = endedKey(pepper, keyId);
  refuseNeeded(keyId, await needs(untilMs));
  rings.writePeppers(retired(pepper.keys, keyId, nowMs()));
  return ringView(pepper);
}

/** Ends the cursors of an earlier key at once: a client whose cursor is refused begins its list anew. */
export async function retireCursorKey(
  { rings, nowMs }: RotationParts,
  keyId: string,
): Promise<RingView> {
  const { cursor } = rings.files;
  endedKey(cursor, keyId);
  rings.writeCursorKeys(retired(cursor.keys, keyId, nowMs()));
  return ringView(cursor);
}

/** Deletes a secret of salts that no record has: of two rotations with nothing written between them. */
export async function retireReceiptSalt(
  { rings, heads, nowMs }: RotationParts,
  keyId: string,
): Promise<RingView> {
  const { salt } = rings.files;
  const key = endedKey(salt, keyId);
  refuseNeeded(keyId, framesOf(salt.kept, key, heads()));
  rings.writeSalts(() => retired(salt.keys, keyId, nowMs()));
  return ringView(salt);
}

/**
 * Ends the rotations that a crash has cut short. To be called before anything is made with the keys, when no
 * other process has the directory.
 */
export function endRotations(rings: KeyRings, nowMs: number): void {
  rings.pepper.change((keys) => ended(keys, nowMs));
  rings.cursor.change((keys) => withoutTakenNoMore(ended(keys, nowMs), nowMs));
  rings.salt.change((keys) => ended(keys, nowMs));
  rings.receipt.change((keys) => signingNoMore(keys, nowMs));
  rings.nameReceiptKey();
}

/** What is in the files, without a part of any key. */
export function ringViews({ pepper, cursor, salt, receipt }: KeyRings): RingView[] {
  return [pepper, cursor, salt, receipt].map(ringView);
}

function ringView({ kind, keys, current }: KeyRing): RingView {
  return {
    file: kind.file,
    keys: keys.map((key) => ({
      keyId: key.id,
      status: key === current ? "current" : key.retiredAtMs === undefined ? "kept" : "retired",
      from: isoTime(key.fromMs),
      ...(key.untilMs !== undefined && { until: isoTime(key.untilMs) }),
      ...(key.retiredAtMs !== undefined && { retired: isoTime(key.retiredAtMs) }),
      ...(key.distrustedAfterMs !== undefined && {
        notTrustedAfter: isoTime(key.distrustedAfterMs),
      }),
    })),
  };
}

/** The keys, of which all but the first have an end. */
function ended(keys: readonly RingKey[], nowMs: number): RingKey[] {
  return keys.map((key, at) =>
    at === 0 || key.untilMs !== undefined ? key : { ...key, untilMs: nowMs },
  );
}

/** The keys that sign, each but the first with its end and without its private half: only the first can sign. */
function signingNoMore(keys: readonly RingKey[], nowMs: number): RingKey[] {
  return ended(keys, nowMs).map((key, at) => {
    if (at === 0 || key.secret === undefined) return key;
    const { secret: _, ...published } = key;
    return published;
  });
}

function withoutTakenNoMore(keys: readonly RingKey[], nowMs: number): RingKey[] {
  return keys.map((key) => {
    const isTaken = (key.untilMs ?? nowMs) + CURSORS_TAKEN_MS > nowMs;
    return isTaken || key.retiredAtMs !== undefined ? key : withoutSecret(key, nowMs);
  });
}

function retired(keys: readonly RingKey[], keyId: string, nowMs: number): RingKey[] {
  return keys.map((key) => (key.id === keyId ? withoutSecret(key, nowMs) : key));
}

function withoutSecret({ secret: _, ...key }: RingKey, nowMs: number): RingKey {
  return { ...key, retiredAtMs: nowMs };
}

function keyWith(ring: KeyRing, keyId: string): RingKey {
  const key = ring.kept.find(({ id }) => id === keyId);
  if (key === undefined)
    throw new Error(`${ring.kind.file} has no key ${keyId}: see key-files list`);
  return key;
}

/** A key of the ring that is not the current one. */
function endedKey(ring: KeyRing, keyId: string): RingKey & { untilMs: number } {
  const key = keyWith(ring, keyId);
  const { untilMs } = key;
  if (key === ring.current || untilMs === undefined) {
    throw new Error(`${keyId} is the current key of ${ring.kind.file}: rotate first`);
  }
  return { ...key, untilMs };
}

function refuseFull(
  { kind, kept }: Pick<KeyRing, "kind" | "kept">,
  most: number,
  advice: string,
): void {
  if (kept.length < most) return;
  throw new Error(`${kind.file} has ${kept.length} keys, at most ${most}: ${advice}`);
}

function refuseNeeded(keyId: string, needs: readonly string[]): void {
  if (needs.length > 0) throw new Error(`${keyId} is still needed: ${needs.join("; ")}`);
}

/** The frames whose records have salts of the secret, a text for each log. */
function framesOf(
  kept: readonly RingKey[],
  key: RingKey,
  heads: Readonly<Record<string, number>>,
): string[] {
  const at = kept.findIndex(({ id }) => id === key.id);
  const next = kept[at - 1];
  return Object.entries(heads).flatMap(([logId, head]) => {
    const first = key.firstFrames === undefined ? 1 : (key.firstFrames[logId] ?? head + 1);
    const last = Math.min(head, (next?.firstFrames?.[logId] ?? head + 1) - 1);
    return first <= last ? [`the records of frames ${first} to ${last} of log ${logId}`] : [];
  });
}
