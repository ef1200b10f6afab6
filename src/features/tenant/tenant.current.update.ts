/** tenant.current.update: give the company another name, or another time zone for the books of its Products. */
import { type Static, Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { PEOPLE } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import { UTC, zoneNameOf, zoneTableOf } from "../../rails/zone_offsets.ts";
import { audited } from "../audit/audit_note.ts";
import { changed } from "../change.ts";
import { ExpectedRevision, refuseRevision } from "../expected_revision.ts";
import { tellZone } from "../platform/platform_telling.ts";
import { refuseWithout, roleOfActor } from "./member_rules.ts";
import { Tenant, TenantNameDraft, TIME_ZONE_RULE, TimeZoneDraft } from "./tenant_schema.ts";
import type { TenantState } from "./tenant_state.ts";
import { changedTenant, revisionOf, tenantFor, tenantResource } from "./tenant_views.ts";

const TenantChange = Type.Object(
  {
    name: Type.Optional(TenantNameDraft),
    timeZone: Type.Optional(
      described(
        TimeZoneDraft,
        "The name of a time zone in the database of IANA, such as `Europe/Berlin`, or `UTC`. Answers have the one of its names that this server writes, such as `Asia/Calcutta` for `Asia/Kolkata`.",
      ),
    ),
    expectedRevision: Type.Optional(ExpectedRevision),
  },
  {
    title: "TenantChange",
    description: "What the company is called from now on, and by which time zone its months go.",
    additionalProperties: false,
  },
);

export const tenantCurrentUpdate = declareWrite<TenantState>()({
  id: "tenant.current.update",
  summary: "Change the company's name or time zone",
  description:
    "The name is what members read in the console and in mails; nothing goes by it. Days and months of statements, usage and statistics of all Products, in sandbox and live, go by the time zone. Those that have begun keep their bounds: another time zone counts from the first month that begins after the change, by the clock of each sandbox and of live. The offsets of the zone are kept with the change, for 20 years: later changes of its rules count when the time zone is sent again in a later year.",
  http: { method: "PATCH", path: "/tenant" },
  principals: PEOPLE,
  scope: "tenant:write",
  acts: { on: "tenant" },
  body: TenantChange,
  output: Tenant,
  refusals: ["missing_required_permission", "state_conflict"],
  events: [],
  check: zoneIssues,
  async prepare({ timeZone }, { from, nowMs }) {
    const name = timeZone === undefined ? undefined : zoneNameOf(timeZone);
    return { from, ...(name !== undefined && { zone: zoneTableOf(name, nowMs) }) };
  },
  decide(state, { name, expectedRevision }, context) {
    const { nowMs, realm, prepared } = context;
    const { zone, from } = prepared;
    const before = tenantFor(state, context);
    const { tenantId } = before;
    const refusal =
      refuseWithout("tenant:write", roleOfActor(state, context)) ??
      refuseRevision(tenantId, expectedRevision, revisionOf(before));
    if (refusal !== undefined) return refusal;
    const shown = tenantResource(before);
    // A company without a zone is one of UTC.
    const timeZone = zone?.name === UTC.name ? null : zone;
    const wanted = changed(before, { name, timeZone });
    if (wanted === before) return accept([], shown);
    const fact = changedTenant(wanted, {}, nowMs);
    const after = tenantResource(fact.tenant);
    const resource = { type: "tenant", id: tenantId };
    const note = { tenantIds: [tenantId], resource, before: shown, after };
    const isMoved = wanted.timeZone !== before.timeZone;
    const effects = isMoved ? tellZone(state, realm, wanted.timeZone ?? UTC) : [];
    return audited({ ...accept([fact], after), effects }, note, from);
  },
});

/** What no schema says: that the zone is known. */
function zoneIssues({ timeZone }: Static<typeof TenantChange>): InputIssue[] {
  if (timeZone === undefined || zoneNameOf(timeZone) !== undefined) return [];
  const message = `timeZone must be ${TIME_ZONE_RULE.mustBe}`;
  return [{ code: "format", message, path: ["timeZone"] }];
}
