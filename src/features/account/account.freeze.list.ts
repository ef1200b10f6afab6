/** account.freeze.list: every freeze in the history of an account, newest first. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { Id, ListQuery, listOf, Timestamp } from "../../contract/values/formats.ts";
import { answerCreatedList } from "../created_list.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import { publicWording } from "../ledger/freeze_wording.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { FreezeEntry } from "./account_facts.ts";
import { storedAccountOf } from "./account_reads.ts";
import { AccountPath, FreezeMode, FreezePlane, FreezeWording } from "./account_schema.ts";

const AccountFreezePeriod = Type.Object(
  {
    freezeId: Id("frz"),
    plane: FreezePlane,
    mode: FreezeMode,
    reason: FreezeWording,
    from: described(Timestamp, "When the freeze began."),
    to: Type.Optional(described(Timestamp, "When the freeze ended; absent while it stands.")),
  },
  {
    title: "AccountFreezePeriod",
    description: "A freeze that stands, or with `to` stood, on an account.",
    additionalProperties: false,
  },
);

export const accountFreezeList = declareRead({
  id: "account.freeze.list",
  summary: "List the freezes of an account",
  description:
    "Those in force and those that ended, newest first. A freeze whose mode was changed ended at the change, " +
    "and another began.",
  http: { method: "GET", path: "/accounts/{accountId}/freezes" },
  principals: PRODUCT_CALLERS,
  scope: "accounts:read",
  path: AccountPath,
  query: ListQuery,
  output: listOf(AccountFreezePeriod, "AccountFreezePeriodList"),
  refusals: ["account_not_found"],
  read(snapshot, input, context) {
    const stored = storedAccountOf(snapshot, context, input.accountId);
    if (stored === undefined) return accountNotFound(input.accountId, "accountId");
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: LEDGER_TABLE.accountFreeze,
      keyPrefix: stored.suffix,
      itemOf: (_key, value) => freezePeriodOf(decodeDocument<FreezeEntry>(value)),
    });
  },
});

function freezePeriodOf({ fromMs, toMs, ...freeze }: FreezeEntry) {
  return {
    freezeId: freeze.freezeId,
    plane: freeze.plane,
    mode: freeze.mode,
    reason: publicWording(freeze),
    from: isoTime(fromMs),
    ...(toMs !== undefined && { to: isoTime(toMs) }),
  };
}
