/** What one step knows of its command: the context that a decision is given, and the fingerprint. */
import { hash } from "node:crypto";
import { canonicalText } from "../base/canonical_json.ts";
import { encodeIdSuffix, type Place } from "../base/id.ts";
import type { DecisionContext, Principal } from "../contract/operation.ts";
import type { Cause, RecordHead } from "../contract/record.ts";
import type { Command, Journal } from "./journal.ts";

/** What a decision may know. A class, because closures would be made anew for every request. */
export class StepContext implements DecisionContext {
  readonly nowMs: number;
  readonly scope: number;
  readonly principal: Principal;
  readonly cause: Cause;
  readonly place: Place;
  readonly #shard: number;
  readonly #journal: Journal<unknown>;

  constructor(journal: Journal<unknown>, head: RecordHead, { principalId, scope, cause }: Command) {
    const { tenantId, productId, environment } = scope.names;
    this.nowMs = head.timeMs;
    this.scope = head.scope;
    this.principal = { principalId, tenantId, productId, environment };
    this.cause = cause;
    this.place = head.place;
    this.#shard = head.shard;
    this.#journal = journal;
  }

  /** Getters, so that what a decision takes out of the context works and the rest costs nothing. */
  get newId(): DecisionContext["newId"] {
    return (prefix, sub = 0) =>
      `${prefix}_${encodeIdSuffix(this.nowMs, this.#shard, this.place, sub)}`;
  }

  get record(): DecisionContext["record"] {
    return (place) => this.#journal.record(place);
  }
}

/**
 * Fingerprint of a request: operation (so method and path), the scope's number in this log (so
 * tenant, Product and environment) and canonical input (path, query and body). 32 hex digits.
 */
export function requestDigestOf({ operation, scope, input }: Command): string {
  const text = `${operation}\n${scope.number}\n${canonicalText(input)}`;
  return hash("sha256", text, "hex").slice(0, 32);
}
