/**
 * The model of a Product in one environment, as simple as possible: plain objects in maps, every
 * version of each object kept with the frame that made it. It is written from the specification and
 * the published rules of each operation, and shares no code with the features.
 */
import {
  type Asked,
  type BankInput,
  type BankPart,
  createBankPart,
  type Told,
} from "./bank_part.ts";
import type { First, ProgramInput, ProgramPart } from "./program_part.ts";

export type Freeze = { plane: "tenant" | "platform"; mode: "debits" | "all" };

/** What a caller may write on an account or a customer, and change by a PATCH. */
export type Texts = {
  name?: string | undefined;
  externalId?: string | undefined;
  metadata: Readonly<Record<string, string>>;
};

export type Account = Texts & {
  accountId: string;
  role: string;
  currency: string;
  ownerType: string;
  ownerId: string;
  status: "open" | "frozen" | "closed";
  freezes: readonly Freeze[];
  revision: number;
  /**
   * The totals ever credited and debited, and the amounts that holds reserve to and from the
   * account.
   */
  credits: bigint;
  debits: bigint;
  incoming: bigint;
  held: bigint;
};

export type Customer = Texts & {
  customerId: string;
  test: boolean;
  /** The newest access, of which `accessStatus` is a copy. */
  accessId?: string;
  accessStatus: Access["status"] | "none";
  /** The tier that the platform has verified, 0 to 3. */
  tier: number;
  status: "pending" | "active" | "suspended" | "closed";
  revision: number;
};

export type Access = {
  customerAccessId: string;
  customerId: string;
  ports: readonly string[];
  compliance: "pending" | "clear" | "refused";
  status: "pending_compliance" | "pending" | "rejected" | "active" | "suspended" | "revoked";
  revision: number;
};

/** The entity of a customer. `standing`: how all that the first tier asks for stands. */
export type Entity = {
  entityId: string;
  customerId: string;
  kind: string;
  standing: "none" | "pending" | "met" | "rejected";
  /** A verification looks at what was submitted. */
  isInReview: boolean;
  /** The newest one. */
  verificationId?: string;
};

export type Verification = {
  verificationId: string;
  entityId: string;
  status:
    | "pending"
    | "processing"
    | "requires_input"
    | "verified"
    | "failed"
    | "cancelled"
    | "expired";
  outcome?: string;
  attempts: number;
  expiresAtMs: number;
  /** When the simulator verifies by itself. */
  newsAtMs?: number;
};

export type Transfer = {
  transferId: string;
  sourceAccountId: string;
  destinationAccountId: string;
  currency: string;
  kind: "book" | "funding" | "hold" | "reversal" | "action" | "collection" | "payout";
  status: "pending" | "posted" | "failed" | "voided" | "reversed";
  amount: bigint;
  /** A bank has moved it, and no reversal gives it back. */
  isOfBank?: true;
  /** The part of the amount that reversals have returned. */
  reversed: bigint;
  /** The month in which its money was booked; the transfer whose money it takes back. */
  bookedIn?: string;
  takesBack?: string | undefined;
};

export type Hold = {
  transferHoldId: string;
  transferId: string;
  sourceAccountId: string;
  destinationAccountId: string;
  currency: string;
  amount: bigint;
  cleared: bigint;
  status: "reserved" | "cleared" | "cancelled" | "expired";
  expiresAtMs: number;
};

/** An address that is told of events. Deleted ones stay, as nothing that a caller can find. */
export type Endpoint = {
  webhookEndpointId: string;
  url: string;
  /** Types of events, or `*`. */
  eventTypes: readonly string[];
  description?: string | undefined;
  metadata: Readonly<Record<string, string>>;
  status: "enabled" | "disabled" | "deleted";
  disabledReason?: "manual" | "gone" | "exhausted" | undefined;
  /** Until when each replaced secret that is in force signs too, the newest first; undefined where there is none. */
  oldSecretsUntilMs?: readonly number[] | undefined;
  revision: number;
  /** When it was disabled, the last time. */
  disabledAtMs?: number;
};

/** An event as the realm counts it, and the place of its record. */
export type TheEvent = { frame: number; id: string; type: string; resourceId: string };

/** Objects of one kind by id, each with all its versions. */
export type Versions<T> = Map<string, { frame: number; value: T }[]>;

/** What became of sending one event to one endpoint, where that was not delivered at once. */
export type Delivery = {
  number: number;
  status: "pending" | "delivered" | "exhausted" | "cancelled";
  /** The number of the last attempt since the delivery became pending. */
  attempt: number;
  nextAttemptAtMs?: number | undefined;
  attempts: readonly Attempted[];
  createdAtMs: number;
  updatedAtMs: number;
  /** The other endpoints are still to be told that it is exhausted. */
  isUntold: boolean;
  /** When a caller last asked for it. */
  askedAtMs?: number | undefined;
};

/** A delivery as a read shows it. */
export type ShownDelivery = { status: Delivery["status"]; attempt: number; attempts: number };

/** One attempt, as its report says. */
export type Attempted = { atMs: number; durationMs: number; httpStatus?: number; error?: string };

/** The deliveries of one endpoint. */
export type DeliveryLine = {
  isOpen: boolean;
  /** The number of the event of its last opening. */
  openedAt: number;
  /** Every event up to this number is over, is none for the endpoint, or has a delivery of its own. */
  position: number;
  delivered: number;
  lastSuccessAtMs?: number | undefined;
  lastFailureAtMs?: number | undefined;
  failingSinceMs?: number | undefined;
  givesUp?: "gone" | "exhausted" | undefined;
  /** By the number of the event. */
  deliveries: Map<number, Delivery>;
  /** By the number of the event: the versions that reads show, also of what was delivered at once. */
  shown: Map<number, { frame: number; value: ShownDelivery }[]>;
};

export type Realm = {
  tenantId: string;
  productId: string;
  environment: "sandbox" | "live";
  accounts: Versions<Account>;
  customers: Versions<Customer>;
  accesses: Versions<Access>;
  entities: Versions<Entity>;
  verifications: Versions<Verification>;
  /** What providers are asked, by the id of the request. */
  asked: Map<string, Asked>;
  /** What is armed for the simulator. */
  fault: { mode: string; count: number } | undefined;
  transfers: Versions<Transfer>;
  holds: Versions<Hold>;
  /** From `type:externalId` to the id of the object that has it; never removed. */
  externalIds: Map<string, string>;
  /** The times of the sandbox's clock, newest last; empty in live. */
  clock: { frame: number; value: number }[];
  /** Advances of the clock that are under way, in the order of their records. */
  runs: Run[];
  /** The platform's accounts: for funding by currency, and for each bank by currency and its name. */
  platformAccounts: Map<string, string>;
  /** Every event of the name that the realm has, those of before a reset too; numbered from 1. */
  events: TheEvent[];
  /** The number of the last event that its endpoints are sent: of a retired realm, that of the reset. */
  lastEvent: number;
  endpoints: Versions<Endpoint>;
  /** What was delivered to each endpoint, by its id; those of deleted endpoints too. */
  lines: Map<string, DeliveryLine>;
  bank: BankPart;
  /** Of a Product that runs a program. */
  program: ProgramPart | undefined;
  /** It took the place of another, and nobody furnished it. */
  /** The next month that ends, `YYYY-MM`; undefined of a realm that is no Product's. */
  month: string | undefined;
  /** What the newest statement closed with, by currency. */
  closings: Map<string, string>;
  wasReset: boolean;
};

/** An advance of the clock: the place of its record, how many steps ran, and the frame of its end. */
export type Run = { place: number; toMs: number; ran: number; overFrame: number };

/** The time and the place of a decision, and the ids of the objects that it makes. `timeMs`: of its record, which may come late. */
export type Moment = {
  nowMs: number;
  timeMs: number;
  place: number;
  frame: number;
  id(prefix: string, sub?: number): string;
};

/**
 * The outcome that a request must have: a refusal, or fields that the answer must have. `run`: the
 * advance that must end before the answer may leave; the answer then also has `ran`. `asked`: what its provider
 * must have been asked before. `first`: the rows that must have run before. `status`: of an answer that is not the usual one.
 */
export type Verdict =
  | { code: string; details?: Record<string, unknown> }
  | {
      code: undefined;
      answer: Record<string, unknown>;
      run?: Run;
      asked?: Asked;
      first?: First;
      status?: number;
    };

/** Path and body of a request that matches the contract: the fields that any operation has. */
export type Input = ProgramInput &
  BankInput & {
    productId?: string;
    month?: string;
    confirm?: string;
    customerId?: string;
    customerAccessId?: string;
    entityId?: string;
    verificationId?: string;
    tier?: string;
    resource?: { type: string; id: string };
    provider?: string;
    count?: number;
    providerRequestId?: string;
    attempt?: number;
    question?: number;
    progress?: Told;
    newsId?: string;
    ports?: string[];
    outcome?: string;
    accountId?: string;
    transferId?: string;
    transferHoldId?: string;
    sourceAccountId?: string;
    destinationAccountId?: string;
    amount?: string;
    currency?: string;
    name?: string | null;
    externalId?: string | null;
    metadata?: Record<string, string | null> | null;
    expectedRevision?: number;
    expiresAt?: string;
    at?: string;
    mode?: string;
    role?: string;
    test?: boolean;
    kycTier?: string;
    reason?: string;
    owner?: { type: string; id: string };
    entity?: { kind: string; displayName: string; country: string };
    items?: Input[];
    atomic?: boolean;
    webhookEndpointId?: string;
    webhookDeliveryId?: string;
    eventId?: string;
    url?: string;
    eventTypes?: string[];
    description?: string | null;
    overlapSeconds?: number;
    since?: string;
    until?: string;
    eventType?: string;
    overrides?: Record<string, unknown>;
  };

export function createRealm(
  names: Pick<Realm, "tenantId" | "productId" | "environment">,
  clockMs: number,
): Realm {
  return {
    ...names,
    accounts: new Map(),
    customers: new Map(),
    accesses: new Map(),
    entities: new Map(),
    verifications: new Map(),
    asked: new Map(),
    fault: undefined,
    transfers: new Map(),
    holds: new Map(),
    externalIds: new Map(),
    clock: names.environment === "sandbox" ? [{ frame: 0, value: clockMs }] : [],
    runs: [],
    platformAccounts: new Map(),
    events: [],
    lastEvent: Number.POSITIVE_INFINITY,
    endpoints: new Map(),
    lines: new Map(),
    bank: createBankPart(),
    program: undefined,
    wasReset: false,
    month: undefined,
    closings: new Map(),
  };
}

export function latest<T>(objects: Versions<T>, id: string | undefined): T | undefined {
  return objects.get(id as string)?.at(-1)?.value;
}

/** The version that was the newest one at `frame`. */
export function asOf<T>(
  versions: readonly { frame: number; value: T }[] | undefined,
  frame: number,
): T | undefined {
  return versions?.findLast((version) => version.frame <= frame)?.value;
}

export function put<T>(objects: Versions<T>, id: string, value: T, { frame }: Moment): void {
  const versions = objects.get(id);
  if (versions === undefined) objects.set(id, [{ frame, value }]);
  else versions.push({ frame, value });
}

/** True when another object of the type has the external id: the answer is `state_conflict`. */
export function isTaken(
  realm: Realm,
  type: string,
  externalId: string | null | undefined,
  id?: string,
): boolean {
  if (externalId === undefined || externalId === null) return false;
  const holder = realm.externalIds.get(`${type}:${externalId}`);
  return holder !== undefined && holder !== id;
}

/**
 * Gives the external id to the object; `null` gives none. The external id that the object had until
 * now is free.
 */
export function claim(
  realm: Realm,
  type: string,
  externalId: string | null | undefined,
  id: string,
): void {
  if (externalId === undefined) return;
  for (const [claimed, holder] of realm.externalIds) {
    if (holder === id && claimed.startsWith(`${type}:`)) realm.externalIds.delete(claimed);
  }
  if (externalId !== null) realm.externalIds.set(`${type}:${externalId}`, id);
}

/** The Product's time: in a sandbox the time of its clock, in live `nowMs`. */
export function clockOf(realm: Realm, nowMs: number): number {
  return realm.clock.at(-1)?.value ?? nowMs;
}

export function postedOf(account: Account): bigint {
  return account.credits - account.debits;
}
export function availableOf(account: Account): bigint {
  return postedOf(account) - account.held;
}
