/** Random requests about financial addresses and received credits. */
import type { Draft, Habits } from "./habits.ts";
import type { Address, Credit } from "./model/bank_part.ts";
import { type Account, latest, type Realm, type Versions } from "./model/model.ts";
import { picked } from "./picked.ts";
import type { Random } from "./random.ts";

const REFERENCES = 6;
/** Of which the simulator does something else than to send them back. */
const ASKING_AMOUNTS = ["9901", "9902", "9903", "9905"];

export const CREDIT_DRAFTS: Readonly<Record<string, (habits: Habits, realm: Realm) => Draft>> = {
  "financial_address.create": (habits, realm) => {
    const { random } = habits;
    const isLive = realm.environment === "live";
    const isUsual = ({ role, status, currency }: Account) =>
      status === "open" && currency === "EUR" && role === "customer_balance";
    const accountId = accountOf(habits, realm, isUsual);
    const own = latest(realm.accounts, accountId)?.currency ?? "EUR";
    return {
      body: {
        accountId,
        type: random.chance(isLive ? 0.9 : 0.3) ? "alias" : "iban",
        country: random.chance(0.93) ? "DE" : "GB",
        currency: random.chance(0.95) ? own : "USD",
        ...(random.chance(0.2) && { externalId: `ext-${random.below(5)}` }),
      },
    };
  },
  "financial_address.disable": onAddress(({ status }) => status === "active"),
  "financial_address.enable": onAddress(({ status }) => status === "disabled"),
  "financial_address.retire": onAddress(({ status }) => status !== "pending"),
  "sandbox.inbound_credit.create": (habits, realm) => {
    const { random } = habits;
    const usual = addressOf(habits, realm, ({ status }) =>
      random.chance(0.8) ? status === "active" : status === "disabled" || status === "retired",
    );
    const frozen = random.chance(0.3) ? addressOfFrozen(habits, realm) : undefined;
    const financialAddressId = frozen ?? usual;
    const address = latest(realm.bank.addresses, financialAddressId);
    return {
      body: {
        financialAddressId,
        ...(random.chance(0.1) && { destinationAccountId: accountOf(habits, realm, () => true) }),
        ...creditOf(random, address),
        ...(random.chance(0.6) && { reference: `cr-${random.below(REFERENCES)}` }),
        ...(random.chance(0.6) && { ifNotCreditable: "suspend" }),
      },
    };
  },
  "received_credit.assign": (habits, realm) => {
    const { random } = habits;
    const receivedCreditId = creditNamed(habits, realm, ({ status }) => status === "suspended");
    const credit = latest(realm.bank.credits, receivedCreditId);
    const fits = ({ currency, status, role }: Account) =>
      status === "open" && currency === credit?.currency && role === "customer_balance";
    const own = random.chance(0.05) ? credit?.accountId : undefined;
    return {
      path: [receivedCreditId],
      body: { accountId: own ?? accountOf(habits, realm, fits) },
    };
  },
  "received_credit.return": (habits, realm) => ({
    path: [
      creditNamed(habits, realm, ({ status }) => status !== "returning" && status !== "returned"),
    ],
    body: habits.random.chance(0.3) ? { reason: "Paid to the wrong account" } : {},
  }),
};

/** How the life of some address or credit may go on; undefined where none waits for anything. */
export function nextOfCredits(random: Random, { bank, environment }: Realm): string | undefined {
  const addresses = statusesOf(bank.addresses);
  const credits = statusesOf(bank.credits);
  const isSandbox = environment === "sandbox";
  const waits = isSandbox && (addresses.has("pending") || credits.has("returning"));
  if (credits.has("suspended") && random.chance(0.5)) return "received_credit.assign";
  const steps = [
    addresses.has("active") && isSandbox ? "sandbox.inbound_credit.create" : undefined,
    addresses.has("active") ? "financial_address.disable" : undefined,
    addresses.has("disabled") ? "financial_address.enable" : undefined,
    credits.has("suspended") ? "received_credit.assign" : undefined,
    credits.has("credited") || credits.has("assigned") ? "received_credit.return" : undefined,
    waits ? "sandbox.provider_outcome.create" : undefined,
  ].filter((step) => step !== undefined);
  return steps.length === 0 ? undefined : random.pick(steps);
}

/** Whether money is in suspense, so that somebody may say whose it is. */
export function waitsForSomebody({ bank }: Realm): boolean {
  return statusesOf(bank.credits).has("suspended");
}

function statusesOf(things: Versions<{ status: string }>): Set<string | undefined> {
  return new Set([...things.values()].map((versions) => versions.at(-1)?.value.status));
}

/** What a test lets the simulator say of an address or a credit; undefined where there is none that waits. */
export function creditOutcome({ random }: Habits, { bank }: Realm): Draft | undefined {
  const waits =
    <T extends { status: string }>(status: string) =>
    (each: T) =>
      each.status === status;
  const isOfAddress = random.chance(0.5);
  const id = isOfAddress
    ? picked(random, bank.addresses, waits("pending"))
    : picked(random, bank.credits, waits("returning"));
  if (id === undefined) return undefined;
  const type = isOfAddress ? "financial_address" : "received_credit";
  const usual = isOfAddress ? ["active", "active", "failed"] : ["returned", "failed"];
  const outcome = random.chance(0.96) ? random.pick(usual) : "posted";
  return { body: { resource: { type, id }, outcome } };
}

/** How much of which currency arrives by the address. */
export function creditOf(random: Random, address: Address | undefined) {
  const currency = address?.currency ?? "EUR";
  const some = String(1 + random.below(random.pick([50, 500, 5_000])));
  return {
    amount: random.chance(0.4) ? random.pick(ASKING_AMOUNTS) : some,
    currency: random.chance(0.9) ? currency : random.pick(["EUR", "USD"]),
  };
}

function onAddress(fits: (address: Address) => boolean) {
  return (habits: Habits, realm: Realm): Draft => ({ path: [addressOf(habits, realm, fits)] });
}

function addressOf(
  { random, realms }: Habits,
  realm: Realm,
  fits: (address: Address) => boolean,
): string {
  const from = random.chance(0.96) ? realm : random.pick(realms());
  const found = random.chance(0.02) ? undefined : picked(random, from.bank.addresses, fits);
  return found ?? "fa_unknown";
}

/** An active address of an account that takes nothing; undefined where there is none. */
function addressOfFrozen({ random }: Habits, { bank, accounts }: Realm): string | undefined {
  const found = [...bank.addresses.keys()].filter((id) => {
    const { status, accountId = "" } = latest(bank.addresses, id) ?? {};
    const { freezes = [] } = latest(accounts, accountId) ?? {};
    return status === "active" && freezes.some(({ mode }) => mode === "all");
  });
  return found.length === 0 ? undefined : random.pick(found);
}

function creditNamed(
  { random, realms }: Habits,
  realm: Realm,
  fits: (credit: Credit) => boolean,
): string {
  const from = random.chance(0.96) ? realm : random.pick(realms());
  const found = random.chance(0.02) ? undefined : picked(random, from.bank.credits, fits);
  return found ?? "rc_unknown";
}

function accountOf(
  { random, realms }: Habits,
  realm: Realm,
  fits: (account: Account) => boolean,
): string {
  const from = random.chance(0.97) ? realm : random.pick(realms());
  const isFitting = (account: Account) => account.ownerType !== "platform" && fits(account);
  const found = random.chance(0.02) ? undefined : picked(random, from.accounts, isFitting);
  return found ?? "acct_unknown";
}
