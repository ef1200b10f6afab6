/** The context that a decision is given, and the digest of a request. */
import { hash } from "node:crypto";
import { canonicalText } from "../base/canonical_json.ts";
import { encodeIdSuffix, type Place } from "../base/id.ts";
import type { Actor } from "../contract/formats.ts";
import type { DecisionContext } from "../contract/operation.ts";
import type { Principal } from "../contract/principal.ts";
import type { Cause, RecordHead, StoredRecord } from "../contract/record.ts";
import type { Secrets } from "../contract/secrets.ts";
import type { Command } from "./command.ts";
import type { ScopeTable } from "./scope_table.ts";

/** The records of an actor, durable or not yet. */
type Records = { record(place: Place): StoredRecord | undefined };

/**
 * The context of a decision. It is a class, because closures would be made anew for every request.
 */
export class StepContext implements DecisionContext {
  readonly nowMs: number;
  readonly dueMs: number | undefined;
  readonly scope: number;
  readonly principal: Principal;
  readonly cause: Cause;
  readonly prepared: unknown;
  readonly place: Place;
  readonly #head: RecordHead;
  readonly #records: Records;

  constructor(
    records: Records,
    head: RecordHead,
    { principalId, scope, cause, prepared, due }: Command,
  ) {
    const { tenantId, productId, environment } = scope.names;
    this.nowMs = head.timeMs;
    this.dueMs = due?.atMs;
    this.scope = head.scope;
    this.principal = { principalId, tenantId, productId, environment };
    this.cause = cause;
    this.prepared = prepared;
    this.place = head.place;
    this.#head = head;
    this.#records = records;
  }

  /** These are getters, so that a decision may destructure them and an unused one costs nothing. */
  get actor(): Actor {
    return { type: this.#head.actorType, id: this.#head.actorId };
  }

  get newId(): DecisionContext["newId"] {
    return (prefix, sub = 0) =>
      `${prefix}_${encodeIdSuffix(this.nowMs, this.#head.shard, this.place, sub)}`;
  }

  get record(): DecisionContext["record"] {
    return (place) => this.#records.record(place);
  }
}

/**
 * Digest of a request, 32 hex digits: of the operation (so method and path), the number of the scope
 * of its record in this log (so tenant, Product and environment) and the canonical input (path, query
 * and body). It leaves out the result of `prepare`, which is no part of the request, and the secrets
 * of the input, because whoever has the log could guess a password and compare its digest.
 */
export function requestDigestOf(
  { operation, input }: Command,
  scope: number,
  secrets: Secrets | undefined,
): string {
  const told = secrets === undefined ? input : secrets.removedFrom(input);
  const text = `${operation}\n${scope}\n${canonicalText(told)}`;
  return hash("sha256", text, "hex").slice(0, 32);
}

/** The record opens its own scope, in the place of the scope that the command was decided in. */
export function renewScope(
  record: StoredRecord,
  command: Command,
  scopes: Pick<ScopeTable, "renewalOf">,
  secrets: Secrets | undefined,
): void {
  const renewed = scopes.renewalOf(command.scope);
  record.scope = renewed.number;
  record.previousPlace = 0;
  record.requestDigest = requestDigestOf(command, renewed.number, secrets);
  record.facts = [renewed, ...record.facts];
}
