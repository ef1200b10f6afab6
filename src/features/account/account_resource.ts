/** The account as a resource, and the one function that renders it, for replies and reads. */
import { timeMsOfSuffix } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import type { Environment } from "../../contract/declare/principal.ts";
import { declareResource, filter } from "../../contract/declare/resource.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { Currency } from "../../contract/values/formats.ts";
import { type AccountDocument, decodeAccountDocument } from "../ledger/account_document.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { publicWording } from "../ledger/freeze_wording.ts";
import { EXTERNAL_ROLE, roleCodeOf, roleOf } from "../ledger/roles.ts";
import { declareReads } from "../resource_reads.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import {
  Account,
  AccountOwnerId,
  AccountPath,
  AccountRole,
  AccountStatus,
} from "./account_schema.ts";

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);

/** The accounts. Their table belongs to the ledger, which keeps its indexes. */
export const accounts = declareResource<AccountDocument>()({
  noun: "account",
  prefix: "acct",
  readScope: "accounts:read",
  output: Account,
  notFoundCode: "account_not_found",
  notFound: (id) => accountNotFound(id, "accountId"),
  table: { code: LEDGER_TABLE.account, decode: decodeAccountDocument },
  show: (account, names, suffix) => accountResource(suffix, account, names),
  search: { title: titleOf, names: ({ extras }) => [extras?.name] },
  externalId: { table: LEDGER_TABLE.accountExternalId, of: ({ extras }) => extras?.externalId },
  filters: {
    status: filter(
      described(AccountStatus, "Only accounts in this status."),
      (wanted) =>
        ({ status }) =>
          status === wanted,
    ),
    currency: filter(
      described(Currency, "Only accounts in this currency."),
      (wanted) =>
        ({ currency }) =>
          currency === wanted,
    ),
    role: filter(described(AccountRole, "Only accounts of this role."), (wanted) => {
      const code = roleCodeOf(wanted);
      return ({ roleCode }) => roleCode === code;
    }),
    ownerId: filter(
      AccountOwnerId,
      (wanted) =>
        ({ ownerId }) =>
          ownerId === wanted,
    ),
  },
  isListed: ({ roleCode }, { role }) => role !== undefined || roleCode !== EXTERNAL_CODE,
});

/** `account.list` and `account.retrieve`. */
export const [accountList, accountRetrieve] = declareReads(
  { ...accounts, path: AccountPath },
  {
    path: "/accounts",
    list: {
      summary: "List accounts",
      description:
        "`search` looks in name and external id, whatever the case, and takes an account id.",
    },
    retrieve: {
      summary: "Read an account",
      description:
        "The account as it is now, closed ones too. Its balance is `account.balance.retrieve`.",
    },
  },
);

/** The title of an account. A platform account has no name, so a search finds it only by its id. */
function titleOf({ extras, roleCode, currency }: AccountDocument): string {
  const { role } = roleOf(roleCode);
  const kind = role === EXTERNAL_ROLE ? "platform account" : role;
  return extras?.name ?? `${kind} ${currency}`;
}

/** The fields of a stored account that an answer shows; the others are internal. */
export type AccountResourceFields = Pick<
  AccountDocument,
  | "status"
  | "roleCode"
  | "currency"
  | "revision"
  | "updatedAtMs"
  | "ownerType"
  | "ownerId"
  | "changedBy"
  | "extras"
>;

/** The account whose id ends in `suffix`. The order of the fields is their order on the wire. */
export function accountResource(
  suffix: string,
  account: AccountResourceFields,
  { productId, environment }: { productId: string; environment: Environment },
): Account {
  const { extras = {} } = account;
  const createdAtMs = timeMsOfSuffix(suffix);
  return {
    accountId: `acct_${suffix}`,
    productId,
    environment,
    role: roleOf(account.roleCode).role,
    currency: account.currency,
    owner: { type: account.ownerType, id: account.ownerId },
    ...(extras.name !== undefined && { name: extras.name }),
    status: account.status,
    freezes: (extras.freezes ?? []).map((freeze) => ({
      freezeId: freeze.freezeId,
      plane: freeze.plane,
      mode: freeze.mode,
      reason: publicWording(freeze),
      since: isoTime(freeze.sinceMs),
    })),
    // An account and its ledger account are created by one record, so the account is always
    // provisioned.
    ledger: { provisioned: true },
    revision: account.revision,
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(account.updatedAtMs),
    metadata: extras.metadata ?? {},
    ...(extras.externalId !== undefined && { externalId: extras.externalId }),
    actor: actorOfText(account.changedBy),
    statusTransitions: {
      openAt: isoTime(extras.unfrozenAtMs ?? createdAtMs),
      ...(extras.frozenAtMs !== undefined && { frozenAt: isoTime(extras.frozenAtMs) }),
      ...(extras.closedAtMs !== undefined && { closedAt: isoTime(extras.closedAtMs) }),
    },
  };
}
