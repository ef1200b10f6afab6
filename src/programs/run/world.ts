/**
 * What the engine asks of its caller. The engine reads a world and never changes it: its caller
 * puts what an outcome says into the world. All answers are of one moment, that of the call.
 */
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Account } from "./account.ts";
import type { ObjectRecord } from "./object_record.ts";

export interface World {
  /** The Product's clock, milliseconds UTC. */
  readonly nowMs: number;
  readonly productId: string;
  /** True: the engine refuses a move that its source cannot pay. False: the ledger does. */
  readonly checksBalances: boolean;
  /**
   * What the account may spend, with its credit, before this call; 0 where there is no such account
   * yet.
   */
  balance(account: Account): bigint;
  /** What payouts that have not ended have reserved on an own account of an object, before this call. */
  reserved(account: Account): bigint;
  /** The account's id, one for each account; its `key` where it has no id yet. */
  accountIdOf(account: Account): string;
  object(kind: string, objectId: string): ObjectRecord | undefined;
  /** The object that holds the claim. */
  claimedBy(claim: ClaimKey): string | undefined;
  /** A count, or what was added to a sum of the scope `subject` or `product`; 0 at first. */
  aggregate(key: AggregateKey): bigint;
  /** What a limit measures, before this call. */
  exposure(key: LimitKey): bigint;
  /**
   * A customer; undefined where there is none; or why it may not take part, where the caller knows
   * that. `part`: whom the object is about, who calls, or whom a field names.
   */
  party(customerId: string, part: "subject" | "actor" | "named"): Party | Refusal | undefined;
  /** The newest decision of the gate. */
  decision(objectId: string, gate: string): DecisionRecord | undefined;
  consent(consentId: string): ConsentRecord | undefined;
  /** Whether nobody may use the kind any more. */
  isRetired(kind: string): boolean;
}

export type Party = {
  customerId: string;
  /** `active`, or else it is refused with the status. */
  status: string;
  entityId: string;
  entityStatus: string;
  entityKind: "person" | "organization";
  tier: string;
  /** The access that stands; absent where there is none, or where it was revoked. */
  access: { customerAccessId: string; status: string; isRefused: boolean } | undefined;
};

/** An exclusive reference: the field of objects of the kind, and the object that it names. */
export type ClaimKey = { kind: string; field: string; objectId: string };

/** `scope`: the subject's id, or "" of the Product. `currency`: of a sum. */
export type AggregateKey = {
  kind: string;
  name: string;
  scope: string;
  currency: string | undefined;
};

/** `scope`: the subject's id, or "" of the Product. */
export type LimitKey = { name: string; scope: string };

export type DecisionRecord = {
  decisionId: string;
  status: "pending" | "approved" | "declined" | "timed_out";
  deadlineMs: number;
  onTimeout: "decline" | "approve";
  /** An approval lets one call run. */
  isUsed: boolean;
};

export type ConsentRecord = {
  consentId: string;
  customerId: string;
  type: string;
  status: "pending" | "active" | "rejected" | "revoked" | "expired" | "consumed";
  validFromMs?: number;
  expiresAtMs?: number;
  revokedAtMs?: number;
  isVerified: boolean;
  /** True: of an account at another bank, whose bank collects and answers later. */
  hasMandate?: boolean;
  currency?: string;
  maxAmount?: bigint;
  maxTotal?: bigint;
  maxCount?: number;
  /** In the consent's period, where it has one. */
  usedTotal: bigint;
  usedCount: number;
};
