/** The account as every answer shows it: the one renderer of replies and reads. */

import { timeMsOfSuffix } from "../../base/id.ts";
import { isoTime } from "../../base/iso_time.ts";
import { actorOfText } from "../../contract/actor.ts";
import type { Environment } from "../../contract/principal.ts";
import type { AccountDocument } from "../ledger/account_document.ts";
import { roleOf } from "../ledger/roles.ts";
import type { Account } from "./account_schema.ts";

/** What of a stored account is shown; the rest is money and bookkeeping. */
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

/** The account whose id ends in `suffix`; fields stand in the order in which they are printed. */
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
    freezes: (extras.freezes ?? []).map(({ freezeId, plane, mode, reason, sinceMs }) => ({
      freezeId,
      plane,
      mode,
      reason,
      since: isoTime(sinceMs),
    })),
    // An account and its ledger account are one record here: there is no moment between the two.
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
