/**
 * What providers can be asked for, by version 1 of the published protocol (outbox/PROVIDER.md): the kinds of requests,
 * how far each can be, and which kind of provider serves them.
 */

/** What an answer may say beside the status that not all kinds have. */
export type KindMember = "tier" | "fields" | "details" | "accountName";

/**
 * What can be asked for. `open`: the statuses of an accepted request after which others can follow. `final`: those
 * after which none can. `only`: what alone can follow an open status; absent: every other status of the kind.
 * `unasked`: open statuses after which the provider is asked nothing more; what follows them is told by its news alone.
 * `members`: what an answer, or news, may say beside the status that not all kinds have.
 */
export const REQUEST_KINDS = {
  verification: {
    open: ["processing", "requires_input"],
    final: ["verified", "rejected"],
    only: {},
    unasked: [],
    members: ["tier", "fields"],
  },
  address: {
    open: ["processing"],
    final: ["active", "failed", "disabled", "retired"],
    only: {},
    unasked: [],
    members: ["details"],
  },
  // A payout that was posted can be returned days later, so it is not final then. Nobody asks each hour of those days.
  payout: {
    open: ["processing", "posted"],
    final: ["failed", "returned", "cancelled"],
    only: { posted: ["returned"] },
    unasked: ["posted"],
    members: [],
  },
  credit_return: {
    open: ["processing"],
    final: ["returned", "failed"],
    only: {},
    unasked: [],
    members: [],
  },
  // Whether an account has the name that it is said to have. Banks answer it at once.
  payee_check: {
    open: ["processing"],
    final: ["matched", "close_match", "no_match", "unavailable"],
    only: {},
    unasked: [],
    members: ["accountName"],
  },
  // What was collected can be returned for months, so it is not final then.
  collection: {
    open: ["processing", "collected"],
    final: ["failed", "returned"],
    only: { collected: ["returned"] },
    unasked: ["collected"],
    members: [],
  },
} as const satisfies Record<
  string,
  {
    open: readonly string[];
    final: readonly string[];
    only: Record<string, readonly string[]>;
    unasked: readonly string[];
    members: readonly KindMember[];
  }
>;

export type RequestKind = keyof typeof REQUEST_KINDS;
/** The statuses of one kind of request. */
export type StatusOf<K extends RequestKind> =
  | (typeof REQUEST_KINDS)[K]["open"][number]
  | (typeof REQUEST_KINDS)[K]["final"][number];
export type ProviderStatus = StatusOf<RequestKind>;

/** The kinds of providers that can be configured, and the kinds of requests that each serves. */
export const PROVIDER_KINDS = {
  verification: ["verification"],
  bank: ["address", "payout", "credit_return", "collection", "payee_check"],
} as const satisfies Record<string, readonly RequestKind[]>;

export type ProviderKind = keyof typeof PROVIDER_KINDS;

/** Every status, of all kinds of requests, each once. */
export const PROVIDER_STATUSES: readonly ProviderStatus[] = [
  ...new Set(Object.keys(REQUEST_KINDS).flatMap((kind) => statusesOf(kind as RequestKind))),
];

/** The statuses of a kind of request, those that are open first. */
export function statusesOf(kind: RequestKind): ProviderStatus[] {
  const { open, final } = REQUEST_KINDS[kind];
  return [...open, ...final];
}

/** What a provider may say of an accepted request beyond that it has begun: final statuses, then open ones. */
export function outcomesOf(kind: RequestKind): ProviderStatus[] {
  const { open, final } = REQUEST_KINDS[kind];
  return [...final, ...open.filter((status) => status !== "processing")];
}

/** Whether nothing can follow a status any more. */
export function isFinalStatus(kind: RequestKind, status: ProviderStatus): boolean {
  return (REQUEST_KINDS[kind].final as readonly string[]).includes(status);
}

/** Whether the provider is asked again what became of an accepted request of a kind that has this status. */
export function isAskedAbout(kind: RequestKind, status: ProviderStatus): boolean {
  const { unasked }: { unasked: readonly string[] } = REQUEST_KINDS[kind];
  return !isFinalStatus(kind, status) && !unasked.includes(status);
}

/** Whether an accepted request of a kind that has the one status can have the other one later. */
export function canFollow(kind: RequestKind, status: ProviderStatus, next: string): boolean {
  if (status === next || isFinalStatus(kind, status)) return false;
  const only: Readonly<Record<string, readonly string[]>> = REQUEST_KINDS[kind].only;
  return (only[status] ?? statusesOf(kind)).includes(next);
}

/** Whether a kind of provider is asked for a kind of request. */
export function serves(provider: ProviderKind, request: RequestKind): boolean {
  return (PROVIDER_KINDS[provider] as readonly RequestKind[]).includes(request);
}
