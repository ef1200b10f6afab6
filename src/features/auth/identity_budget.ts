/**
 * How often somebody whom nobody knows asks for the same e-mail address. Each request whose proof of work is
 * right is counted in the record that takes the proof, so a request with a worthless proof, or with one that
 * was used, counts nowhere, and one proof counts once however often it is sent.
 * A count is of an e-mail address and the network that asks for it: so nobody uses up what others have
 * who ask for the address from elsewhere. The mails to the address are counted over all who ask for it.
 */
import { invariant } from "../../base/invariant.ts";
import { networkOf } from "../../base/ip_address.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Apply, DecisionContext } from "../../contract/declare/operation.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { removeOver } from "../../contract/tables/document_index.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { RATE_WINDOW_SECONDS } from "../../contract/values/rate_window_seconds.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { AuthState, IdentityCount } from "./auth_state.ts";

export const IDENTITY_COUNTED = "identity.counted.1";

export type IdentityCounted = { kind: typeof IDENTITY_COUNTED; key: string };

/**
 * A digest that something is counted or kept under. `key`: under the current pepper; `keys`: under each, since
 * what was counted or kept before a rotation still stands under another.
 */
export type Keyed = { key: string; keys: readonly string[] };

/** Who asks, and for which address, as digests: the log has neither the address nor the network. */
export type Asked = {
  /** Of the e-mail address and the network that asks. */
  requester: Keyed;
  /** Of the e-mail address, for the mails to it. */
  mails: Keyed;
  /** How many are taken in a minute; 0: any number. */
  limit: number;
  /** The preparation saw that the requester has nothing left, and did no dear work. */
  isSpent?: boolean;
};

/** Characters of a key: 128 bits. */
const KEY_LENGTH = 32;
const WINDOW_MS = RATE_WINDOW_SECONDS * 1_000;

/** The key of whoever asks for the canonical address from where the call comes from. */
export function requesterOf(
  tools: Pick<PreparationTools, "digests" | "from">,
  email: string,
): Keyed {
  return keyed(tools, "identity requester", `${email} ${networkOf(tools.from.address)}`);
}

function keyed({ digests }: Pick<PreparationTools, "digests">, label: string, text: string): Keyed {
  const keys = digests(label, text).map((digest) => digest.slice(0, KEY_LENGTH));
  const [key] = keys;
  invariant(key !== undefined, "there is a current pepper");
  return { key, keys };
}

export function askedFor(tools: PreparationTools, email: string): Asked {
  const mails = keyed(tools, "identity mails", email);
  return { requester: requesterOf(tools, email), mails, limit: tools.identityLimit };
}

/**
 * What `askedFor` says, and whether the requester has used up the budget (`isSpent`): for a preparation that does
 * expensive work only where it has not.
 */
export function seenAsked(tools: PreparationTools, email: string): Asked & { isSpent: boolean } {
  const asked = askedFor(tools, email);
  const snapshot = tools.snapshot();
  const countOf = (key: string) => {
    const value = snapshot.get(PLATFORM_TABLE.identityCount, PLATFORM_REALM, key);
    return value === undefined ? undefined : decodeDocument<IdentityCount>(value);
  };
  return { ...asked, isSpent: isOver(countOf, asked.requester, asked, tools.nowMs) };
}

/** The refusal of a requester who has nothing left in this minute; undefined where something is left. */
export function refuseSpent(
  state: AuthState,
  asked: Asked,
  { nowMs }: Pick<DecisionContext, "nowMs">,
): Refusal<"rate_limited"> | undefined {
  const { requester, limit, isSpent = false } = asked;
  const isSpentNow = isOver((key) => state.identityCounts.find(key), requester, asked, nowMs);
  if (!isSpent && !isSpentNow) return undefined;
  // Where the minute ended after the preparation, the request was not looked at, and may come again at once.
  const endsAtMs = isSpentNow ? windowEndOf(nowMs) : nowMs + 1;
  const message = `over ${limit} requests for this e-mail address in ${RATE_WINDOW_SECONDS} seconds`;
  const details = { subject: "email", limit, resetAt: isoTime(endsAtMs) };
  return refuse("rate_limited", message, details);
}

/** Whether the address gets another mail in this minute. */
export function getsMail(
  state: AuthState,
  asked: Asked,
  { nowMs }: Pick<DecisionContext, "nowMs">,
): boolean {
  return !isOver((key) => state.identityCounts.find(key), asked.mails, asked, nowMs);
}

export function counted({ key }: Keyed): IdentityCounted {
  return { kind: IDENTITY_COUNTED, key };
}

export const identityFacts: Record<typeof IDENTITY_COUNTED, Apply<AuthState>> = {
  [IDENTITY_COUNTED]: ({ identityCounts, identityDeadlines }, fact: Fact, { timeMs }) => {
    removeOver(identityCounts, identityDeadlines, { realm: PLATFORM_REALM, timeMs });
    const { key } = fact as IdentityCounted;
    const count = countIn(identityCounts.find(key), timeMs) + 1;
    const windowEndsAtMs = windowEndOf(timeMs);
    identityCounts.set(key, { realm: PLATFORM_REALM, windowEndsAtMs, count });
  },
};

/** Whether what is counted under all keys together is the limit. */
function isOver(
  countOf: (key: string) => IdentityCount | undefined,
  { keys }: Keyed,
  { limit }: Pick<Asked, "limit">,
  nowMs: number,
): boolean {
  return limit > 0 && keys.reduce((sum, key) => sum + countIn(countOf(key), nowMs), 0) >= limit;
}

/** What is counted in the window of the time. */
function countIn(counted: IdentityCount | undefined, nowMs: number): number {
  return counted === undefined || nowMs >= counted.windowEndsAtMs ? 0 : counted.count;
}

/** Windows are whole minutes, as those of all budgets. */
function windowEndOf(nowMs: number): number {
  return (Math.floor(nowMs / WINDOW_MS) + 1) * WINDOW_MS;
}
