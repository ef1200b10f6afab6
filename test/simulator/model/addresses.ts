/** The rules of financial addresses, and of what their providers say (src/features/financial_address/README.md). */
import { newAsked, type Subject } from "./asked.ts";
import type { Address, Asked, Told } from "./bank_part.ts";
import {
  claim,
  type Input,
  isTaken,
  latest,
  type Moment,
  put,
  type Realm,
  type Verdict,
} from "./model.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

const ADDRESSABLE = ["customer_balance", "product_operating"];
/** What the IBANs of a country take. */
const CURRENCIES: Readonly<Record<string, string>> = { DE: "EUR", GB: "GBP" };
const CHANGED = { disable: "disabled", enable: "active", retire: "retired" } as const;
type Action = keyof typeof CHANGED;

export const ADDRESS_RULES: Readonly<Record<string, Decide>> = {
  "financial_address.create"(realm, input, moment) {
    const { accountId = "", type = "", country = "", currency = "", externalId } = input;
    const account = latest(realm.accounts, accountId);
    if (account === undefined) return { code: "account_not_found" };
    if (!ADDRESSABLE.includes(account.role)) {
      return { code: "account_role_not_financial_addressable" };
    }
    if (account.status !== "open") return { code: "financial_address_account_status_forbidden" };
    const isOther = type === "iban" && CURRENCIES[country] !== currency;
    if (account.currency !== currency || isOther) return { code: "currency_mismatch" };
    if (isTaken(realm, "financial_address", externalId)) return { code: "state_conflict" };
    const financialAddressId = moment.id("fa");
    claim(realm, "financial_address", externalId, financialAddressId);
    changed(
      realm,
      {
        ...{ financialAddressId, accountId, type, country, currency, status: "pending" },
        ...{ externalId: externalId ?? undefined, revision: 0 },
      },
      moment,
    );
    const asks = { subject: "financial_address", subjectId: financialAddressId } as const;
    return { code: undefined, answer: {}, asked: newAsked(realm, asks, moment) };
  },
  "financial_address.disable": asking("disable", ["active"]),
  "financial_address.enable": asking("enable", ["disabled"]),
  "financial_address.retire": asking("retire", ["active", "disabled"]),
};

export const ADDRESS_SUBJECT: Subject = {
  final: ["active", "failed", "disabled", "retired"],
  unasked: [],
  tried() {},
  accepted(realm, asked, told, { moment }) {
    const before = addressOf(realm, asked);
    const { asks } = before;
    if (asked.isCancel === true) {
      const status = CHANGED[asks?.action as Action];
      const after = changed(realm, { ...before, asks: undefined, status }, moment);
      asked.end = { status: 200, answer: addressAnswer(after) };
      return;
    }
    const isSandbox = realm.environment === "sandbox";
    const says = isSandbox && before.type !== "alias" ? { status: "active" } : told;
    const after = says === undefined ? before : opened(realm, before, says, moment);
    asked.end = { status: 201, answer: addressAnswer(after) };
  },
  refused(realm, asked, moment) {
    const before = addressOf(realm, asked);
    const code = realm.environment === "sandbox" ? "simulated_rejection" : "no";
    if (asked.isCancel === true) kept(realm, { ...before, asks: undefined }, moment);
    else changed(realm, { ...before, status: "failed", failureCode: code }, moment);
  },
  judge(realm, asked, { status: told }) {
    const { status } = addressOf(realm, asked);
    if (asked.isCancel === true) {
      return told === "processing" || told === asked.leadsTo ? "same" : "contradictory";
    }
    if (status === "pending") {
      if (told === "processing") return "same";
      return told === "active" || told === "failed" ? "applied" : "contradictory";
    }
    return told === (status === "failed" ? "failed" : "active") ? "same" : "contradictory";
  },
  apply(realm, asked, told, moment) {
    opened(realm, addressOf(realm, asked), told, moment);
  },
  isOver: (realm, asked) => asked.isCancel === true || addressOf(realm, asked).status !== "pending",
  decide(realm, financialAddressId, outcome, moment) {
    const address = latest(realm.bank.addresses, financialAddressId);
    if (address === undefined) return { code: "resource_not_found" };
    if (outcome !== "active" && outcome !== "failed") {
      return { code: "provider_outcome_unsupported" };
    }
    const asked = realm.asked.get(financialAddressId.replace("fa_", "preq_"));
    const isWaiting = address.status === "pending" && asked?.status === "accepted";
    if (!isWaiting) return { code: "state_conflict" };
    return opened(realm, address, { status: outcome, reason: "simulated_failure" }, moment);
  },
};

/** Whether the account has an address that takes money, or is about to. */
export function isReached({ bank: { addresses } }: Realm, accountId: string): boolean {
  return [...addresses.values()].some((versions) => {
    const address = versions.at(-1)?.value;
    if (address?.accountId !== accountId) return false;
    return address.status === "active" || address.asks?.action === "enable";
  });
}

export function addressAnswer(address: Address): Record<string, unknown> {
  const { asks: _, failureCode, alias, ...shown } = address;
  return {
    ...shown,
    failure: failureCode === undefined ? undefined : { code: failureCode },
    ...(alias !== undefined && { details: { alias } }),
    ...((shown.status === "pending" || shown.status === "failed") && { details: undefined }),
  };
}

/** A pending address that its provider has opened, or has not; with wrong details it fails. */
function opened(realm: Realm, before: Address, told: Told, moment: Moment): Address {
  const { status, reason = "failed", details } = told;
  const isSandbox = realm.environment === "sandbox";
  const alias = details?.["alias"];
  if (status !== "active" && status !== "failed") return before;
  const account = latest(realm.accounts, before.accountId);
  const isWrong = !isSandbox && (before.type !== "alias" || alias === undefined);
  const holders = [...realm.bank.addresses.values()].map(
    (versions) => versions.at(-1)?.value.alias,
  );
  const failureCode = [
    [status === "failed", reason],
    [account?.status === "closed", "account_closed"],
    [isWrong, "details_invalid"],
    [alias !== undefined && holders.includes(alias), "details_taken"],
  ].find(([isSo]) => isSo === true)?.[1] as string | undefined;
  if (failureCode !== undefined)
    return changed(realm, { ...before, status: "failed", failureCode }, moment);
  return changed(realm, { ...before, status: "active", alias }, moment);
}

function asking(action: Action, allowed: readonly Address["status"][]): Decide {
  return (realm, { financialAddressId }, moment) => {
    const address = latest(realm.bank.addresses, financialAddressId);
    if (address === undefined) return { code: "financial_address_not_found" };
    if (address.asks !== undefined || !allowed.includes(address.status)) {
      return { code: "financial_address_lifecycle_status_forbidden" };
    }
    const account = latest(realm.accounts, address.accountId);
    if (action === "enable" && account?.status !== "open") {
      return { code: "financial_address_account_status_forbidden" };
    }
    const { financialAddressId: subjectId } = address;
    const asks = { subject: "financial_address", subjectId, isCancel: true } as const;
    const asked = newAsked(realm, { ...asks, leadsTo: CHANGED[action] }, moment);
    kept(realm, { ...address, asks: { action } }, moment);
    return { code: undefined, answer: {}, asked };
  };
}

function changed(realm: Realm, address: Address, moment: Moment): Address {
  return kept(realm, { ...address, revision: address.revision + 1 }, moment);
}

/** A change that no answer shows. */
function kept(realm: Realm, address: Address, moment: Moment): Address {
  put(realm.bank.addresses, address.financialAddressId, address, moment);
  return address;
}

function addressOf(realm: Realm, { subjectId }: Asked): Address {
  return latest(realm.bank.addresses, subjectId) as Address;
}
