/** Random requests about mandates: consents by which a bank collects, and what becomes of such collections. */
import type { Draft, Habits } from "./habits.ts";
import type { Beneficiary } from "./model/bank_part.ts";
import { shownIdOf } from "./model/beneficiary_shown.ts";
import { type Account, availableOf, latest, type Realm } from "./model/model.ts";
import type { CollectionShown, ConsentShown } from "./model/program_part.ts";
import { picked } from "./picked.ts";
import type { Random } from "./random.ts";
import { LIVE_MANDATE_WEIGHTS, MANDATE_WEIGHTS } from "./weights.ts";

/** Amounts of which the simulator does something else than to collect them. */
export const ASKING_AMOUNTS = ["9901", "9902", "9903", "9904", "9904", "9905", "19904"];
/** Few, so that the same is chosen again; the first two are the same for banks. */
const REFERENCES = ["RENT 1", "rent1", "RENT-2", "RENT-3"];

/** The part of the requests about the program that are about mandates, where a customer has an account elsewhere. */
const MANDATE_RATE = 0.4;

/** As a rule what a mandate lacks, or something that can be done by it; undefined where it is another's turn. */
export function nextOfMandates(random: Random, realm: Realm): string | undefined {
  const { bank, environment } = realm;
  const hasDebtor = [...bank.beneficiaries.keys()].some((id) =>
    isDebtor(latest(bank.beneficiaries, id)),
  );
  if (!hasDebtor || !random.chance(MANDATE_RATE)) return undefined;
  const usable = consentsOf(realm, isUsable);
  const unproven = consentsOf(realm, (consent) => isMandate(consent) && !consent.isVerified);
  if (usable.length === 0 && unproven.length === 0) return "consent.create";
  if (usable.length === 0 && random.chance(0.8)) return "consent.confirm";
  const isLive = environment === "live";
  if (!isLive && lostOf(realm).length > 0 && random.chance(0.5)) {
    return "sandbox.provider_outcome.create";
  }
  if (heldOf(realm).length > 0 && random.chance(0.2)) return "account.freeze";
  const weights = isLive ? LIVE_MANDATE_WEIGHTS : MANDATE_WEIGHTS;
  return random.weighted(weights);
}

/** The part of a draft of a consent that makes a mandate of it; undefined where it shall be another consent. */
export function mandateDraft(
  { random }: Habits,
  realm: Realm,
): Record<string, unknown> | undefined {
  const { beneficiaries } = realm.bank;
  const isNeeded = consentsOf(realm, isUsable).length === 0;
  if (!random.chance(isNeeded ? 0.75 : 0.2)) return undefined;
  const debtors = [...beneficiaries.keys()].filter((id) => isDebtor(latest(beneficiaries, id)));
  const one = random.chance(0.93) ? debtors : [...beneficiaries.keys()];
  const debtor = one.length === 0 ? undefined : latest(beneficiaries, random.pick(one));
  if (debtor === undefined) return undefined;
  const { ownerId } = debtor;
  const beneficiaryId = random.chance(0.97) ? shownIdOf(debtor) : "ben_unknown";
  const mandate = {
    beneficiaryId,
    ...(random.chance(0.3) && { reference: random.pick(REFERENCES) }),
  };
  const isUsual = ownerId !== undefined && random.chance(0.95);
  return { mandate, ...(isUsual && { customerId: ownerId }) };
}

/** As a rule a consent by which a bank collects. */
export function mandateOfChance(random: Random, realm: Realm): string | undefined {
  const usable = consentsOf(realm, isUsable);
  return usable.length === 0 ? undefined : random.pick(usable);
}

/** What a bank is asked for, and where the money shall go: as a rule an account that takes it. */
export function moneyToAskFor({ random }: Habits, { accounts }: Realm) {
  const isEur = ({ currency }: Account) => currency === "EUR";
  const takes = (each: Account) =>
    isEur(each) && ["customer", "product", "tenant"].includes(each.ownerType);
  const amount = random.weighted([
    [4, String(1 + random.below(random.pick([50, 900, 9_000])))],
    [6, random.pick(ASKING_AMOUNTS)],
  ]);
  const fits = random.chance(0.95) ? takes : () => true;
  return {
    destinationAccountId: picked(random, accounts, fits) ?? "acct_unknown",
    amount,
    currency: random.chance(0.97) ? "EUR" : "USD",
  };
}

/** What the simulator shall say of a collection; undefined where no bank is asked for any. */
export function collectionOutcome({ random }: Habits, realm: Realm): Draft | undefined {
  const collections = realm.program?.collections;
  if (collections === undefined) return undefined;
  const ids = [...collections.keys()].filter((id) => latest(collections, id)?.rail !== undefined);
  if (ids.length === 0) return undefined;
  const lost = lostOf(realm);
  const isProcessing = (one: CollectionShown) =>
    one.status === "processing" && (one.objectId !== undefined || random.chance(0.5));
  const held = heldOf(realm).filter(({ objectId }) => objectId !== undefined);
  if (held.length > 0 && random.chance(0.4)) {
    const { collectionId } = random.pick(held);
    return { body: { resource: { type: "collection", id: collectionId }, outcome: "returned" } };
  }
  const isLost = lost.length > 0 && random.chance(0.5);
  const id = isLost
    ? random.pick(lost)
    : (picked(random, collections, isProcessing) ?? "coll_unknown");
  return {
    body: {
      resource: { type: "collection", id: random.chance(0.98) ? id : "coll_unknown" },
      outcome: isLost
        ? "returned"
        : random.weighted([
            [3, "collected"],
            [2, "failed"],
            [4, "returned"],
            [0.3, "posted"],
          ]),
    },
  };
}

/** Collections whose money a bank can take back. */
function heldOf({ program }: Realm): CollectionShown[] {
  const collections = program?.collections ?? new Map<string, never>();
  return [...collections.keys()]
    .map((id) => latest<CollectionShown>(collections, id) as CollectionShown)
    .filter(
      ({ status, creditedAccountId }) => status === "collected" && creditedAccountId !== undefined,
    );
}

/** Those of them whose account cannot pay it any more. */
function lostOf(realm: Realm): string[] {
  const lost = heldOf(realm).filter(({ creditedAccountId, amount }) => {
    const account = latest(realm.accounts, creditedAccountId) as Account;
    return account.freezes.length > 0 || availableOf(account) < BigInt(amount);
  });
  return lost.map(({ collectionId }) => collectionId);
}

/** The accounts that have money which a bank may take back. */
export function creditedAccounts(realm: Realm): readonly (string | undefined)[] {
  return heldOf(realm).map(({ creditedAccountId }) => creditedAccountId);
}

function consentsOf({ program }: Realm, fits: (consent: ConsentShown) => boolean): string[] {
  const consents = program?.consents ?? new Map<string, never>();
  return [...consents.keys()].filter((id) => fits(latest(consents, id) as unknown as ConsentShown));
}

export function isMandate({ mandate }: ConsentShown): boolean {
  return mandate !== undefined;
}

function isUsable(consent: ConsentShown): boolean {
  return isMandate(consent) && consent.status === "active" && consent.isVerified;
}

function isDebtor(beneficiary: Beneficiary | undefined): boolean {
  const { ownerType, rail, status } = beneficiary ?? {};
  return ownerType === "customer" && rail === "sepa" && status === "active";
}
