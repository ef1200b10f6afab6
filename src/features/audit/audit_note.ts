/**
 * What the audit feed of a company says of a decision: which thing it changed, how, and from where. The
 * note is a fact of the decision's own record, which says who asked for which operation and when.
 */
import type { Acceptance, Decision } from "../../contract/declare/operation.ts";
import type { CallOrigin } from "../../contract/declare/preparation.ts";
import type { ErrorCode } from "../../contract/refusals/error_catalog.ts";

export const AUDIT_NOTED = "audit.noted.1";

/** What was changed. `before` and `after`: the thing as answers show it, without secrets. */
export type AuditNote = {
  /** The companies whose feeds have the note. */
  tenantIds: readonly string[];
  resource: { type: string; id: string };
  before?: unknown;
  after?: unknown;
  /** True where the platform itself made the change, whoever sent the request. */
  byPlatform?: true;
  /** Of what the operator did on a ledger shard: as which operation, and by which request. */
  told?: { operation: string; requestId: string };
};

export type AuditNoted = AuditNote & {
  kind: typeof AUDIT_NOTED;
  /** "" where the operator asked through the socket. */
  address: string;
  userAgent: string;
};

/** The decision with the note among the facts of its record; a refusal stays as it is. */
export function audited(decision: Acceptance, note: AuditNote, from: CallOrigin): Acceptance;
export function audited<C extends ErrorCode>(
  decision: Decision<C>,
  note: AuditNote,
  from: CallOrigin,
): Decision<C>;
export function audited<C extends ErrorCode>(
  decision: Decision<C>,
  note: AuditNote,
  from: CallOrigin,
): Decision<C> {
  if (decision.refused) return decision;
  const noted = auditNote(note, from);
  return { ...decision, facts: [...decision.facts, noted] };
}

/** The note as a fact, for a refusal that keeps facts. */
export function auditNote(note: AuditNote, { address, userAgent }: CallOrigin): AuditNoted {
  return { kind: AUDIT_NOTED, ...note, address, userAgent };
}
