/** The audit feed: the notes of decisions, and the rows that find them. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { AUDIT_NOTED } from "./audit_note.ts";
import { type AuditState, auditFacts, createAuditState } from "./audit_state.ts";

export const auditFeature = {
  words: {
    ids: { aud: "an audit event" },
    scopes: {
      audit: { group: "Company", name: "the audit feed of your company", title: "Audit feed" },
    },
  },
  operations: [],
  facts: auditFacts,
  eventsOf: { [AUDIT_NOTED]: noEvents },
  createState: createAuditState,
  tables: ({ auditIndex }) => [auditIndex],
} satisfies Feature<AuditState>;
