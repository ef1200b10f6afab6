/** The object as a resource, and the function that renders it. */
import { isoTime } from "../../base/iso_time.ts";
import { declareResource, type ResourceNames } from "../../contract/declare/resource.ts";
import { actorOfText } from "../../contract/records/actor.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { noSuchHere } from "../../contract/refusals/unknown_id.ts";
import type { RowsOfGroup } from "../../contract/tables/stored_index.ts";
import { numberKey } from "../../contract/tables/table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { ObjectDocument, ObjectInFact } from "./object_document.ts";
import { hasSameTexts, kindText, textsOfObject } from "./object_index.ts";
import { ProgramObject } from "./object_schema.ts";

/** Digits of base 36 of the number of a realm. */
const NUMBER_LENGTH = numberKey(0).length;

/** The objects of a kind that are of one Build: how many there are is known, and they are walked in order. */
export function buildGroup(realm: number, kind: string, buildId: string): string {
  return `${numberKey(realm)}${kind} ${buildId}`;
}

/** Those of the kind, whatever their Build. */
const ofKind: RowsOfGroup = function* (state, group, after) {
  const realm = Number.parseInt(group.slice(0, NUMBER_LENGTH), 36);
  const text = kindText(group.slice(NUMBER_LENGTH, group.indexOf(" ")));
  const from = after === undefined ? undefined : text + after;
  for (const { key } of state.under(LEDGER_TABLE.objectIndex, realm, text, from)) {
    yield { key: key.slice(text.length), realm };
  }
};

export const objects = declareResource<ObjectDocument>()({
  noun: "object",
  prefix: "obj",
  readScope: "objects:read",
  output: ProgramObject,
  notFoundCode: "noun_instance_not_found",
  notFound: (objectId) => objectNotFound("", objectId),
  table: { code: LEDGER_TABLE.object, version: 2 },
  show: objectResource,
  search: { title: ({ kind, state }) => `${kind} ${state}` },
  indexes: [
    {
      name: "object_index",
      table: LEDGER_TABLE.objectIndex,
      textsOf: textsOfObject,
      isSame: hasSameTexts,
    },
  ],
  groups: { build: groupOf },
  stored: {
    groups: { build: ofKind },
    counted: { name: "object_count", table: LEDGER_TABLE.objectCount, groupOf },
  },
});

function groupOf({ realm, kind, buildId }: ObjectDocument): string {
  return buildGroup(realm, kind, buildId);
}

export function objectNotFound(kind: string, objectId: string): Refusal<"noun_instance_not_found"> {
  const message = noSuchHere("obj", objectId);
  return refuse("noun_instance_not_found", message, { kind, objectId });
}

/** The object in answers. The order of the fields is their order on the wire. */
export function objectResource(
  object: ObjectInFact,
  { productId, environment }: ResourceNames,
): ProgramObject {
  const { currency, subject, remainders = {}, sums = {}, ownAccounts = {} } = object;
  // What is undefined is in no JSON; a literal without spreads takes less time (see `documentOfFact`).
  const shown: Shown = {
    objectId: object.objectId,
    nounInstanceId: object.objectId,
    kind: object.kind,
    productId,
    environment,
    buildId: object.buildId,
    digest: object.digest,
    state: object.state,
    revision: object.revision,
    fields: object.fields as Record<string, unknown>,
    currency,
    subject: subject === undefined ? undefined : { type: "customer", id: subject },
    remainders,
    aggregates: sums,
    ownAccounts: accountsShown(ownAccounts),
    createdAt: isoTime(object.createdAtMs),
    updatedAt: isoTime(object.updatedAtMs),
    actor: actorOfText(object.changedBy),
  };
  return shown as ProgramObject;
}

type Shown = { [Name in keyof Required<ProgramObject>]: ProgramObject[Name] | undefined };

/** Own accounts in answers. */
export function accountsShown(ids: Readonly<Record<string, string>>): ProgramObject["ownAccounts"] {
  return Object.entries(ids).map(([name, accountId]) => ({ name, accountId }));
}
