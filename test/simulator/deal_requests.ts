/** Random requests about deals: objects that gather money, ask banks for some, and pay it to somebody outside. */
import type { Habits } from "./habits.ts";
import { ASKING_AMOUNTS, mandateOfChance } from "./mandate_requests.ts";
import type { Beneficiary, Payout } from "./model/bank_part.ts";
import { shownIdOf } from "./model/beneficiary_shown.ts";
import { availableOf, latest, type Realm } from "./model/model.ts";
import type { CollectionShown, ObjectShown, ProgramPart } from "./model/program_part.ts";
import { picked } from "./picked.ts";
import type { Random } from "./random.ts";

/** More than the simulator is told to do something else with. */
const SUMS = ["9904", "10000", "15000", "19903", "20000"];

export type DealFields = {
  member: string;
  payee: string;
  mandate: string;
  dues: string;
  fee: string;
  count: number;
};

/** Somebody who is paid and an account that is debited are there. */
export function mayDeal({ bank, program }: Realm): boolean {
  return program !== undefined && bank.beneficiaries.size > 0;
}

/** The part of the requests about the program that are about deals, where there can be any. */
const DEAL_REQUESTS_RATE = 0.5;
/** Deals that are under way at one time, as a rule. */
const DEALS = 3;

/** How often each action is called, of those that the state allows. */
export const DEAL_ACTIONS: Readonly<Record<string, number>> = {
  put: 3,
  ask: 3,
  pay: 6,
  share: 2,
  payAgain: 3,
  giveBack: 0.3,
  close: 0.6,
};
/** What the clock alone may call. */
export const OF_CLOCK = 0.02;

/** As a rule what brings a deal on, or what a bank does next for one; undefined where it is another's turn. */
export function nextOfDeals(random: Random, realm: Realm): string | undefined {
  if (!mayDeal(realm) || !random.chance(DEAL_REQUESTS_RATE)) return undefined;
  const { bank, environment, program } = realm;
  const open = [...(program?.objects.values() ?? [])].filter((versions) => {
    const { kind, isOver } = versions.at(-1)?.value ?? { kind: "", isOver: true };
    return kind === "deal" && !isOver;
  });
  if (open.length < DEALS && random.chance(0.2)) return "object.create";
  const isPaying = [...bank.payouts.keys()].some((id) => isUnderWay(latest(bank.payouts, id)));
  if (isPaying && random.chance(0.1)) return "payout.cancel";
  if (environment === "live") return "object.action.call";
  if (!isAtBank(realm)) {
    return random.weighted<string>([
      [6, "object.action.call"],
      [2, "sandbox.clock.advance"],
      [1, "sandbox.provider_outcome.create"],
    ]);
  }
  return random.weighted<string>([
    [3, "object.action.call"],
    [3, "sandbox.clock.advance"],
    [3, "sandbox.provider_outcome.create"],
  ]);
}

/** A bank has to do something for an object. */
export function isAtBank({ bank, program }: Realm): boolean {
  const isPaying = [...bank.payouts.keys()].some((id) => isUnderWay(latest(bank.payouts, id)));
  const collections = [...(program?.collections.values() ?? [])];
  return (
    isPaying || collections.some((versions) => isAsked(versions.at(-1)?.value as CollectionShown))
  );
}

/** A collection of an object that a bank is asked for, or may take back. */
export function isAsked({ objectId, rail, status }: CollectionShown): boolean {
  return objectId !== undefined && rail !== undefined && status === "processing";
}

/** A payout of an object that a bank can end. */
export function isUnderWay(payout: Payout | undefined): boolean {
  const { objectId, status = "" } = payout ?? {};
  return objectId !== undefined && ["created", "processing"].includes(status);
}

/** As a rule of a customer with a mandate, and of somebody at a bank. */
export function dealFields(
  { random }: Habits,
  realm: Realm,
  otherConsent: () => string | undefined,
  anyCustomer: () => string,
): DealFields {
  const { consents } = realm.program as ProgramPart;
  const isUsual = random.chance(0.8);
  const usual = isUsual ? mandateOfChance(random, realm) : undefined;
  const mandate = usual ?? otherConsent() ?? "cons_unknown";
  const own = latest(consents, mandate)?.customerId;
  const { beneficiaries } = realm.bank;
  const isPaid = ({ rail, status }: Beneficiary) =>
    status === "active" && rail === (random.chance(0.8) ? "sepa" : "book");
  const payee = latest(beneficiaries, picked(random, beneficiaries, isPaid));
  return {
    member: own !== undefined && random.chance(0.95) ? own : anyCustomer(),
    payee: payee === undefined || random.chance(0.03) ? payeeOfNobody(random) : shownIdOf(payee),
    mandate,
    dues: duesOf(random),
    fee: random.chance(0.6) ? "0" : duesOf(random),
    count: 1 + random.below(3),
  };
}

/** What a deal collects by each row: of some amounts the simulator does something else than to collect them. */
export function duesOf(random: Random): string {
  return random.chance(0.6) ? random.pick(ASKING_AMOUNTS) : String(1 + random.below(900));
}

function payeeOfNobody(random: Random): string {
  return random.pick(["ben_unknown", "revenue"]);
}

/** What an action of a deal is given. */
export function dealInput(
  random: Random,
  realm: Realm,
  object: ObjectShown | undefined,
  action: string,
): Record<string, unknown> {
  const till = latest(realm.accounts, object?.ownAccounts[0]?.accountId);
  const has = till === undefined ? 0n : availableOf(till);
  const all = has > 0n ? String(has) : "1";
  const some = String(1 + random.below(random.pick([50, 900])));
  const amount = random.weighted<string>([
    [1, some],
    [action === "pay" ? 1.5 : 0, all],
    [action === "pay" ? 4 : 0, random.pick(ASKING_AMOUNTS)],
    [action === "ask" ? 5 : 0, random.pick(ASKING_AMOUNTS)],
    [action === "put" || action === "take" ? 4 : 0, random.pick(SUMS)],
  ]);
  return { amount };
}
