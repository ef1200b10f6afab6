/**
 * The texts by which lists find objects: by kind, by kind and state, by subject, by each field that the
 * program marks as indexed, and by each object that a field names. An entry has a digest of these, so that all texts have one length; a list looks at the
 * object itself, too, because two texts may have one digest.
 */
import { suffixOf } from "../../base/id.ts";
import type { Json } from "../../programs/run/values.ts";
import type { ObjectDocument } from "./object_document.ts";

const LENGTH = 14;

export function textsOfObject(object: ObjectDocument): string[] {
  const { kind, state, subject, fields, indexed = [] } = object;
  const texts = [kindText(kind), stateText(kind, state)];
  if (subject !== undefined) texts.push(subjectText(kind, subject), subjectText("", subject));
  for (const name of indexed) {
    const value = fields[name];
    if (value !== undefined) texts.push(fieldText(kind, name, value));
  }
  for (const value of Object.values(fields)) {
    if (isObjectId(value)) texts.push(referenceText(value));
  }
  return [...new Set(texts)];
}

/** True where a change of the object has left all its texts as they were, as most actions do. */
export function hasSameTexts(before: ObjectDocument, after: ObjectDocument): boolean {
  const { buildId, state, subject } = before;
  if (buildId !== after.buildId || state !== after.state || subject !== after.subject) return false;
  const names = Object.keys(after.fields);
  if (names.length !== Object.keys(before.fields).length) return false;
  // A list has no text: only fields with a single value are indexed.
  return names.every((name) => {
    const value = after.fields[name];
    return value === before.fields[name] || (typeof value === "object" && name in before.fields);
  });
}

export function kindText(kind: string): string {
  return digestOf(`k ${kind}`);
}
export function stateText(kind: string, state: string): string {
  return digestOf(`s ${kind} ${state}`);
}
/** `kind`: "" for objects of every kind. */
export function subjectText(kind: string, customerId: string): string {
  return digestOf(`c ${kind} ${customerId}`);
}
export function fieldText(kind: string, name: string, value: Json): string {
  return digestOf(`f ${kind} ${name} ${String(value)}`);
}
/** Of the objects that refer to the object with the id. */
export function referenceText(objectId: string): string {
  return digestOf(`r ${objectId}`);
}

/** A text field may have such a value too: only the program knows, which whoever walks the entries asks. */
function isObjectId(value: Json): value is string {
  return typeof value === "string" && suffixOf("obj", value) !== undefined;
}

const PRIME = 0x0100_0193;

/** 64 bits in base 36: two FNV-1a walks over the text, one of them backwards. */
function digestOf(text: string): string {
  let one = 0x811c_9dc5;
  let other = 0x1b87_3593;
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), PRIME);
    other = Math.imul(other ^ text.charCodeAt(text.length - 1 - at), PRIME);
  }
  return half(one) + half(other);
}

function half(hash: number): string {
  return (hash >>> 0).toString(36).padStart(LENGTH / 2, "0");
}
