/**
 * An account as the `state` database stores it, without its balance (balance_block.ts): what a
 * read needs of it and what a restart needs to rebuild the ledger's columns. 24 fixed bytes, little
 * endian, and a JSON tail:
 *
 * offset 0 u8 version   4 u16 currency   12 u32 revision
 *        1 u8 status    6 u16 0          16 f64 updated, ms UTC
 *        2 u8 role      8 u32 ordinal
 *        3 u8 freezes
 */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { MANY_OWNERS, type ManyOwners } from "./account_owners.ts";
import type { PlatformWording } from "./platform_wordings.ts";
import type { OwnerType } from "./roles.ts";
import { packCurrency, unpackCurrency } from "./transfer_row.ts";

export const ACCOUNT_STATUSES = ["open", "frozen", "closed"] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type FreezePlane = "tenant" | "platform";
export type FreezeMode = "debits" | "all";
/**
 * One freeze in force. `freezeId` is the key of its row in the history. `reason` is the text of the
 * tenant; of a freeze of the platform it is a private note, which only old facts have. What an answer
 * shows of a freeze is its `publicWording` (freeze_wording.ts).
 */
export type Freeze = {
  freezeId: string;
  plane: FreezePlane;
  mode: FreezeMode;
  reason?: string;
  /** Of a freeze of the platform; old facts lack it. */
  wording?: PlatformWording;
  sinceMs: number;
};

/** Optional fields of an account; most accounts have none of them. */
export type AccountExtras = {
  name?: string;
  metadata?: Record<string, string>;
  externalId?: string;
  freezes?: Freeze[];
  frozenAtMs?: number;
  unfrozenAtMs?: number;
  closedAtMs?: number;
};

export type AccountDocument = {
  ordinal: number;
  status: AccountStatus;
  roleCode: number;
  currency: string;
  revision: number;
  updatedAtMs: number;
  ownerType: OwnerType;
  ownerId: string;
  /** Text of the actor of the resource's last change; a transfer does not change the resource. */
  changedBy: string;
  extras: AccountExtras | undefined;
};

type Tail = { t: OwnerType; o: string; b: string; x?: AccountExtras };

const VERSION = 2;
const FIXED_BYTES = 24;
const encoder = new TextEncoder();

export function encodeAccountDocument(account: AccountDocument): Uint8Array {
  const tail: Tail = { t: account.ownerType, o: account.ownerId, b: account.changedBy };
  if (account.extras !== undefined) tail.x = account.extras;
  const tailBytes = encoder.encode(JSON.stringify(tail));
  const bytes = Buffer.allocUnsafeSlow(FIXED_BYTES + tailBytes.length);
  bytes[0] = VERSION;
  bytes[1] = ACCOUNT_STATUSES.indexOf(account.status);
  bytes[2] = account.roleCode;
  bytes[3] = account.extras?.freezes?.length ?? 0;
  bytes.writeUInt16LE(packCurrency(account.currency), 4);
  bytes.writeUInt16LE(0, 6);
  bytes.writeUInt32LE(account.ordinal, 8);
  bytes.writeUInt32LE(account.revision, 12);
  bytes.writeDoubleLE(account.updatedAtMs, 16);
  bytes.set(tailBytes, FIXED_BYTES);
  return bytes;
}

export function decodeAccountDocument(value: Uint8Array): AccountDocument {
  const bytes = bufferOf(value);
  const { ordinal, statusCode, roleCode, currencyCode, revision, updatedAtMs } =
    decodeAccountNumbers(bytes, 0);
  const tail = JSON.parse(bytes.toString("utf8", FIXED_BYTES)) as Tail;
  return {
    ordinal,
    status: ACCOUNT_STATUSES[statusCode] as AccountStatus,
    roleCode,
    currency: unpackCurrency(currencyCode),
    revision,
    updatedAtMs,
    ownerType: tail.t,
    ownerId: tail.o,
    changedBy: tail.b,
    extras: tail.x,
  };
}

/** The fixed fields of an account's document that begins at `at`, as numbers. */
export function decodeAccountNumbers(bytes: Buffer, at: number) {
  invariant(bytes[at] === VERSION, "an account document is of a known version");
  return {
    ordinal: bytes.readUInt32LE(at + 8),
    statusCode: bytes[at + 1] as number,
    roleCode: bytes[at + 2] as number,
    currencyCode: bytes.readUInt16LE(at + 4),
    revision: bytes.readUInt32LE(at + 12),
    updatedAtMs: bytes.readDoubleLE(at + 16),
  };
}

/** By the owners of whom there are many: how the tail of a document begins, up to the 26 characters of the owner's id. */
const TAIL_BEGINS = MANY_OWNERS.map(({ ownerType, prefix }) =>
  Buffer.from(`{"t":"${ownerType}","o":"${prefix}`),
);
const QUOTE = 34;
const BACKSLASH = 92;
const LAST_ASCII = 127;
/** How many different tails are remembered. */
const TAILS_MAX = 8;

/** A tail that was learned. The owner's id begins `idAt` bytes after the document does. */
export type KnownTail<Meaning> = {
  readonly kind: ManyOwners;
  readonly idAt: number;
  /** What stands behind the owner's id, from the quote on. */
  readonly end: Buffer;
  readonly meaning: Meaning;
};

/**
 * Recognises documents whose tails are alike but for the owner: most accounts belong to a customer or to an object,
 * have nothing in their extras but the name that a program gives, and were changed by one of few. A start then
 * parses no JSON for them.
 */
export class LikeTails<Meaning> {
  readonly #known: KnownTail<Meaning>[] = [];
  #oldest = 0;

  /** The tail that the document's is like; undefined where it is another. */
  find(bytes: Buffer, documentAt: number, documentEnd: number): KnownTail<Meaning> | undefined {
    for (const known of this.#known) {
      const restAt = documentAt + known.idAt + ID_SUFFIX_LENGTH;
      if (documentEnd - restAt !== known.end.length || !isAt(known.end, bytes, restAt)) continue;
      if (!isAt(TAIL_BEGINS[known.kind] as Buffer, bytes, documentAt + FIXED_BYTES)) continue;
      return isPlain(bytes, restAt - ID_SUFFIX_LENGTH, restAt) ? known : undefined;
    }
    return undefined;
  }

  /** Learns the tail of a document whose owner is one of the many, with what `meaning` says of it. */
  learn(document: Uint8Array, kind: ManyOwners, meaning: Meaning): void {
    const idAt = FIXED_BYTES + (TAIL_BEGINS[kind] as Buffer).length;
    if (!isPlain(document, idAt, idAt + ID_SUFFIX_LENGTH)) return;
    const end = Buffer.from(document.subarray(idAt + ID_SUFFIX_LENGTH));
    this.#known[this.#oldest] = { kind, idAt, end, meaning };
    this.#oldest = (this.#oldest + 1) % TAILS_MAX;
  }
}

/** Whether the bytes are ASCII characters that stand in JSON as they are. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    const byte = bytes[index] as number;
    if (byte === QUOTE || byte === BACKSLASH || byte > LAST_ASCII) return false;
  }
  return true;
}

function isAt(part: Buffer, bytes: Buffer, at: number): boolean {
  for (let index = 0; index < part.length; index++) {
    if (part[index] !== bytes[at + index]) return false;
  }
  return true;
}

/** The two fields that a read of the balance needs, without parsing the tail. */
export function decodeAccountHead(value: Uint8Array): { ordinal: number; currency: string } {
  const bytes = bufferOf(value);
  const { ordinal, currencyCode } = decodeAccountNumbers(bytes, 0);
  return { ordinal, currency: unpackCurrency(currencyCode) };
}

function bufferOf(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value)
    ? value
    : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
