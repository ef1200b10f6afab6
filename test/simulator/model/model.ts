/**
 * What a Product in one environment is, said as naively as possible: plain things in maps, every
 * version of each kept with the frame that made it. Written from the specification and the published
 * rules of each operation, not from the features: it shares no code with them.
 */

export type Freeze = { plane: "tenant" | "platform"; mode: "debits" | "all" };

export type Account = {
  accountId: string;
  role: string;
  currency: string;
  ownerType: string;
  ownerId: string;
  status: "open" | "frozen" | "closed";
  freezes: readonly Freeze[];
  revision: number;
  /** Everything that was ever credited and debited, and what holds reserve in either direction. */
  credits: bigint;
  debits: bigint;
  incoming: bigint;
  held: bigint;
};

export type Customer = {
  customerId: string;
  status: "pending" | "active" | "suspended" | "closed";
  revision: number;
};

export type Transfer = {
  transferId: string;
  sourceAccountId: string;
  destinationAccountId: string;
  currency: string;
  kind: "book" | "funding" | "hold" | "reversal";
  status: "pending" | "posted" | "failed" | "voided" | "reversed";
  amount: bigint;
  /** What has been given back of it. */
  reversed: bigint;
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

/** Things of one kind, each with all that it ever was. */
export type Shelf<T> = Map<string, { frame: number; value: T }[]>;

export type Scope = {
  tenantId: string;
  productId: string;
  environment: "sandbox" | "live";
  accounts: Shelf<Account>;
  customers: Shelf<Customer>;
  transfers: Shelf<Transfer>;
  holds: Shelf<Hold>;
  /** `type:externalId` to the id of what has it, for good. */
  externalIds: Map<string, string>;
  /** Where the sandbox's clock stood, newest last; empty in live. */
  clock: { frame: number; value: number }[];
  /** Advances of the clock that are under way, in the order they came. */
  runs: Run[];
  /** The platform's side of funding: the account of each currency. */
  platformAccounts: Map<string, string>;
};

/** An advance of the clock: the place of its record, how many steps ran, and when it was over. */
export type Run = { place: number; toMs: number; ran: number; overFrame: number };

/** When and where a request is decided, and the ids that things get which it makes. */
export type Moment = {
  nowMs: number;
  place: number;
  frame: number;
  id(prefix: string, sub?: number): string;
};

/**
 * What must come of a request: a refusal, or fields that the answer must have. `run`: nobody may be
 * answered before it is over, and then `ran` is in the answer, too.
 */
export type Verdict =
  | { code: string; details?: Record<string, unknown> }
  | { code: undefined; answer: Record<string, unknown>; run?: Run };

/** Path and body of a request that matches the contract: the fields that any operation has. */
export type Input = {
  productId?: string;
  customerId?: string;
  accountId?: string;
  transferId?: string;
  transferHoldId?: string;
  sourceAccountId?: string;
  destinationAccountId?: string;
  amount?: string;
  currency?: string;
  externalId?: string;
  expectedRevision?: number;
  expiresAt?: string;
  at?: string;
  mode?: Freeze["mode"];
  role?: string;
  test?: boolean;
  owner?: { type: string; id: string };
  entity?: { kind: string; displayName: string; country: string };
  items?: Input[];
  atomic?: boolean;
};

export function createScope(
  names: Pick<Scope, "tenantId" | "productId" | "environment">,
  clockMs: number,
): Scope {
  return {
    ...names,
    accounts: new Map(),
    customers: new Map(),
    transfers: new Map(),
    holds: new Map(),
    externalIds: new Map(),
    clock: names.environment === "sandbox" ? [{ frame: 0, value: clockMs }] : [],
    runs: [],
    platformAccounts: new Map(),
  };
}

export function latest<T>(shelf: Shelf<T>, id: string | undefined): T | undefined {
  return shelf.get(id as string)?.at(-1)?.value;
}

/** As it stood when `frame` was the newest. */
export function asOf<T>(
  versions: readonly { frame: number; value: T }[] | undefined,
  frame: number,
): T | undefined {
  return versions?.findLast((version) => version.frame <= frame)?.value;
}

export function put<T>(shelf: Shelf<T>, id: string, value: T, { frame }: Moment): void {
  const versions = shelf.get(id);
  if (versions === undefined) shelf.set(id, [{ frame, value }]);
  else versions.push({ frame, value });
}

/** `state_conflict` while another thing of the type has the external id. */
export function isTaken(
  scope: Scope,
  type: string,
  externalId: string | undefined,
  id?: string,
): boolean {
  if (externalId === undefined) return false;
  const holder = scope.externalIds.get(`${type}:${externalId}`);
  return holder !== undefined && holder !== id;
}

export function claim(
  scope: Scope,
  type: string,
  externalId: string | undefined,
  id: string,
): void {
  if (externalId !== undefined) scope.externalIds.set(`${type}:${externalId}`, id);
}

/** The Product's time: in a sandbox that of its clock, which stands still. */
export function clockOf(scope: Scope, nowMs: number): number {
  return scope.clock.at(-1)?.value ?? nowMs;
}

export function postedOf(account: Account): bigint {
  return account.credits - account.debits;
}
export function availableOf(account: Account): bigint {
  return postedOf(account) - account.held;
}
