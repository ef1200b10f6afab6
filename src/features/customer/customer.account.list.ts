/** customer.account.list: the accounts that one customer owns, newest first. */
import { Type } from "@sinclair/typebox";
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import { Currency, listOf, listQuery } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { accountResource } from "../account/account_resource.ts";
import { Account, AccountStatus } from "../account/account_schema.ts";
import { CUSTOMER_ACCOUNT_TABLE } from "../account/customer_account_index.ts";
import { answerCreatedList } from "../created_list.ts";
import { decodeAccountDocument } from "../ledger/account_document.ts";
import { ACCOUNT_TABLE } from "../ledger/account_table.ts";
import { customerNotFound } from "./customer_lifecycle.ts";
import { seeCustomer } from "./customer_reads.ts";
import { CustomerPath } from "./customer_schema.ts";

export const customerAccountList = declareRead({
  id: "customer.account.list",
  summary: "List the accounts of a customer",
  tag: "Customers",
  http: { method: "GET", path: "/customers/{customerId}/accounts", status: 200 },
  principals: ["product_key"],
  scope: "accounts:read",
  path: CustomerPath,
  query: listQuery({
    status: Type.Optional(AccountStatus),
    currency: Type.Optional(Currency),
  }),
  output: listOf(Account, "AccountList"),
  refusals: ["customer_not_found"],
  read(snapshot, input, context) {
    const { customerId, status, currency } = input;
    const customer = seeCustomer(snapshot, context, customerId);
    if (customer === undefined) return customerNotFound(customerId);
    const { scope } = customer;
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: CUSTOMER_ACCOUNT_TABLE,
      keyPrefix: customer.suffix,
      itemOf(key) {
        const suffix = key.slice(-ID_SUFFIX_LENGTH);
        const value = snapshot.get(ACCOUNT_TABLE, scope, suffix);
        invariant(value !== undefined, "the account of an index row exists");
        const account = decodeAccountDocument(value);
        if (status !== undefined && status !== account.status) return undefined;
        if (currency !== undefined && currency !== account.currency) return undefined;
        return accountResource(suffix, account, context.principal);
      },
    });
  },
});
