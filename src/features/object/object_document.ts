/**
 * An object as the shard stores it: what a noun of a program has made. It stays in the `state` database.
 * The engine of programs sees it as an `ObjectRecord`; this file turns the one into the other.
 */
import type { Place } from "../../base/id.ts";
import { wholeNumber } from "../../base/whole_number.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import { type CompiledNoun, nounOf } from "../../programs/run/compiled_program.ts";
import type { ObjectRecord } from "../../programs/run/object_record.ts";
import { fieldsFromJson, fieldsToJson, type Json } from "../../programs/run/values.ts";

export type ObjectDocument = {
  realm: number;
  objectId: string;
  kind: string;
  /** The Build that it was made under, which it keeps. */
  buildId: string;
  digest: string;
  state: string;
  revision: number;
  /** By name of the field; absent fields have no value. */
  fields: Readonly<Record<string, Json>>;
  /** The fields that lists find it by, as its program marks them. */
  indexed?: readonly string[];
  currency?: string;
  /** The customer whom it is about. */
  subject?: string;
  /** Minor units, decimal, by name. */
  remainders?: Readonly<Record<string, string>>;
  sums?: Readonly<Record<string, string>>;
  /** How often each schedule has made rows. */
  rounds?: Readonly<Record<string, number>>;
  /** Ids of its own accounts, by name. */
  ownAccounts?: Readonly<Record<string, string>>;
  /** The newest decision of each gate, by the name of the gate. */
  decisions?: Readonly<Record<string, string>>;
  /** When it was made, by the Product's clock, milliseconds UTC. */
  effectiveAtMs: number;
  createdAtMs: number;
  updatedAtMs: number;
  changedBy: string;
  /** The record that changed it last: its history is a walk back from there. */
  place: Place;
};

/** The object as a fact has it. */
export type ObjectInFact = Omit<ObjectDocument, "realm" | "place">;

/** The object as the engine sees it. `program`: that of the object's Build. */
export function recordOfDocument(program: CompiledProgram, document: ObjectInFact): ObjectRecord {
  const { kind, remainders = {}, sums = {}, rounds = {} } = document;
  const { fields } = nounOf(program, kind);
  return {
    objectId: document.objectId,
    kind,
    digest: document.digest,
    state: document.state,
    revision: document.revision,
    createdAtMs: document.effectiveAtMs,
    fields: fieldsFromJson(document.fields, fields),
    currency: document.currency,
    subject: document.subject,
    remainders: amountsOf(remainders),
    sums: amountsOf(sums),
    rounds: new Map(Object.entries(rounds)),
  };
}

/** What the engine has made of the object, as the document has it. */
export function partsOfRecord(noun: CompiledNoun, record: ObjectRecord) {
  const { currency, subject, remainders, sums, rounds } = record;
  return {
    state: record.state,
    revision: record.revision,
    fields: fieldsToJson(record.fields, noun.fields),
    ...(currency !== undefined && { currency }),
    ...(subject !== undefined && { subject }),
    ...(remainders.size > 0 && { remainders: textsOf(remainders) }),
    ...(sums.size > 0 && { sums: textsOf(sums) }),
    ...(rounds.size > 0 && { rounds: Object.fromEntries(rounds) }),
  };
}

function amountsOf(texts: Readonly<Record<string, string>>): ReadonlyMap<string, bigint> {
  return new Map(Object.entries(texts).map(([name, text]) => [name, wholeNumber(text)]));
}

function textsOf(amounts: ReadonlyMap<string, bigint>): Record<string, string> {
  return Object.fromEntries([...amounts].map(([name, amount]) => [name, String(amount)]));
}
