/** Which operation a client asks for next, by what the realm has and what the seed is about. */
import { nextOfAccess } from "./access_requests.ts";
import { nextOfBank } from "./bank_requests.ts";
import { mayDeal } from "./deal_requests.ts";
import type { Habits } from "./habits.ts";
import { type Access, clockOf, type Hold, latest, type Realm } from "./model/model.ts";
import { nextOfProgram } from "./program_requests.ts";
import { LIVE_VERIFICATION_WEIGHTS, VERIFICATION_WEIGHTS } from "./verification_requests.ts";
import { MANY_HOLDS_WEIGHTS, WEBHOOK_WEIGHTS, WEIGHTS } from "./weights.ts";

/** The part of the requests that are about webhooks, where any are. */
const WEBHOOK_RATE = 0.35;
/** The part of the requests that are about verifications, where any are. */
const VERIFICATION_RATE = 0.3;
/** The part of the requests that are about what banks do, where any are. */
const BANK_RATE = 0.55;
/** The part of the requests that are about a program, where one runs. */
const PROGRAM_RATE = 0.65;
const DEALS_RATE = 0.75;
/** A usual time from a client to the shard, milliseconds. */
const REQUEST_MS = 3;

const BY_OPERATOR = [
  "platform.account_funding.create",
  "platform.customer.activate",
  "platform.compliance_outcome.create",
];

/** Operations that callers try close to a hold's deadline, when the clock may be late. */
const HOLD_ENDS = ["transfer_hold.clear", "transfer_hold.cancel"];

/** What a client of `realm` asks for next: as a rule something that the realm can do. */
export function nextOperation(habits: Habits, realm: Realm): string {
  const { random } = habits;
  if (realm.customers.size < 1) return "customer.create";
  if (realm.runs.length > 0 && random.chance(0.34)) {
    return random.chance(0.12) ? "sandbox.reset" : "sandbox.clock.advance";
  }
  if (random.chance(realm.environment === "live" ? 0.14 : 0.01)) return random.pick(BY_OPERATOR);
  if (realm.wasReset && realm.accounts.size < 3 && random.chance(0.6)) return "account.create";
  const isLive = realm.environment === "live";
  const programRate = mayDeal(realm) ? DEALS_RATE : PROGRAM_RATE;
  if (habits.hasProgram && realm.program !== undefined && random.chance(programRate)) {
    return nextOfProgram(random, realm, isLive);
  }
  if (habits.hasBank && random.chance(BANK_RATE)) {
    const isOfAccess = realm.accesses.size > 0 && random.chance(1.5 * accessRate(realm));
    return isOfAccess ? nextOfAccess(random, realm) : nextOfBank(random, realm);
  }
  if (habits.hasWebhooks && random.chance(WEBHOOK_RATE)) {
    return realm.endpoints.size === 0
      ? "webhook_endpoint.create"
      : random.weighted(WEBHOOK_WEIGHTS);
  }
  if (habits.hasVerifications && random.chance(isLive ? 0.6 : VERIFICATION_RATE)) {
    return random.weighted(isLive ? LIVE_VERIFICATION_WEIGHTS : VERIFICATION_WEIGHTS);
  }
  if (realm.accesses.size > 0 && random.chance(accessRate(realm))) {
    return nextOfAccess(random, realm);
  }
  if (isDueIn(habits, realm) !== undefined && random.chance(0.5)) return random.pick(HOLD_ENDS);
  return random.weighted(habits.hasManyHolds ? MANY_HOLDS_WEIGHTS : WEIGHTS);
}

/** The part of the requests that are about accesses: more where one waits for its activation. */
function accessRate({ accesses }: Realm): number {
  const isWaiting = ({ status }: Access) => status === "pending";
  const ids = [...accesses.keys()];
  return ids.some((id) => isWaiting(latest(accesses, id) as Access)) ? 0.4 : 0.08;
}

/** Recognises holds whose deadline passes before a request arrives; undefined when there are none. */
export function isDueIn(habits: Habits, realm: Realm): ((hold: Hold) => boolean) | undefined {
  const soonMs = clockOf(realm, habits.nowMs()) + REQUEST_MS;
  const isDue = (hold: Hold) => isReserved(hold) && hold.expiresAtMs <= soonMs;
  const ids = [...realm.holds.keys()];
  return ids.some((id) => isDue(latest(realm.holds, id) as Hold)) ? isDue : undefined;
}

export const isReserved = ({ status }: Hold) => status === "reserved";
