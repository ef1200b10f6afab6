/** Random requests about what banks do: beneficiaries and payouts. */
import {
  CREDIT_DRAFTS,
  creditOutcome,
  nextOfCredits,
  waitsForSomebody,
} from "./credit_requests.ts";
import { isUnderWay } from "./deal_requests.ts";
import type { Draft, Habits } from "./habits.ts";
import { collectionOutcome, creditedAccounts } from "./mandate_requests.ts";
import { IBANS } from "./model/bank_bodies.ts";
import type { Beneficiary, Payout } from "./model/bank_part.ts";
import { shownIdOf } from "./model/beneficiary_shown.ts";
import { type Account, availableOf, latest, type Realm } from "./model/model.ts";
import { picked } from "./picked.ts";
import type { Random } from "./random.ts";
import { BANK_WEIGHTS, LIVE_BANK_WEIGHTS } from "./weights.ts";

/** Amounts of which the simulator does something else than to carry them out. */
const ASKING_AMOUNTS = ["9901", "9902", "9903", "9904", "9904", "9905", "19903"];
/** Few, so that the same is chosen again; the platform's own among them. */
const CHOSEN_IDS = ["supplier-1", "supplier-2", "landlord", "revenue"];
const EXTERNAL_IDS = 5;

/** As a rule something about payouts that the realm can do. */
export function nextOfBank(random: Random, realm: Realm): string {
  const { bank, environment } = realm;
  const isLanding = environment === "sandbox" && wouldLandElsewhere(random, realm) !== undefined;
  if (isLanding && random.chance(0.4)) return "sandbox.provider_outcome.create";
  if (waitsForSomebody(realm) && random.chance(0.25)) return "received_credit.assign";
  const next = nextOfCredits(random, realm);
  if (next !== undefined && random.chance(0.3)) return next;
  const operation = random.weighted(environment === "live" ? LIVE_BANK_WEIGHTS : BANK_WEIGHTS);
  if (bank.beneficiaries.size === 0) return "beneficiary.create";
  const needsAddress = ["sandbox.inbound_credit.create", "financial_address.disable"];
  if (needsAddress.includes(operation) && bank.addresses.size === 0) {
    return "financial_address.create";
  }
  const isOfCredit = operation.startsWith("received_credit.");
  if (isOfCredit && bank.credits.size === 0 && environment === "sandbox") {
    return bank.addresses.size === 0 ? "financial_address.create" : "sandbox.inbound_credit.create";
  }
  const needsPayout =
    operation === "payout.cancel" || operation === "sandbox.provider_outcome.create";
  return needsPayout && bank.payouts.size === 0 ? "payout.create" : operation;
}

export const BANK_DRAFTS: Readonly<Record<string, (habits: Habits, realm: Realm) => Draft>> = {
  "beneficiary.create": (habits, realm) => {
    const { random } = habits;
    const isBook = random.chance(0.35);
    const ownerType = random.weighted([
      [6, "third_party"],
      [2, "tenant"],
      [2, "customer"],
    ]);
    const destination = isBook
      ? { accountId: accountOf(habits, realm, () => true) }
      : {
          iban: random.weighted([
            [8, IBANS[0]],
            [4, IBANS[1]],
            [0.6, IBANS[2]],
          ]),
        };
    return {
      body: {
        productId: random.chance(0.97) ? realm.productId : random.pick(habits.realms()).productId,
        ...(random.chance(0.25) && { beneficiaryId: random.pick(CHOSEN_IDS) }),
        ownerType,
        ...(ownerType === "customer" && { ownerId: ownerOf(habits, realm) }),
        name: nameOf(random),
        rail: isBook ? "book" : "sepa",
        destination,
        ...(random.chance(0.3) && { externalId: externalId(random) }),
      },
    };
  },
  "beneficiary.update": (habits, realm) => ({
    path: [beneficiaryOf(habits, realm)],
    body: {
      ...(habits.random.chance(0.5) && { nickname: habits.random.pick(["the mill", null]) }),
      ...(habits.random.chance(0.4) && { externalId: externalId(habits.random) }),
      ...(habits.random.chance(0.3) && { acceptMismatch: true }),
      ...(habits.random.chance(0.3) && { expectedRevision: 1 + habits.random.below(3) }),
    },
  }),
  "beneficiary.archive": (habits, realm) => ({ path: [beneficiaryOf(habits, realm)] }),
  "payout.create": (habits, realm) => ({ body: payoutDraft(habits, realm) }),
  "payout.batch.create": (habits, realm) => {
    const { random } = habits;
    const items = Array.from({ length: 1 + random.below(4) }, () => payoutDraft(habits, realm));
    return { body: { items, ...(random.chance(0.5) && { atomic: random.chance(0.7) }) } };
  },
  ...CREDIT_DRAFTS,
  "payout.cancel": (habits, realm) => ({ path: [payoutOf(habits, realm, isOpen)] }),
};

/** Of a payee; by the end of some names the simulator finds something else than that the account has the name. */
function nameOf(random: Random): string {
  const end = random.weighted([
    [8, ""],
    [1, " (close match)"],
    [1, " (no match)"],
    [0.5, " (unavailable)"],
    [0.5, " (no account)"],
    [0.5, " (no answer)"],
    [0.7, " (wait)"],
  ]);
  return `${random.pick(["Charles Babbage", "Zoë & Søn"])}${end}`;
}

/** What the simulator shall find of a payee who is still looked at, or of any. */
function payeeOutcome({ random }: Habits, { bank }: Realm): Draft {
  const id = picked(random, bank.beneficiaries, ({ status }) => status === "pending");
  return {
    body: {
      resource: { type: "beneficiary", id: id ?? "ben_unknown" },
      outcome: random.weighted([
        [3, "matched"],
        [2, "no_match"],
        [1, "close_match"],
        [1, "unavailable"],
        [0.4, "posted"],
      ]),
    },
  };
}

/** Recognises accounts from which a payout has left that may come back, or to which a bank has paid what it may take back. */
export function hasPaid(realm: Realm): (account: Account) => boolean {
  const { bank } = realm;
  const paid = [...bank.payouts.values()]
    .map((versions) => versions.at(-1)?.value)
    .filter((payout) => payout !== undefined && (isOpen(payout) || isPosted(payout)))
    .map((payout) => payout?.sourceAccountId);
  const returnable = [...paid, ...creditedAccounts(realm)];
  return ({ accountId }) => returnable.length === 0 || returnable.includes(accountId);
}

/** What the simulator shall say of what a bank does. */
export function bankOutcome(habits: Habits, realm: Realm): Draft {
  const { random } = habits;
  const ofCollection = random.chance(0.6) ? collectionOutcome(habits, realm) : undefined;
  if (ofCollection !== undefined) return ofCollection;
  const ofCredit = random.chance(0.45) ? creditOutcome(habits, realm) : undefined;
  if (ofCredit !== undefined) return ofCredit;
  if (random.chance(0.1)) return payeeOutcome(habits, realm);
  const elsewhere = random.chance(0.7) ? wouldLandElsewhere(random, realm) : undefined;
  const fits = random.chance(0.3) ? isPosted : isProcessing;
  return {
    body: {
      resource: { type: "payout", id: elsewhere ?? payoutOf(habits, realm, fits) },
      outcome: random.weighted([
        [3, "posted"],
        [2, "failed"],
        [4, "returned"],
        [0.4, "verified"],
      ]),
    },
  };
}

/** A payout that can come back, and whose account takes no money. */
function wouldLandElsewhere(random: Random, { bank, accounts }: Realm): string | undefined {
  const ids = [...bank.payouts.keys()].filter((payoutId) => {
    const { status, provider, sourceAccountId } = latest(bank.payouts, payoutId) as Payout;
    const { freezes = [], status: ofAccount } = latest(accounts, sourceAccountId) ?? {};
    const isShut = ofAccount === "closed" || freezes.some(({ mode }) => mode === "all");
    return isShut && provider !== undefined && (status === "processing" || status === "posted");
  });
  return ids.length === 0 ? undefined : random.pick(ids);
}

function payoutDraft(habits: Habits, realm: Realm): Record<string, unknown> {
  const { random } = habits;
  const isAny = random.chance(0.2);
  const sourceAccountId = accountOf(
    habits,
    realm,
    (account) => availableOf(account) > 0n && (isAny || account.currency === "EUR"),
  );
  const source = latest(realm.accounts, sourceAccountId);
  const isEur = source?.currency === "EUR";
  const fits = ({ rail, status }: Beneficiary) =>
    status === "active" && (isEur ? rail === "sepa" || random.chance(0.3) : rail === "book");
  const isWhole = random.chance(0.12);
  const available = source === undefined ? 0n : availableOf(source);
  const some = random.weighted([
    [6, String(1 + random.below(random.pick([50, 500, 5_000])))],
    [5, random.pick(ASKING_AMOUNTS)],
    [1, String(available < 1n ? 1n : available)],
    [0.5, String(available < 1n ? 7n : available + 1n)],
  ]);
  return {
    sourceAccountId,
    beneficiaryId: beneficiaryOf(habits, realm, fits),
    ...(isWhole ? { wholeBalance: true } : { amount: some.slice(0, 18) }),
    currency: source === undefined || random.chance(0.04) ? "EUR" : source.currency,
    ...(random.chance(0.25) && { externalId: externalId(random) }),
    ...(random.chance(0.1) && { description: "Invoice 7" }),
  };
}

function beneficiaryOf(
  { random, realms }: Habits,
  realm: Realm,
  fits: (beneficiary: Beneficiary) => boolean = () => true,
): string {
  const from = random.chance(0.96) ? realm : random.pick(realms());
  if (random.chance(0.02)) return random.pick(["revenue", "ben_unknown"]);
  const found = picked(random, from.bank.beneficiaries, fits);
  const beneficiary = latest(from.bank.beneficiaries, found);
  if (beneficiary === undefined) return "ben_unknown";
  // Both of its ids find it.
  return random.chance(0.7) ? shownIdOf(beneficiary) : beneficiary.beneficiaryId;
}

function payoutOf(
  { random, realms }: Habits,
  realm: Realm,
  fits: (payout: Payout) => boolean,
): string {
  const from = random.chance(0.96) ? realm : random.pick(realms());
  if (random.chance(0.02)) return "po_unknown";
  const all = from.bank.payouts;
  const ofObject = (payout: Payout) => isUnderWay(payout) && fits(payout);
  const isOfObject =
    random.chance(0.5) && [...all.keys()].some((id) => ofObject(latest(all, id) as Payout));
  return picked(random, all, isOfObject ? ofObject : fits) ?? "po_unknown";
}

/** As a rule an account of a caller that fits. */
function accountOf(
  { random, realms }: Habits,
  realm: Realm,
  fits: (account: Account) => boolean,
): string {
  const from = random.chance(0.96) ? realm : random.pick(realms());
  const isFitting = (account: Account) => account.ownerType !== "platform" && fits(account);
  return random.chance(0.02)
    ? "acct_unknown"
    : (picked(random, from.accounts, isFitting) ?? "acct_unknown");
}

/**
 * A customer who owns an account of a later record: whoever prepares the request sees the customer, because what it reads
 * shows all that was acknowledged.
 */
function ownerOf({ random }: Habits, { accounts, customers }: Realm): string {
  const owners = [...accounts.values()].flatMap(([first]) => {
    const { ownerType, ownerId } = first?.value ?? {};
    const made = customers.get(ownerId ?? "")?.[0];
    const isSeen =
      ownerType === "customer" && made !== undefined && made.frame < (first?.frame ?? 0);
    return isSeen ? [ownerId as string] : [];
  });
  return owners.length === 0 || random.chance(0.05) ? "cust_unknown" : random.pick(owners);
}

function externalId(random: Random): string {
  return `ext-${random.below(EXTERNAL_IDS)}`;
}

const isOpen = ({ status }: Payout) => status === "created" || status === "processing";
const isProcessing = ({ status }: Payout) => status === "processing";
const isPosted = ({ status }: Payout) => status === "posted";
