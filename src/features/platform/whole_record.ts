/** Who may see the whole record in a proof, and of which records nobody may. */
import { type Caller, hasScope } from "../../contract/declare/caller.ts";
import type { StoredRecord } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { hasPrivateNote } from "../account/private_note.ts";
import { readScopes } from "../operation_ids.ts";
import { isOperatorNote } from "./operator_note.ts";

/** The refusal of a caller who lacks a scope to read: a record has amounts, balances and personal data. `operation`: which one is asked. */
export function refuseWholeRecord(
  caller: Caller,
  operation: string,
): Refusal<"missing_required_scope"> | undefined {
  const missing = readScopes().find((needed) => !hasScope(caller, needed));
  if (missing === undefined) return undefined;
  const message = `the whole record takes every scope to read; the key lacks ${missing}`;
  return refuse("missing_required_scope", message, { scope: missing, operation });
}

/** False of a record with a private note of the platform: its commitment is over the whole body, so the body cannot be shown without a part of it. */
export function isShownWhole({ facts }: Pick<StoredRecord, "facts">): boolean {
  return !facts.some((fact) => hasPrivateNote(fact) || isOperatorNote(fact));
}
