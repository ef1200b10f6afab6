/** The accounts of the ledger that the interpreter names. */
import { type Account, latest, type Realm } from "./model.ts";
import type { ProgramPart } from "./program_part.ts";

/** The account of a name of the interpreter: `customer(cust_1).customer_balance.EUR`. */
export function accountIdOf(
  realm: Realm,
  { accounts }: ProgramPart,
  name: string,
): string | undefined {
  const [, customerId, role, currency] = /^customer\((.*)\)\.(\w+)\.(\w+)$/.exec(name) ?? [];
  if (customerId === undefined) return accounts.get(name);
  const own = [...realm.accounts.keys()]
    .map((accountId) => latest(realm.accounts, accountId) as Account)
    .filter((each) => each.ownerId === customerId && each.role === role)
    .filter((each) => each.currency === currency);
  return (own.find(({ status }) => status !== "closed") ?? own[0])?.accountId;
}
