/** customer.activity.list: what happened to a customer, its accounts and their money. */
import { Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { listOf, listQuery } from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import { accountsOfCustomer } from "../account/customer_accounts.ts";
import {
  type ActivityRow,
  accountLifeRows,
  customerRows,
  moneyRow,
} from "../activity/activity_rows.ts";
import { ActivityTypeName, CustomerActivity } from "../activity/activity_schema.ts";
import { accountIdsOf } from "../ledger/account_ids.ts";
import type { SeenAccount } from "../ledger/account_rows.ts";
import { MERGED_ACCOUNTS_MAX, mergedAccountRows } from "../ledger/merged_rows.ts";
import { mergeNewest } from "../merge_newest.ts";
import { type TimeRange, timeRangeOf } from "../record_walk.ts";
import { customerNotFound, customers, type SeenCustomer } from "./customer_noun.ts";

export const customerActivityList = declareRead({
  id: "customer.activity.list",
  summary: "List the activity of a customer",
  description: `Newest first. Shows each status of the customer as it was last reached, and the ${MERGED_ACCOUNTS_MAX} newest of its accounts.`,
  http: { method: "GET", path: "/customers/{customerId}/activity" },
  principals: PRODUCT_CALLERS,
  scope: "customers:read",
  path: customers.path,
  query: listQuery({
    type: Type.Optional(described(ActivityTypeName, "Only activities of this type.")),
  }),
  output: listOf(CustomerActivity, "CustomerActivityList"),
  refusals: ["customer_not_found"],
  read(snapshot, input, context) {
    const { limit, cursor, ...filters } = input;
    const { customerId, type } = input;
    const customer = customers.find(snapshot, context.realm, customerId);
    if (customer === undefined) return customerNotFound(customerId);
    function* walk(after: string | undefined): Generator<WalkRow> {
      if (customer === undefined) return;
      for (const { position, item } of timeline(snapshot, customer, timeRangeOf(input), after)) {
        yield { position, item: type === undefined || type === item.type ? item : undefined };
      }
    }
    return answerPage(
      { limit: limit === undefined ? undefined : String(limit), cursor, filters, walk },
      context,
    );
  },
});

function timeline(
  snapshot: Snapshot,
  customer: SeenCustomer,
  range: TimeRange,
  after: string | undefined,
): Generator<ActivityRow> {
  const { customerId } = customer.document;
  const accounts = newestAccountsOf(snapshot, customer);
  const lives = accounts.flatMap((account) => accountLifeRows(snapshot, customerId, account));
  const plain = [...customerRows(customer), ...lives]
    .filter(({ position, atMs }) => {
      const isInRange = atMs >= range.fromMs && atMs < range.belowMs;
      return isInRange && (after === undefined || position < after);
    })
    .sort((a, b) => (a.position < b.position ? 1 : -1));
  const accountIdOf = accountIdsOf(snapshot);
  function* money(): Generator<ActivityRow> {
    for (const line of mergedAccountRows(snapshot, accounts, range, after)) {
      yield moneyRow(customerId, line, accountIdOf);
    }
  }
  return mergeNewest([plain.values(), money()]);
}

function newestAccountsOf(snapshot: Snapshot, { realm, suffix }: SeenCustomer): SeenAccount[] {
  const accounts: SeenAccount[] = [];
  for (const account of accountsOfCustomer(snapshot, realm, suffix)) {
    if (accounts.push(account) === MERGED_ACCOUNTS_MAX) break;
  }
  return accounts;
}
