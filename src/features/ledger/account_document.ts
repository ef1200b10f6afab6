/**
 * An account as the `state` environment stores it: what a read needs of it and what a restart
 * needs to rebuild the ledger's columns. 72 fixed bytes, little endian, and a JSON tail:
 *
 * offset  0 u8 version     4 u16 currency   12 u32 revision         40 u64 credits pending
 *         1 u8 status      6 u16 head sub   16 u64 debits posted    48 f64 head place
 *         2 u8 role        8 u32 ordinal    24 u64 credits posted   56 f64 row count
 *         3 u8 freezes                      32 u64 debits pending   64 f64 updated, ms UTC
 */
import { invariant } from "../../base/invariant.ts";
import type { OwnerType } from "./roles.ts";
import { packCurrency, type RowPosition, unpackCurrency } from "./transfer_row.ts";

export const ACCOUNT_STATUSES = ["open", "frozen", "closed"] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type FreezePlane = "tenant" | "platform";
export type FreezeMode = "debits" | "all";
/** One freeze that stands. `freezeId` keys its row in the history. */
export type Freeze = {
  freezeId: string;
  plane: FreezePlane;
  mode: FreezeMode;
  reason: string;
  sinceMs: number;
};

/** What most accounts do not have. */
export type AccountExtras = {
  name?: string;
  metadata?: Record<string, string>;
  externalId?: string;
  freezes?: Freeze[];
  frozenAtMs?: number;
  unfrozenAtMs?: number;
  closedAtMs?: number;
};

export type AccountCounters = {
  /** Minor units, each only ever counted up but pending, which holds release. */
  debitsPosted: bigint;
  creditsPosted: bigint;
  debitsPending: bigint;
  creditsPending: bigint;
};

export type AccountDocument = AccountCounters & {
  ordinal: number;
  status: AccountStatus;
  roleCode: number;
  currency: string;
  revision: number;
  head: RowPosition;
  rowCount: number;
  updatedAtMs: number;
  ownerType: OwnerType;
  ownerId: string;
  /** Credential that made the last change of the resource (transfers are not changes of it). */
  changedBy: string;
  extras: AccountExtras | undefined;
};

type Tail = { t: OwnerType; o: string; b: string; x?: AccountExtras };

const FIXED_BYTES = 72;
const encoder = new TextEncoder();

export function encodeAccountDocument(account: AccountDocument): Uint8Array {
  const tail: Tail = { t: account.ownerType, o: account.ownerId, b: account.changedBy };
  if (account.extras !== undefined) tail.x = account.extras;
  const tailBytes = encoder.encode(JSON.stringify(tail));
  const bytes = Buffer.allocUnsafeSlow(FIXED_BYTES + tailBytes.length);
  bytes[0] = 1;
  bytes[1] = ACCOUNT_STATUSES.indexOf(account.status);
  bytes[2] = account.roleCode;
  bytes[3] = account.extras?.freezes?.length ?? 0;
  bytes.writeUInt16LE(packCurrency(account.currency), 4);
  bytes.writeUInt16LE(account.head.sub, 6);
  bytes.writeUInt32LE(account.ordinal, 8);
  bytes.writeUInt32LE(account.revision, 12);
  bytes.writeBigUInt64LE(account.debitsPosted, 16);
  bytes.writeBigUInt64LE(account.creditsPosted, 24);
  bytes.writeBigUInt64LE(account.debitsPending, 32);
  bytes.writeBigUInt64LE(account.creditsPending, 40);
  bytes.writeDoubleLE(account.head.place, 48);
  bytes.writeDoubleLE(account.rowCount, 56);
  bytes.writeDoubleLE(account.updatedAtMs, 64);
  bytes.set(tailBytes, FIXED_BYTES);
  return bytes;
}

export function decodeAccountDocument(value: Uint8Array): AccountDocument {
  const bytes = bufferOf(value);
  invariant(bytes[0] === 1, "an account document is of a known version");
  const tail = JSON.parse(bytes.toString("utf8", FIXED_BYTES)) as Tail;
  return {
    debitsPosted: bytes.readBigUInt64LE(16),
    creditsPosted: bytes.readBigUInt64LE(24),
    debitsPending: bytes.readBigUInt64LE(32),
    creditsPending: bytes.readBigUInt64LE(40),
    ordinal: bytes.readUInt32LE(8),
    status: ACCOUNT_STATUSES[bytes[1] as number] as AccountStatus,
    roleCode: bytes[2] as number,
    currency: unpackCurrency(bytes.readUInt16LE(4)),
    revision: bytes.readUInt32LE(12),
    head: { place: bytes.readDoubleLE(48), sub: bytes.readUInt16LE(6) },
    rowCount: bytes.readDoubleLE(56),
    updatedAtMs: bytes.readDoubleLE(64),
    ownerType: tail.t,
    ownerId: tail.o,
    changedBy: tail.b,
    extras: tail.x,
  };
}

/** Only the four counters and the currency: what a balance needs, without parsing the tail. */
export function decodeAccountBalance(value: Uint8Array): AccountCounters & { currency: string } {
  const bytes = bufferOf(value);
  invariant(bytes[0] === 1, "an account document is of a known version");
  // Field by field: a spread makes the object's shape anew each time (3 of 30 us of a balance read).
  return {
    debitsPosted: bytes.readBigUInt64LE(16),
    creditsPosted: bytes.readBigUInt64LE(24),
    debitsPending: bytes.readBigUInt64LE(32),
    creditsPending: bytes.readBigUInt64LE(40),
    currency: unpackCurrency(bytes.readUInt16LE(4)),
  };
}

/** Credits minus debits that have posted, minor units; negative for a platform account. */
export function postedOf(counters: AccountCounters): bigint {
  return counters.creditsPosted - counters.debitsPosted;
}

/** What may be spent: posted less what holds reserve, minor units. */
export function availableOf(counters: AccountCounters): bigint {
  return postedOf(counters) - counters.debitsPending;
}

function bufferOf(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value)
    ? value
    : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
