/**
 * A file of the data directory with the keys of one purpose: the one that is used, and earlier ones that
 * something still needs. Peppers, secrets of cursors, secrets of salts and receipt keys are each such a ring
 * (decisions/0105). A file that was never rotated has the form of earlier versions, its one key alone.
 *
 *   {"format": "key ring 1", "keys": [{"id", "fromMs", …}, …]}     the newest key first
 *
 * Guarantees: after a crash at any moment the file is whole, as it was or as it was to be; what is in memory
 * is on disk; no message has a part of a secret.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { OptionError } from "../base/option_error.ts";
import { writeWhole } from "../files/whole_file.ts";

export type RingKey = {
  /** Follows from the key and does not tell it. */
  id: string;
  /** Base64, or PEM of a receipt key. Absent once it was taken off the disk. */
  secret?: string;
  /** PEM; of a receipt key alone. */
  publicKey?: string;
  /** From when on it may have been used, milliseconds UTC. */
  fromMs: number;
  /** From when on it was used no more; absent of the current key, and of the one before while that is replaced. */
  untilMs?: number;
  /** When nothing needed the key any more and it was deleted. */
  retiredAtMs?: number;
  /** Of a secret of salts: by the id of a log, the first frame that the secret is for. */
  firstFrames?: Readonly<Record<string, number>>;
  /** Of a receipt key that somebody else has: what it has signed after this time is not to be trusted. */
  distrustedAfterMs?: number;
};

/** How the file of one purpose is read. */
export type RingKind = {
  file: string;
  /** The key of a file in the form of earlier versions; undefined where the bytes are of no such file. */
  single(bytes: Buffer, fromMs: number): RingKey | undefined;
  /** The id that follows from the key. Throws where the key is damaged. */
  idOf(key: RingKey): string;
};

const FORMAT = "key ring 1";
/** Deleted keys whose ids are kept, so that an older backup is known as one of the same directory. */
const RETIRED_MAX = 64;

export class KeyRing {
  readonly kind: RingKind;
  readonly #path: string;
  #keys: readonly RingKey[];

  private constructor(path: string, kind: RingKind, keys: readonly RingKey[]) {
    this.kind = kind;
    this.#path = path;
    this.#keys = keys;
  }

  /**
   * The keys of the directory. `fromMs`: when its first key was made at the earliest. Throws `OptionError`
   * where the file is missing or damaged.
   */
  static open(path: string, given: string, kind: RingKind, fromMs: number): KeyRing {
    const file = join(path, kind.file);
    const keys = existsSync(file) ? ringKeysIn(readFileSync(file), kind, fromMs) : undefined;
    if (keys !== undefined) return new KeyRing(path, kind, keys);
    throw new OptionError(
      `${join(given, kind.file)} is missing or damaged: restore it from the backup`,
    );
  }

  /** The newest first; keys that were deleted are among them, without their secrets. */
  get keys(): readonly RingKey[] {
    return this.#keys;
  }

  /** Those that may be used, the current one first. */
  get kept(): readonly RingKey[] {
    return keptOf(this.#keys);
  }

  get current(): RingKey {
    return this.#keys[0] as RingKey;
  }

  /**
   * Puts these keys in the place of those in the file; they are on disk when this returns. Where it throws, the
   * ring has the keys that the file has: a disk may refuse what comes after the change.
   */
  write(keys: readonly RingKey[]): void {
    const retired = keys.filter(({ retiredAtMs }) => retiredAtMs !== undefined);
    const forgotten = new Set(retired.slice(RETIRED_MAX));
    const kept = keys.filter((key) => !forgotten.has(key));
    const file = join(this.#path, this.kind.file);
    try {
      writeWhole(file, ringText(kept));
    } catch (cause) {
      if (readFileSync(file, "utf8") === ringText(kept)) this.#keys = kept;
      throw cause;
    }
    this.#keys = kept;
  }

  /** Puts other keys into the file where `change` gives some. */
  change(change: (keys: readonly RingKey[]) => readonly RingKey[]): void {
    const changed = change(this.#keys);
    if (changed.some((key, at) => key !== this.#keys[at])) this.write(changed);
  }
}

/** Those that were not deleted. */
export function keptOf(keys: readonly RingKey[]): RingKey[] {
  return keys.filter(({ retiredAtMs }) => retiredAtMs === undefined);
}

export function ringText(keys: readonly RingKey[]): string {
  return `${JSON.stringify({ format: FORMAT, keys }, null, 2)}\n`;
}

/** The keys of a file's bytes; undefined where these are of no such file. */
export function ringKeysIn(bytes: Buffer, kind: RingKind, fromMs = 0): RingKey[] | undefined {
  try {
    const single = kind.single(bytes, fromMs);
    if (single !== undefined) return [single];
    const { format, keys } = JSON.parse(bytes.toString("utf8")) as {
      format: unknown;
      keys: RingKey[];
    };
    if (format !== FORMAT || keys[0]?.secret === undefined) return undefined;
    return keys.every((key) => isWhole(key, kind)) ? keys : undefined;
  } catch {
    // Bytes that are no JSON, or JSON of another form.
    return undefined;
  }
}

/** Whether the id follows from the key; of a deleted key only the id is left. */
function isWhole(key: RingKey, kind: RingKind): boolean {
  if (!Number.isSafeInteger(key.fromMs) || typeof key.id !== "string") return false;
  const isBare = key.secret === undefined && key.publicKey === undefined;
  return isBare ? key.retiredAtMs !== undefined : kind.idOf(key) === key.id;
}

/**
 * What a backup that goes on must have until its logs are copied: the keys of the original, and those of the
 * backup that the original has deleted since. Undefined where the two are not of one directory.
 */
export function mergedRing(
  source: readonly RingKey[],
  target: readonly RingKey[],
): RingKey[] | undefined {
  const known = new Set(source.map(({ id }) => id));
  if (!target.some(({ id }) => known.has(id))) return undefined;
  const kept = new Set(keptOf(source).map(({ id }) => id));
  const needed = keptOf(target).filter(({ id }) => !kept.has(id));
  const taken = new Set(needed.map(({ id }) => id));
  return [...source.filter(({ id }) => !taken.has(id)), ...needed];
}
