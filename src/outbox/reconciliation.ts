/**
 * Compares the book of a provider with what the platform has on record of it. Reads both and changes neither.
 * Guarantees: what was under way at either side while the books were read is no difference. The platform's records
 * are read before the provider's book, since a provider commits what it accepts before it answers; what then looks
 * different is looked up once more at the end.
 * Keeps the id and the state of each request in memory meanwhile, some 150 bytes a request.
 */
import {
  DIFFERENCES,
  type DifferenceKind,
  type FoundDifference,
  type OwnHome,
} from "../contract/messages/book_differences.ts";
import {
  canFollow,
  isAskedAbout,
  type ProviderStatus,
  type RequestKind,
  statusesOf,
} from "../contract/messages/provider_kinds.ts";
import type {
  ProviderAnswer,
  ProviderBookLine,
  ProviderPage,
} from "../contract/messages/provider_protocol.ts";
import { type BookReading, linesOfBook } from "./book_lines.ts";

/**
 * How far a request is on record: no answer yet; refused; given up before an answer; what was asked for is over
 * without an outcome; or the newest status that the provider has told, which is one of its kind.
 */
export type OwnState = "unanswered" | "refused" | "abandoned" | "over" | ProviderStatus;

export type OwnEffect = {
  effectId: string;
  kind: RequestKind;
  state: OwnState;
  providerReference?: string;
  /** What the provider has told against the state, the last time. */
  contradiction?: ProviderStatus;
  /** The realm of the request. */
  home?: OwnHome;
};

/**
 * `here`, `there`: the state or reference of the effect at the platform and at the provider; absent where that side
 * has none.
 */
export type Difference = {
  difference: DifferenceKind;
  effectId: string;
  here?: string;
  there?: string;
};

export type Reconciliation = {
  /** Whether there is no difference. */
  agree: boolean;
  /** Requests on record, and effects in the provider's book. */
  here: number;
  there: number;
  /** Requests whose newest status the platform will learn by itself: at the next attempt or question, or before by news. */
  pending: number;
  counts: Record<DifferenceKind, number>;
  /** The first ones of each kind, at most `DIFFERENCES_SHOWN_MAX`. */
  differences: Difference[];
  /** All of them. */
  found: FoundDifference[];
};

/** Differences of one kind that are shown. */
export const DIFFERENCES_SHOWN_MAX = 100;

export type ReconciliationParts = {
  /** Every request that was made to the provider; read anew at each call. */
  own(): AsyncIterable<OwnEffect>;
  /** A page of the provider's book; throws where the provider gives none. */
  page(after: string | undefined): Promise<ProviderPage>;
};

/** Compares both sides once. Rejects where the provider's book cannot be read to its end. */
export async function reconcile({ own, page }: ReconciliationParts): Promise<Reconciliation> {
  const before = new Map<string, OwnEffect>();
  for await (const effect of own()) before.set(effect.effectId, effect);
  const seen = new Set<string>();
  const suspects = new Map<string, ProviderBookLine | undefined>();
  let pending = 0;
  for await (const line of linesOfBook(readingOf(page, before))) {
    seen.add(line.effectId);
    const known = before.get(line.effectId);
    if (differencesOf(line.effectId, known, line).length > 0) suspects.set(line.effectId, line);
    else if (known !== undefined && isPending(known, line)) pending++;
  }
  for (const effect of before.values()) {
    if (!seen.has(effect.effectId) && isAccepted(effect)) suspects.set(effect.effectId, undefined);
  }
  const { differences, found } = await lookedUpOnceMore(suspects, before, own);
  const counts = Object.fromEntries(
    DIFFERENCES.map((kind) => [kind, 0]),
  ) as Reconciliation["counts"];
  const shown = differences.filter(
    ({ difference }) => ++counts[difference] <= DIFFERENCES_SHOWN_MAX,
  );
  const agree = differences.length === 0;
  return { agree, here: before.size, there: seen.size, pending, counts, differences: shown, found };
}

function readingOf(
  page: ReconciliationParts["page"],
  known: ReadonlyMap<string, OwnEffect>,
): BookReading<ProviderBookLine> {
  return {
    book: "the provider's book",
    async page(after) {
      const { effects: lines, next } = await page(after);
      return { lines, next };
    },
    idOf: ({ effectId }) => effectId,
    isKnown: (effectId) => known.has(effectId),
  };
}

/** The differences that remain when the platform's records are read once more. */
async function lookedUpOnceMore(
  suspects: ReadonlyMap<string, ProviderBookLine | undefined>,
  before: ReadonlyMap<string, OwnEffect>,
  own: ReconciliationParts["own"],
): Promise<{ differences: Difference[]; found: FoundDifference[] }> {
  const now = new Map<string, OwnEffect>();
  if (suspects.size > 0) {
    for await (const effect of own()) {
      if (suspects.has(effect.effectId)) now.set(effect.effectId, effect);
    }
  }
  const ownOf = (effectId: string) => now.get(effectId) ?? before.get(effectId);
  const differences = [...suspects].flatMap(([effectId, line]) =>
    differencesOf(effectId, ownOf(effectId), line),
  );
  const found = differences.map(({ difference, effectId: of }): FoundDifference => {
    const home = ownOf(of)?.home;
    return { difference, of, ...(home !== undefined && { home }) };
  });
  return { differences, found };
}

function differencesOf(
  effectId: string,
  own: OwnEffect | undefined,
  line: ProviderBookLine | undefined,
): Difference[] {
  if (line === undefined) {
    if (own === undefined || !isAccepted(own)) return [];
    return [{ difference: "missing_there", effectId, here: own.state }];
  }
  const there = statusOf(line);
  if (own === undefined) return [{ difference: "unknown_here", effectId, there }];
  const { state: here, providerReference } = own;
  const differences: Difference[] = [];
  if (!canBeOfOne(own, there)) {
    differences.push({ difference: "status_differs", effectId, here, there });
  }
  if (
    line.result === "accepted" &&
    providerReference !== undefined &&
    providerReference !== line.providerReference
  ) {
    const references = { here: providerReference, there: line.providerReference };
    differences.push({ difference: "reference_differs", effectId, ...references });
  }
  return differences;
}

/**
 * Whether the two states can be of one effect, now or when the platform has asked the provider again. A status that
 * is none of the kind of the effect can not.
 */
function canBeOfOne({ kind, state }: OwnEffect, there: ProviderStatus | "refused"): boolean {
  if (there !== "refused" && !statusesOf(kind).includes(there)) return false;
  switch (state) {
    case "unanswered":
    case "abandoned":
    case "over":
      return true;
    case "refused":
      return there === "refused";
    default:
      return state === there || (isAskedAbout(kind, state) && canFollow(kind, state, there));
  }
}

/** Whether the platform will learn the provider's state of the effect by itself. */
function isPending({ kind, state }: OwnEffect, line: ProviderAnswer): boolean {
  if (state === "unanswered") return true;
  return isStatus(state) && isAskedAbout(kind, state) && state !== statusOf(line);
}

function statusOf(answer: ProviderAnswer): ProviderStatus | "refused" {
  return answer.result === "accepted" ? answer.status : "refused";
}

/** Whether the provider has said here that it accepts. A subject that is over may never have been accepted. */
function isAccepted({ state }: OwnEffect): boolean {
  return isStatus(state);
}

function isStatus(state: OwnState): state is ProviderStatus {
  return !["unanswered", "refused", "abandoned", "over"].includes(state);
}
