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

const TAIL_BEGIN = Buffer.from('{"t":"customer","o":"cust_');
const QUOTE = 34;
const BACKSLASH = 92;
const LAST_ASCII = 127;

/**
 * Recognises documents whose tails are alike but for the customer: most accounts belong to a customer,
 * have nothing in their extras, and were changed by one of few. A start then parses no JSON for them.
 */
export class LikeTail {
  /** What stood behind the customer's id in the tail that was learned, from the quote on. */
  #end = Buffer.alloc(0);

  /** Where the 26 characters of the customer's id begin; -1 where the tail is another. */
  customerAt(bytes: Buffer, documentAt: number, documentEnd: number): number {
    const at = documentAt + FIXED_BYTES + TAIL_BEGIN.length;
    const restAt = at + ID_SUFFIX_LENGTH;
    if (documentEnd - restAt !== this.#end.length) return -1;
    const isLike =
      isAt(TAIL_BEGIN, bytes, documentAt + FIXED_BYTES) && isAt(this.#end, bytes, restAt);
    if (!isLike) return -1;
    for (let index = at; index < restAt; index++) {
      const byte = bytes[index] as number;
      if (byte === QUOTE || byte === BACKSLASH || byte > LAST_ASCII) return -1;
    }
    return at;
  }

  /** Learns the tail of a document whose account belongs to a customer. */
  learn(document: Uint8Array): void {
    const end = document.subarray(FIXED_BYTES + TAIL_BEGIN.length + ID_SUFFIX_LENGTH);
    this.#end = Buffer.from(end);
  }
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
