/** What the model of a realm knows of the program that its Product runs: each thing as reads show it, in all versions. */
import type { World } from "../../model/naive_world.ts";
import type { Versions } from "./model.ts";

export type ObjectShown = {
  objectId: string;
  buildId: string;
  kind: string;
  state: string;
  revision: number;
  fields: Readonly<Record<string, unknown>>;
  subject: string | undefined;
  remainders: Readonly<Record<string, string>>;
  aggregates: Readonly<Record<string, string>>;
  ownAccounts: readonly { name: string; accountId: string }[];
  /** The action that led to the revision. */
  action: string;
  /** Its state is a terminal one. */
  isOver: boolean;
};

export type DecisionShown = {
  decisionId: string;
  objectId: string;
  gate: string;
  status: "pending" | "approved" | "declined" | "timed_out";
  deadlineMs: number;
  isUsed: boolean;
  /** When the platform calls an action by itself; absent where none waits. */
  callsAtMs?: number;
};

export type RowShown = {
  scheduleId: string;
  objectId: string;
  kind: string;
  schedule: string;
  index: number;
  dueAtMs: number;
  /** When it was made: it runs no earlier. */
  madeAtMs: number;
  /** When the last attempt ran. */
  ranAtMs?: number;
  attempt: number;
  status: "scheduled" | "waiting" | "ran" | "skipped" | "failed";
  /** Every attempt was refused: what comes next is the last call. */
  isLast?: true;
  refusedWith?: string;
  skippedBecause?: "until" | "ended" | "no_amount" | "migrated";
  collectionId?: string;
};

export type ConsentShown = {
  consentId: string;
  customerId: string;
  type: string;
  accountId: string | undefined;
  limits: {
    maxAmount?: string;
    maxTotal?: string;
    maxCount?: number;
    currency?: string;
    period?: string;
  };
  /** In the period that began at `sinceMs`. */
  used: { count: number; total: string; sinceMs: number };
  /** By what a bank collects from an account elsewhere. */
  mandate?: { beneficiaryId: string; reference: string; rail: string } | undefined;
  /** What of it banks are asked for that have not said whether they have it. */
  underWay?: { count: number; total: string };
  validFromMs: number;
  expiresAtMs: number | undefined;
  textDigest: string | undefined;
  isVerified: boolean;
  status: "pending" | "active" | "rejected" | "revoked" | "expired" | "consumed";
  revision: number;
};

export type CollectionShown = {
  collectionId: string;
  customerId: string;
  consentId: string;
  /** Of one that an object asks for, by an action or by a row; undefined of one that was made by hand. */
  objectId: string | undefined;
  scheduleId: string | undefined;
  /** Of an action. */
  action?: string;
  label?: string;
  /** The end of which its object was not told, and when it is; no answer shows it. */
  untold?: string;
  tellsAtMs?: number;
  /** Of one that was made by hand. */
  sourceAccountId?: string;
  destinationAccountId?: string;
  amount: string;
  currency: string;
  dueAt: string;
  transferId: string | undefined;
  attempts: readonly {
    at: string;
    operationId: string;
    outcome: string;
    code: string | undefined;
  }[];
  failure: { code: string; retryable: boolean } | undefined;
  cancellationReason: string | undefined;
  /** Of one by a mandate, as all up to `simulatedAtMs`. */
  rail?: string | undefined;
  provider?: string;
  expectedSettlementDate?: string;
  creditedAccountId?: string;
  returnableUntil?: { anyReason: string; unauthorized: string };
  returnTransferId?: string;
  returnedFromAccountId?: string;
  /** When the simulator goes on with it, by the Product's clock; no answer shows it. */
  simulatedAtMs?: number | undefined;
  status: "scheduled" | "processing" | "collected" | "failed" | "returned" | "cancelled";
  revision: number;
};

/** Rows that an action made due at once: its answer waits for the first attempt of each. */
export type First = {
  scheduleIds: readonly string[];
  /** By the row: the operation of its first attempt. */
  operations: Map<string, string>;
  overFrame: number;
};

export type ProgramPart = {
  /** Of the naive interpreter. Balances, customers and consents are put into it before each call. */
  world: World;
  /** The ids of accounts of the Product and of objects, by the names that the interpreter has for them. */
  accounts: Map<string, string>;
  objects: Versions<ObjectShown>;
  decisions: Versions<DecisionShown>;
  rows: Versions<RowShown>;
  consents: Versions<ConsentShown>;
  collections: Versions<CollectionShown>;
  /** The transfers that were made apart and settle a collection. */
  bound: Set<string>;
  firsts: First[];
  /** How many records have changed it. */
  changes: number;
  /** What the realm runs from which frame on, the newest last. */
  builds: { frame: number; buildId: string }[];
  /** In the order in which they were asked for. */
  migrations: Migration[];
};

/** Objects of one Build that become objects of the next, step by step. */
export type Migration = {
  /** The number of the installation. */
  revision: number;
  to: string;
  dueAtMs: number;
  steps: number;
  /** The objects that no step has looked at, the next one first. */
  waiting: readonly string[];
  migrated: number;
  refused: readonly string[];
  isOver: boolean;
};

/** The fields of inputs about programs. */
export type ProgramInput = {
  kind?: string;
  objectId?: string;
  action?: string;
  fields?: Record<string, unknown>;
  input?: Record<string, unknown>;
  onBehalfOf?: string;
  build?: { buildId: string };
  migrate?: string[];
  revision?: number;
  step?: number;
  decisionId?: string;
  scheduleId?: string;
  consentId?: string;
  collectionId?: string;
  dueAt?: string;
  type?: string;
  limits?: ConsentShown["limits"];
  mandate?: { beneficiaryId: string; reference?: string };
  evidence?: { method: string; acceptedAt?: string; textDigest?: string };
};
