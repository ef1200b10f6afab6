/** account.list: the accounts of a Product, newest first. The platform's own only when asked for. */
import { type Static, Type } from "@sinclair/typebox";
import { Currency, Id, listOf, listQuery, Search } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { answerCreatedList } from "../created_list.ts";
import { type AccountDocument, decodeAccountDocument } from "../ledger/account_document.ts";
import { ACCOUNT_TABLE } from "../ledger/account_table.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "../ledger/roles.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { accountResource } from "./account_resource.ts";
import { Account, AccountRole, AccountStatus } from "./account_schema.ts";

const AccountListQuery = listQuery({
  productId: Id("prod"),
  status: Type.Optional(AccountStatus),
  currency: Type.Optional(Currency),
  role: Type.Optional(AccountRole),
  ownerId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "Id of the owner." }),
  ),
  search: Type.Optional(Search),
});
type AccountListQuery = Static<typeof AccountListQuery>;

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);

export const accountList = declareRead({
  id: "account.list",
  summary: "List accounts",
  description:
    "`search` looks in name and external id, whatever the case, and takes an account id.",
  tag: "Accounts",
  http: { method: "GET", path: "/accounts", status: 200 },
  principals: ["product_key"],
  scope: "accounts:read",
  query: AccountListQuery,
  output: listOf(Account, "AccountList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal } = context;
    const otherProduct = refuseOtherProduct(principal, input.productId);
    if (otherProduct !== undefined) return otherProduct;
    const search = input.search?.toLowerCase();
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: ACCOUNT_TABLE,
      itemOf(suffix, value) {
        const account = decodeAccountDocument(value);
        if (!isListed(account, input)) return undefined;
        if (search !== undefined && !isFound(suffix, account, search)) return undefined;
        return accountResource(suffix, account, principal);
      },
    });
  },
});

function isListed(
  { status, currency, roleCode, ownerId }: AccountDocument,
  wanted: AccountListQuery,
): boolean {
  if (wanted.role === undefined ? roleCode === EXTERNAL_CODE : roleCode !== roleCodeOf(wanted.role))
    return false;
  if (wanted.status !== undefined && wanted.status !== status) return false;
  if (wanted.currency !== undefined && wanted.currency !== currency) return false;
  return wanted.ownerId === undefined || wanted.ownerId === ownerId;
}

/** `search` is in lower case. */
function isFound(suffix: string, { extras }: AccountDocument, search: string): boolean {
  return (
    extras?.name?.toLowerCase().includes(search) === true ||
    extras?.externalId?.toLowerCase().includes(search) === true ||
    search === `acct_${suffix.toLowerCase()}`
  );
}
