/**
 * `npm run admin -- seal-key rotate`: a new key for the secrets that are sealed at rest, while the
 * server runs (decisions/0059).
 * Guarantees: killed at any point, `seal.key` has the key of every secret; run again, the rotation that
 * was begun goes on; the file loses the old key only when no secret needs it.
 */
import { equalBytes } from "../../wal/format.ts";
import { SEAL_KEYS_MAX, type SealKeys } from "../access/seal_keys.ts";

/** The longest that what is under way may take, milliseconds: as long as a preparation and a write. */
const SETTLE_MS = 75_000;

/** The keys that secrets are sealed under. */
export type SealKeyRing = {
  /** As they are in the file, the current one first; more than one while they are rotated. */
  readonly keys: readonly Uint8Array[];
  /**
   * Puts a new key before the present one, on disk; returns both. Where an earlier rotation did not
   * come to its end, that one goes on, and there is no other new key.
   */
  begin(): readonly Uint8Array[];
  /** Takes all keys but the current one off the disk; to be called when no secret needs them. */
  end(): void;
};

export type SealRotationParts = {
  ring: SealKeyRing;
  /** The keys in the memory of all threads. */
  keys: SealKeys;
  /** Resolves when all that was prepared with the earlier keys is answered. */
  settled(): Promise<unknown>;
  /** Seals every secret anew that is not sealed under this key; resolves with whose they are. */
  reseal(keyId: string): Promise<Resealed>;
  /** Wraps every key of an entity anew that is not under the current key; resolves with how many. */
  rewrap(): Promise<number>;
};

/** How many endpoints and providers had a secret that was sealed anew. */
export type Resealed = { webhookEndpoints: number; providers: number };
export type SealRotation = { sealKeyId: string; entityKeys: number } & Resealed;

/** Throws, with both keys kept, when the rotation does not come to its end. */
export async function rotateSealKey(parts: SealRotationParts): Promise<SealRotation> {
  const { ring, keys } = parts;
  const inFile = ring.begin();
  // A key that the file has lost stays in memory: whoever has just read a text under it can open it.
  const others = keys.all
    .map(({ bytes }) => bytes)
    .filter((bytes) => !inFile.some((key) => equalBytes(key, bytes)));
  keys.write([...inFile, ...others].slice(0, SEAL_KEYS_MAX));
  await withinTime(parts.settled());
  const { id: sealKeyId } = keys.current;
  const resealed = await parts.reseal(sealKeyId);
  const entityKeys = await parts.rewrap();
  ring.end();
  return { sealKeyId, ...resealed, entityKeys };
}

/** Resolves with `settled`; throws where that takes longer than what is under way may take. */
export async function withinTime(settled: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    const message = "requests under way did not end in time: run the command again";
    timer = setTimeout(() => reject(new Error(message)), SETTLE_MS);
  });
  try {
    await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
