/**
 * customer.balance.list: the sums of the balances of a customer's accounts, one row for each
 * currency.
 */
import { type Static, Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import {
  BalanceAmount,
  Currency,
  Cursor,
  Id,
  Limit,
  listOf,
  Timestamp,
} from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { accountsOfCustomer } from "../account/customer_accounts.ts";
import type { SeenAccount } from "../ledger/account_rows.ts";
import { availableOf, postedOf, seeBalance } from "../ledger/balance_block.ts";
import { customerNotFound, customers } from "./customer_noun.ts";

const CustomerBalance = Type.Object(
  {
    customerId: Id("cust"),
    currency: described(Currency, "Currency of the accounts that are summed."),
    available: described(BalanceAmount, "`posted` less `held` over these accounts, minor units."),
    posted: described(BalanceAmount, "Minor units posted on these accounts."),
    held: described(BalanceAmount, "Minor units that holds reserve on these accounts."),
    accountCount: Type.Integer({ minimum: 1, description: "Accounts summed, closed ones too." }),
    asOf: described(Timestamp, "The moment that the sums are of: real time."),
  },
  {
    title: "CustomerBalance",
    description: "The sum over a customer's accounts of one currency, at one moment.",
    additionalProperties: false,
  },
);
type CustomerBalance = Static<typeof CustomerBalance>;

export const customerBalanceList = declareRead({
  id: "customer.balance.list",
  summary: "List the balances of a customer",
  description: "One row for each currency of its accounts, in alphabetical order.",
  http: { method: "GET", path: "/customers/{customerId}/balances" },
  principals: PRODUCT_CALLERS,
  scope: "balances:read",
  path: customers.path,
  query: Type.Object(
    {
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
      currency: Type.Optional(described(Currency, "Only the accounts in this currency.")),
    },
    { additionalProperties: false },
  ),
  output: listOf(CustomerBalance, "CustomerBalanceList"),
  refusals: ["customer_not_found"],
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const { customerId, currency } = input;
    const customer = customers.find(snapshot, context.realm, customerId);
    if (customer === undefined) return customerNotFound(customerId);
    const accounts = accountsOfCustomer(snapshot, customer.realm, customer.suffix);
    const balances = balancesOf(snapshot, accounts, customerId, isoTime(context.nowMs));
    function* walk(after: string | undefined): Generator<WalkRow> {
      for (const item of balances) {
        if (currency !== undefined && currency !== item.currency) continue;
        if (after === undefined || item.currency > after) yield { position: item.currency, item };
      }
    }
    return answerPage(
      { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk },
      context,
    );
  },
});

/** The sums, in alphabetical order of their currencies. */
function balancesOf(
  snapshot: Snapshot,
  accounts: Iterable<SeenAccount>,
  customerId: string,
  asOf: string,
): CustomerBalance[] {
  const sums = new Map<string, { posted: bigint; available: bigint; count: number }>();
  for (const { document } of accounts) {
    const sum = sums.get(document.currency) ?? { posted: 0n, available: 0n, count: 0 };
    const balance = seeBalance(snapshot, document.ordinal);
    sums.set(document.currency, {
      posted: sum.posted + postedOf(balance),
      available: sum.available + availableOf(balance),
      count: sum.count + 1,
    });
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { posted, available, count }]) => ({
      customerId,
      currency,
      available: String(available),
      posted: String(posted),
      held: String(posted - available),
      accountCount: count,
      asOf,
    }));
}
