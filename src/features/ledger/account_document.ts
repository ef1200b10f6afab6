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
  invariant(bytes[0] === VERSION, "an account document is of a known version");
  const tail = JSON.parse(bytes.toString("utf8", FIXED_BYTES)) as Tail;
  return {
    ordinal: bytes.readUInt32LE(8),
    status: ACCOUNT_STATUSES[bytes[1] as number] as AccountStatus,
    roleCode: bytes[2] as number,
    currency: unpackCurrency(bytes.readUInt16LE(4)),
    revision: bytes.readUInt32LE(12),
    updatedAtMs: bytes.readDoubleLE(16),
    ownerType: tail.t,
    ownerId: tail.o,
    changedBy: tail.b,
    extras: tail.x,
  };
}

/** The two fields that a read of the balance needs, without parsing the tail. */
export function decodeAccountHead(value: Uint8Array): { ordinal: number; currency: string } {
  const bytes = bufferOf(value);
  invariant(bytes[0] === VERSION, "an account document is of a known version");
  return { ordinal: bytes.readUInt32LE(8), currency: unpackCurrency(bytes.readUInt16LE(4)) };
}

function bufferOf(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value)
    ? value
    : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
