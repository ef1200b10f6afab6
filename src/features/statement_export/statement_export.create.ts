/** statement_export.create: asks for a statement of a month as a file that is kept. */
import { suffixOf, timeMsOfSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Effect } from "../../contract/declare/effect.ts";
import { type DecisionContext, declareWrite } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { actorText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuch } from "../../contract/refusals/unknown_id.ts";
import { evidenceOf, refuseMonth } from "../calendar_month.ts";
import { accountNotFound } from "../ledger/account_not_found.ts";
import type { LedgerState } from "../ledger/ledger_state.ts";
import { monthEndOf } from "../ledger/month_ends.ts";
import type { ExportScope } from "./statement_export_document.ts";
import { STATEMENT_EXPORT_MAKING, type StatementExportMaking } from "./statement_export_making.ts";
import { type StatementExportState, statementExports } from "./statement_export_noun.ts";
import { StatementExport, StatementExportDraft } from "./statement_export_schema.ts";

type Subject = { scope: ExportScope; id: string };

export const statementExportCreate = declareWrite<LedgerState & StatementExportState>()({
  id: "statement_export.create",
  summary: "Export a statement as a file",
  description:
    "The file is made after the answer, which says `pending`, and is kept: `statement_export.ready` tells that it can be downloaded. It " +
    "has the entries of the month up to the moment it is made; a month that is open then makes a `partial` file.",
  http: { method: "POST", path: "/statement-exports", status: 201 },
  acts: { on: "product", by: "id" },
  principals: PRODUCT_CALLERS,
  scope: "statements:write",
  body: StatementExportDraft,
  output: StatementExport,
  refusals: ["account_not_found", "resource_not_found", "statement_evidence_incomplete"],
  events: ["statement_export.created"],
  decide(state, { scope, id, month, format = "csv" }, context) {
    const { nowMs, actor, realm } = context;
    const refusal = refuseSubject(state, { scope, id }, context);
    if (refusal !== undefined) return refusal;
    const { early, partial } = monthOf(state, { scope, id, month }, context);
    if (early !== undefined) return early;
    const statementExportId = context.newId(statementExports.prefix);
    const fact = statementExports.fact("created", {
      statementExportId,
      ...{ scope, id, month, format },
      status: "pending",
      partial,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      revision: 1,
      changedBy: actorText(actor),
    });
    const payload: StatementExportMaking = { statementExportId, realm };
    const effect: Effect = { kind: STATEMENT_EXPORT_MAKING.kind, payload };
    return { ...statementExports.accept(fact, context), effects: [effect] };
  },
});

function refuseSubject(
  { accounts }: LedgerState,
  { scope, id }: Subject,
  { realm, principal }: DecisionContext,
): Refusal<"account_not_found" | "resource_not_found"> | undefined {
  if (scope === "account") {
    const isKnown = accounts.ordinalOf(realm, id) >= 0;
    return isKnown ? undefined : accountNotFound(id, "id");
  }
  if (id === principal.productId) return undefined;
  const message = "id is not the Product of this call";
  return refuse("resource_not_found", noSuch("prod", id, "for this credential"), {
    resourceType: "product",
    productId: id,
    issues: [{ code: "not_found", message, path: ["id"] }],
  });
}

/**
 * Whether the month is open, or why there is none: of an account by the time of records in UTC, of a Product by its clock and its days, as its
 * statements are.
 */
function monthOf(
  state: LedgerState,
  { scope, id, month }: Subject & { month: string },
  { nowMs, realm }: Pick<DecisionContext, "nowMs" | "realm">,
): { early: Refusal<"statement_evidence_incomplete"> | undefined; partial: boolean } {
  const begunMs = begunMsOf({ scope, id });
  if (scope === "account") {
    const early = refuseMonth(month, { nowMs, begunMs, resource: "account" });
    return { early, partial: evidenceOf(month, nowMs).status === "open" };
  }
  const calendar = state.calendars.of(realm);
  const now = { nowMs: calendar.timeOf(nowMs), begunMs, resource: "Product" } as const;
  const early = refuseMonth(month, now, calendar.days.rangeOfMonth(month));
  return { early, partial: month >= (monthEndOf(state, realm)?.month ?? month) };
}

/** When the account or the Product was made. */
function begunMsOf({ scope, id }: Subject): number {
  const suffix = suffixOf(scope === "account" ? "acct" : "prod", id);
  invariant(suffix !== undefined, "an id that is known is well formed");
  return timeMsOfSuffix(suffix);
}
