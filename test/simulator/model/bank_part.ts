/** What the model of a realm knows of what banks do for it: each thing in all versions; and what providers are asked. */
import type { Versions } from "./model.ts";

/** What a provider is asked. Only the newest version is kept. */
export type Asked = {
  providerRequestId: string;
  subject:
    | "verification"
    | "payout"
    | "beneficiary"
    | "financial_address"
    | "received_credit"
    | "collection";
  subjectId: string;
  /** It is asked to give up, or to change, what another request has asked for. */
  isCancel?: boolean;
  /** The status that the change leads to. */
  leadsTo?: string;
  /** What whoever waits is answered when the provider has accepted, where that is known from the beginning. */
  accepts?: Record<string, unknown>;
  /** The simulator looks at its last digits. */
  amount?: string;
  /** What else the simulator is asked to do with its attempts. */
  wish?: "reject" | "timeout once" | undefined;
  /** The place of the record that asked. */
  place: number;
  status: "waiting" | "unknown" | "accepted" | "refused" | "abandoned";
  attempts: number;
  /** When the next attempt is due, by the Product's clock. */
  dueAtMs: number | undefined;
  /** Some attempt had no answer. */
  wasUnknown: boolean;
  /** The frame of the answer, or of the end of what was asked for. */
  overFrame: number;
  /** What whoever waits for the provider is answered; undefined while nobody knows. */
  end: { status: number; code?: string; answer?: Record<string, unknown> } | undefined;
  questions: number;
  /** The provider is asked how far it is. */
  isAsked: boolean;
  newsIds: string[];
  /** News that came before the answer. */
  early: (Told & { occurredAtMs: number })[];
  /** When the newest that was applied has happened. */
  newestAtMs?: number;
};

/** How far a provider says that it is. */
export type Told = {
  status: string;
  occurredAtMs?: number;
  reason?: string;
  details?: Readonly<Record<string, string>>;
};

export type Beneficiary = {
  /** The id that was made for it. */
  beneficiaryId: string;
  /** The id that the caller has chosen for it: what answers call it then. */
  chosenId?: string | undefined;
  ownerType: string;
  ownerId?: string | undefined;
  name: string;
  nickname?: string | undefined;
  rail: string;
  /** Of the rail `book`. */
  accountId?: string | undefined;
  status: "pending" | "active" | "blocked" | "archived";
  /** What a bank has found. `isAccepted`: somebody has said that a mismatch is paid all the same. */
  verification: { status: string; result?: string | undefined; isAccepted?: true };
  externalId?: string | undefined;
  metadata: Readonly<Record<string, string>>;
  revision: number;
};

export type Payout = {
  payoutId: string;
  transferId: string;
  sourceAccountId: string;
  destinationAccountId: string;
  /** Who owns the source account, where a customer does. */
  customerId?: string | undefined;
  beneficiaryId: string;
  amount: bigint;
  currency: string;
  rail: string;
  /** Absent of the rail `book`. */
  provider?: string | undefined;
  status: "created" | "processing" | "posted" | "failed" | "cancelled" | "returned";
  expectedArrivalDate: string;
  /** The provider is asked to give it up. */
  cancelRequestId?: string | undefined;
  /** When the simulator goes on with it, by the Product's clock. */
  simulatedAtMs?: number | undefined;
  failureCode?: string | undefined;
  returnTransferId?: string | undefined;
  returnedToAccountId?: string | undefined;
  externalId?: string | undefined;
  /** Of one that an action of an object has made. */
  objectId?: string;
  action?: string;
  label?: string;
  /** The ends of which its object was not told, in order, and when it is. */
  untold?: readonly string[];
  tellsAtMs?: number;
  /** By the Product's clock. */
  madeAtMs: number;
  revision: number;
};

export type Address = {
  financialAddressId: string;
  accountId: string;
  type: string;
  country: string;
  currency: string;
  status: "pending" | "active" | "disabled" | "retired" | "failed";
  /** Of one of live that was opened. */
  alias?: string | undefined;
  failureCode?: string | undefined;
  /** What its provider is asked, once it is opened. */
  asks?: { action: string } | undefined;
  externalId?: string | undefined;
  revision: number;
};

export type Credit = {
  receivedCreditId: string;
  provider: string;
  reference: string;
  financialAddressId: string;
  /** The account that has the money, or had it. */
  accountId: string;
  amount: bigint;
  currency: string;
  status: "credited" | "suspended" | "assigned" | "returning" | "returned";
  suspenseReason?: string | undefined;
  transferId: string;
  assignedTransferId?: string | undefined;
  returnTransferId?: string | undefined;
  failureCode?: string | undefined;
  revision: number;
};

export type PayoutLimit = {
  customerId?: string | undefined;
  currency: string;
  period: "P1D" | "P1W" | "P1M";
  maxCount?: number | undefined;
  maxAmount?: string | undefined;
  maxEach?: string | undefined;
};

export type BankPart = {
  beneficiaries: Versions<Beneficiary>;
  payouts: Versions<Payout>;
  addresses: Versions<Address>;
  credits: Versions<Credit>;
  /** By customer, currency and period. */
  limits: Map<string, PayoutLimit>;
};

/** The fields of the inputs about these. */
export type BankInput = {
  beneficiaryId?: string;
  ownerType?: string;
  ownerId?: string;
  nickname?: string | null;
  acceptMismatch?: true;
  rail?: string;
  destination?: Readonly<Record<string, string>>;
  payoutId?: string;
  ended?: string;
  financialAddressId?: string;
  country?: string;
  receivedCreditId?: string;
  reference?: string;
  occurredAtMs?: number;
  ifNotCreditable?: string;
  wholeBalance?: boolean;
  period?: string;
  maxCount?: number;
  maxAmount?: string;
  maxEach?: string;
};

export function createBankPart(): BankPart {
  const things = { beneficiaries: new Map(), payouts: new Map() };
  return { ...things, addresses: new Map(), credits: new Map(), limits: new Map() };
}
