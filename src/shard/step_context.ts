/** The context that a decision is given, and the digest of a request. */
import { hash } from "node:crypto";
import { encodeIdSuffix, type Place } from "../base/id.ts";
import type { CanonicalForm } from "../contract/declare/canonical_form.ts";
import type { Defaults } from "../contract/declare/defaults.ts";
import type { DecisionContext } from "../contract/declare/operation.ts";
import type { PlainForm, PlainItems } from "../contract/declare/plain_items.ts";
import type { Principal } from "../contract/declare/principal.ts";
import type { Secrets } from "../contract/declare/secrets.ts";
import type { Cause, RecordHead, StoredRecord } from "../contract/records/record.ts";
import type { Actor } from "../contract/values/formats.ts";
import type { Command } from "./command.ts";
import type { RealmTable } from "./realm_table.ts";

/** The records of a shard, durable or not yet. */
type Records = {
  record(place: Place): StoredRecord | undefined;
  realms: Pick<RealmTable, "has" | "numbered">;
};

/**
 * The context of a decision. It is a class, because closures would be made anew for every request.
 */
export class StepContext implements DecisionContext {
  readonly nowMs: number;
  readonly dueMs: number | undefined;
  readonly realm: number;
  readonly principal: Principal;
  readonly cause: Cause;
  readonly items: PlainItems | undefined;
  readonly requestId: string;
  readonly prepared: unknown;
  readonly place: Place;
  readonly #head: RecordHead;
  readonly #records: Records;
  /** The first of the realms that had the caller's names, one after another. */
  readonly #first: number;

  constructor(
    records: Records,
    head: RecordHead,
    { principalId, realm, requestId, cause, items, prepared, due }: Command,
  ) {
    const { tenantId, productId, environment } = realm.names;
    this.nowMs = head.timeMs;
    this.dueMs = due?.atMs;
    this.realm = head.realm;
    this.principal = { principalId, tenantId, productId, environment };
    this.cause = cause;
    this.items = items;
    this.requestId = requestId;
    this.prepared = prepared;
    this.place = head.place;
    this.#head = head;
    this.#records = records;
    this.#first = realm.first;
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

  get ownRecord(): DecisionContext["ownRecord"] {
    return (place) => {
      const { realms } = this.#records;
      const record = place === 0 ? undefined : this.#records.record(place);
      if (record === undefined || !realms.has(record.realm)) return undefined;
      return realms.numbered(record.realm).first === this.#first ? record : undefined;
    };
  }
}

/** What the schemas of a request's operation say of the input. */
type InputRules = {
  inputForm: CanonicalForm;
  /** Writes the same text of a plain input as bytes. */
  plainForm: PlainForm | undefined;
  inputDefaults: Defaults | undefined;
  inputSecrets: Secrets | undefined;
  operation: SecretsDigesting;
};
/** Of any operation: each one knows what its own preparation gives. */
type SecretsDigesting = { secrets?: { digest?(prepared: unknown): string } };

/**
 * Digest of a request, 32 hex digits: of the operation (so method and path), the number of the realm
 * of its record in this log (so tenant, Product and environment) and the canonical input (path, query
 * and body). It leaves out the fields that have their default; the result of `prepare`, which is no
 * part of the request; and the secrets of the input, because whoever has the log could guess a
 * password and compare its digest. Of secrets it has what the operation's `secrets.digest` gives.
 */
export function requestDigestOf(command: Command, realm: number, rules: InputRules): string {
  const { inputDefaults, plainForm } = rules;
  const { input, items, operation } = command;
  if (items !== undefined && plainForm !== undefined) {
    return digestOfText(plainForm(prefixOf(operation, realm), items));
  }
  const { environment } = command.realm.names;
  const told = inputDefaults === undefined ? input : inputDefaults.leftOutOf(input, environment);
  return digestOf(command, realm, rules, told);
}

/**
 * Whether `digest`, of an earlier request with the same key, is of the same request. Versions that
 * made digests of the input as it was sent may have recorded a default as left out or as sent.
 */
export function isDigestOf(
  digest: string,
  command: Command,
  realm: number,
  rules: InputRules,
): boolean {
  if (requestDigestOf(command, realm, rules) === digest) return true;
  const { inputDefaults } = rules;
  if (inputDefaults === undefined) return false;
  const { input } = command;
  const filled = inputDefaults.filledInto(input, command.realm.names.environment);
  return [input, filled].some((told) => digestOf(command, realm, rules, told) === digest);
}

function digestOf(
  { operation: id, prepared }: Command,
  realm: number,
  { inputForm, inputSecrets, operation }: InputRules,
  input: unknown,
): string {
  const told = inputSecrets === undefined ? input : inputSecrets.removedFrom(input);
  const text = prefixOf(id, realm) + inputForm(told);
  const { secrets } = operation;
  if (secrets?.digest === undefined) return digestOfText(text);
  return digestOfText(`${text}\n${secrets.digest(prepared)}`);
}

function prefixOf(operation: string, realm: number): string {
  return `${operation}\n${realm}\n`;
}

function digestOfText(text: string | Uint8Array): string {
  return hash("sha256", text, "hex").slice(0, 32);
}

/** The record opens its own realm, in the place of the realm that the command was decided in. */
export function renewRealm(
  record: StoredRecord,
  command: Command,
  realms: Pick<RealmTable, "renewalOf">,
  rules: InputRules,
): void {
  const renewed = realms.renewalOf(command.realm);
  record.realm = renewed.number;
  record.previousPlace = 0;
  record.requestDigest = requestDigestOf(command, renewed.number, rules);
  record.facts = [renewed, ...record.facts];
}
