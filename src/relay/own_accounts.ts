/** The operator's accounts at a bank that a file is of. */
import { numberOfAccount } from "../features/bank_statement/bank_statement_document.ts";
import type { BankAccount, ProviderDocument } from "../features/provider/provider_document.ts";
import type { SaidAccount } from "../iso20022/bank_said.ts";

export type Bank = Pick<ProviderDocument, "provider" | "accounts">;

/** Those that have the number, one for each currency; none where the account is another's. */
export function ownAccounts({ accounts = [] }: Bank, said: SaidAccount): readonly BankAccount[] {
  const named = numberOfAccount(said.iban ?? said.accountNumber ?? "");
  if (named === "") return [];
  return accounts.filter(({ iban = "", accountNumber = "" }) =>
    [iban, accountNumber].some((number) => numberOfAccount(number) === named),
  );
}

/** Why money of a currency is not on the account; undefined where it may be. */
export function faultOfCurrency(
  bank: Bank,
  said: SaidAccount,
  currency: string,
): string | undefined {
  const named = ownAccounts(bank, said).map((account) => account.currency);
  if (named.includes(currency)) return undefined;
  return `the account is in ${named.join(" and ")}: see \`bank account\``;
}
