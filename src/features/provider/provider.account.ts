/**
 * provider.account: the operator says which account the platform has at a bank that speaks files, in one currency. What is written later goes out
 * of it, or comes to it; a message that was made keeps the account that it was made with. Main runs it on every ledger shard
 * (`npm run admin -- bank account`).
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { isCurrency } from "../../contract/values/currencies.ts";
import {
  bicFault,
  ibanFault,
  normalNumber,
  routingNumberFault,
  sortCodeFault,
} from "../../rails/account_numbers.ts";
import { railOf } from "../../rails/rails.ts";
import {
  type BankAccount,
  type ProviderDocument,
  RAILS_OF_FILE_DEBITS,
} from "./provider_document.ts";
import { ofProviders } from "./provider_facts.ts";
import { providerNotFound } from "./provider_not_found.ts";
import { BankAccountInput, OperatorName, ProviderPath, ProviderStep } from "./provider_schema.ts";
import type { ProviderState } from "./provider_state.ts";

const Accounting = Type.Object(
  { user: OperatorName, account: BankAccountInput },
  { title: "ProviderAccounting", additionalProperties: false },
);

export const providerAccount = declareWrite<ProviderState>()({
  id: "provider.account",
  summary: "Name the account at a bank that speaks files",
  http: { method: "POST", path: "/platform/providers/{provider}/account" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  acts: { on: "platform" },
  path: ProviderPath,
  body: Accounting,
  output: ProviderStep,
  refusals: ["resource_not_found", "state_constraint_failed", "ledger_unavailable"],
  events: [],
  decide({ providers }, { provider, user, account }, { nowMs }) {
    const known = providers.find(provider);
    if (known === undefined) return providerNotFound(provider);
    if (known.speaks !== "files") {
      const message = `provider ${provider} does not speak files, so no file names an account of it`;
      return refuseConstraint("speaks", message);
    }
    const normal = normalAccount(account);
    const fault = faultOfCurrency(normal) ?? faultOfNumbers(normal) ?? faultOfCreditor(normal);
    if (fault !== undefined) return refuseConstraint("account", fault);
    const revision = known.revision + 1;
    const changed: ProviderDocument = {
      ...{ ...known, updatedAtMs: nowMs, revision, changedBy: `operator:${user}` },
      accounts: accountsWith(known.accounts ?? [], normal),
    };
    const fact = ofProviders.fact("configured", changed);
    return accept([fact], { provider, status: known.status, revision });
  },
});

/** The account with its numbers as the checks and files have them. */
function normalAccount({ currency, holder, creditorId, ...numbers }: BankAccount): BankAccount {
  const normal = Object.fromEntries(
    Object.entries(numbers).map(([name, number]) => [name, normalNumber(number)]),
  );
  return { currency, holder, ...normal, ...(creditorId !== undefined && { creditorId }) };
}

function faultOfCurrency({ currency }: BankAccount): string | undefined {
  return isCurrency(currency) ? undefined : `currency ${currency} is none of the platform's`;
}

/** What is wrong with the numbers; undefined where the account can exist. */
function faultOfNumbers({ iban, bic, ...others }: BankAccount): string | undefined {
  const { routingNumber, sortCode, accountNumber } = others;
  if (iban === undefined && accountNumber === undefined) {
    return "an account has an iban or an accountNumber";
  }
  const faults = {
    iban: iban && ibanFault(iban),
    bic: bic && (iban === undefined ? "stands beside an iban" : bicFault(bic, iban)),
    routingNumber: routingNumber && routingNumberFault(routingNumber),
    sortCode: sortCode && sortCodeFault(sortCode),
    accountNumber: accountNumber === "" ? "has no character that is no space" : undefined,
  };
  const found = Object.entries(faults).find(([, fault]) => fault !== undefined);
  return found && `${found[0]} ${found[1]}`;
}

/** A creditor identifier is of SEPA; an account in another currency collects nothing by files. */
function faultOfCreditor({ currency, creditorId }: BankAccount): string | undefined {
  const carried = RAILS_OF_FILE_DEBITS.map((rail) => railOf(rail).currency as string);
  if (creditorId === undefined || carried.includes(currency)) return undefined;
  return `a creditor identifier is for debits, which stand in files in ${carried.join(" and ")} alone, not in ${currency}`;
}

/** The account in the place of the one that had its currency. */
function accountsWith(known: readonly BankAccount[], account: BankAccount): BankAccount[] {
  return [...known.filter(({ currency }) => currency !== account.currency), account];
}
