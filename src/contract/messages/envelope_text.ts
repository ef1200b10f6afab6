/**
 * Envelopes and replies as text: one text a message, which V8 copies between threads byte by byte as
 * long as all characters are latin1. Numbers stand in characters below 256. Only an input that is not
 * plain is JSON, so a plain request is parsed on its edge and nowhere else.
 *
 *   envelope: slot 2 | flags 1 | lengths: operation 1, request id 1, key 1, who 2, input 3, prepared 3
 *             | key | operation | request id | who | input | prepared | of an approved call: length 3, bound
 *   who:      realm key, line feed, credential id, and where somebody else acts or the cause is not `api`: line
 *             feed, actor in JSON or nothing, and of such a cause: line feed, the cause
 *   input:    JSON; or, plain, an object, and of an operation with a list the number of items + 1 in 2,
 *             0 for an absent list, and an object for each item
 *   object:   the length + 1 of each field in the operation's order, 0 for an absent field; the fields
 *   reply:    slot 2 | status 2 | flags 1 | length of the body 3 | suffix 26, unless it is unrecorded | body
 */
import { ID_SUFFIX_LENGTH } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Bound } from "../declare/approval.ts";
import type { PlainFields } from "../declare/aspects/plain.ts";
import { type PlainItems, PlainRoom } from "../declare/plain_items.ts";
import type { Actor } from "../values/formats.ts";
import { type Envelope, REPLY_UNRECORDED, type Who } from "./envelope.ts";

const IS_PLAIN = 1;
const HAS_PREPARED = 2;
const IS_BOUND = 4;
const ENVELOPE_HEAD = 14;
const REPLY_HEAD = 8;
/** Most characters of a text whose length has 1, 2 and 3 characters. */
const SHORT_MAX = 2 ** 8 - 1;
const MIDDLE_MAX = 2 ** 16 - 1;
const LONG_MAX = 2 ** 24 - 1;

/** The texts of a write; `input` is JSON, or what `plainText` gave. */
export type SentWrite = {
  operation: string;
  requestId: string;
  /** What `whoText` gave. */
  who: string;
  key: string;
  input: string;
  isPlain: boolean;
  /** JSON; "" where the operation prepares nothing. */
  prepared: string;
  /** A `Bound` in JSON, of a call of an agent that a person has approved; absent of every other. */
  bound?: string;
};

/** Realm, credential, actor and cause as an envelope has them. */
export function whoText(
  realmKey: string,
  principalId: string,
  actor: Actor | undefined,
  cause: Who["cause"] = "api",
): string {
  const by = actor === undefined ? "" : JSON.stringify(actor);
  const who = `${realmKey}\n${principalId}`;
  if (cause !== "api") return `${who}\n${by}\n${cause}`;
  return actor === undefined ? who : `${who}\n${by}`;
}

export function readWho(text: string): Who {
  const [realmKey = "", principalId = "", by = "", cause] = text.split("\n");
  const actor = by === "" ? undefined : JSON.parse(by);
  return { realmKey, principalId, actor, cause: cause === "mcp" ? cause : "api" };
}

/** The envelope behind its slot. */
export function envelopeText(write: SentWrite): string {
  const { operation, requestId, who, key, input, isPlain, prepared, bound } = write;
  const longest = Math.max(operation.length, requestId.length, key.length);
  const fits = longest <= SHORT_MAX && who.length <= MIDDLE_MAX;
  invariant(fits && Math.max(input.length, prepared.length) <= LONG_MAX, "an envelope fits");
  const flags =
    (isPlain ? IS_PLAIN : 0) |
    (prepared === "" ? 0 : HAS_PREPARED) |
    (bound === undefined ? 0 : IS_BOUND);
  const head = String.fromCharCode(
    flags,
    operation.length,
    requestId.length,
    key.length,
    who.length & 255,
    who.length >> 8,
    input.length & 255,
    (input.length >> 8) & 255,
    input.length >> 16,
    prepared.length & 255,
    (prepared.length >> 8) & 255,
    prepared.length >> 16,
  );
  const text = head + key + operation + requestId + who + input + prepared;
  return bound === undefined ? text : text + longLength(bound) + bound;
}

function longLength({ length }: string): string {
  invariant(length <= LONG_MAX, "what an approval binds fits into an envelope");
  return String.fromCharCode(length & 255, (length >> 8) & 255, length >> 16);
}

export function slotText(slot: number): string {
  return String.fromCharCode(slot & 255, slot >> 8);
}

/**
 * `value` as a plain input; undefined where `value` or an item of its list has another field, or one
 * that is no text or too long: then it must be sent as JSON.
 */
export function plainText(
  { fields, list }: PlainFields,
  value: Readonly<Record<string, unknown>>,
): string | undefined {
  if (list === undefined) return objectText(fields, value, undefined);
  const own = objectText(fields, value, list.name);
  if (own === undefined) return undefined;
  const items = value[list.name];
  if (items === undefined) return own + slotText(0);
  if (!Array.isArray(items) || items.length >= MIDDLE_MAX) return undefined;
  let text = own + slotText(items.length + 1);
  for (const item of items) {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return undefined;
    const one = objectText(list.fields, item as Record<string, unknown>, undefined);
    if (one === undefined) return undefined;
    text += one;
  }
  return text;
}

function objectText(
  fields: readonly string[],
  value: Readonly<Record<string, unknown>>,
  beside: string | undefined,
): string | undefined {
  let others = 0;
  for (const _ in value) others++;
  if (beside !== undefined && beside in value) others--;
  let lengths = "";
  let texts = "";
  for (const name of fields) {
    const field = value[name];
    if (field === undefined) {
      lengths += CHARACTERS[0];
      if (name in value) others--;
      continue;
    }
    if (typeof field !== "string" || field.length >= SHORT_MAX) return undefined;
    lengths += CHARACTERS[field.length + 1];
    texts += field;
    others--;
  }
  return others === 0 ? lengths + texts : undefined;
}

/** The characters below 256: to take one from here costs less than to make it of its code. */
const CHARACTERS = Array.from({ length: SHORT_MAX + 1 }, (_, code) => String.fromCharCode(code));

function plainInput({ fields, list }: PlainFields, text: string, from: number) {
  readingAt = from;
  const input = nextObject(fields, text);
  if (list === undefined) return input;
  const count = numberAt(text, readingAt) - 1;
  readingAt += 2;
  if (count < 0) return input;
  const first = readingAt;
  const items: Record<string, unknown>[] = [];
  for (let at = 0; at < count; at++) items.push(nextObject(list.fields, text));
  input[list.name] = items;
  readItems = LISTS.add(text.slice(first, readingAt), { fields: list.fields.length, count });
  return input;
}

/** The items of the plain input that was read last, as bytes; undefined where it has none. */
let readItems: PlainItems | undefined;
/** The lists of the message that is read. */
const LISTS = new PlainRoom();

/** Where the next object of a plain input begins; reading is synchronous, so one number serves all. */
let readingAt = 0;

function nextObject(fields: readonly string[], text: string): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const from = readingAt;
  let at = from + fields.length;
  for (let index = 0; index < fields.length; index++) {
    const length = text.charCodeAt(from + index) - 1;
    if (length < 0) continue;
    input[fields[index] as string] = text.slice(at, at + length);
    at += length;
  }
  readingAt = at;
  return input;
}

function numberAt(text: string, at: number): number {
  return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 8);
}

/** How a reader finds the plain fields of an operation; undefined where it takes JSON only. */
export type PlainFieldsOf = (operation: string) => PlainFields | undefined;

/**
 * The envelopes of a message. Their texts are views of the message, which stays in memory as long as
 * one of them does: whoever keeps one for long keeps a copy. JSON is copied by parsing. The bytes of
 * plain items are valid until the next message is read.
 */
export function readEnvelopes(message: string, plainFieldsOf: PlainFieldsOf): Envelope[] {
  const envelopes: Envelope[] = [];
  LISTS.clear();
  let at = 0;
  const next = (length: number): string => {
    at += length;
    return message.slice(at - length, at);
  };
  while (at < message.length) {
    const head = at;
    const code = (index: number) => message.charCodeAt(head + index);
    const flags = code(2);
    at = head + ENVELOPE_HEAD;
    const key = next(code(5));
    const operation = next(code(3));
    const requestId = next(code(4));
    const who = next(code(6) | (code(7) << 8));
    const inputLength = code(8) | (code(9) << 8) | (code(10) << 16);
    const preparedLength = code(11) | (code(12) << 8) | (code(13) << 16);
    const isPlain = (flags & IS_PLAIN) !== 0;
    const inputAt = at;
    let input: Record<string, unknown>;
    readItems = undefined;
    if (isPlain) {
      const fields = plainFieldsOf(operation);
      invariant(fields !== undefined, "a plain input is of an operation with plain fields");
      input = plainInput(fields, message, inputAt);
    } else input = JSON.parse(message.slice(inputAt, inputAt + inputLength));
    at = inputAt + inputLength;
    const prepared = (flags & HAS_PREPARED) === 0 ? undefined : JSON.parse(next(preparedLength));
    const slot = code(0) | (code(1) << 8);
    const items = readItems;
    let bound: Bound | undefined;
    if ((flags & IS_BOUND) !== 0) {
      const lengthAt = at;
      at += 3;
      bound = JSON.parse(next(numberAt(message, lengthAt) | (message.charCodeAt(at - 1) << 16)));
    }
    envelopes.push({
      slot,
      operation,
      requestId,
      who,
      key,
      input,
      items,
      isPlain,
      prepared,
      bound,
    });
  }
  return envelopes;
}

/** `suffix`: the 26 characters of the record's id; undefined where the flags say "unrecorded". */
export function replyText(
  slot: number,
  status: number,
  flags: number,
  suffix: string | undefined,
  body: string,
): string {
  const { length } = body;
  invariant(length <= LONG_MAX, "a reply fits");
  const head = String.fromCharCode(
    slot & 255,
    slot >> 8,
    status & 255,
    status >> 8,
    flags,
    length & 255,
    (length >> 8) & 255,
    length >> 16,
  );
  return head + (suffix ?? "") + body;
}

/** Gives `take` each reply of a message, in order; `suffix` is "" for one that is unrecorded. */
export function readReplies(
  message: string,
  take: (slot: number, status: number, flags: number, suffix: string, body: string) => void,
): void {
  for (let at = 0; at < message.length; ) {
    const flags = message.charCodeAt(at + 4);
    const slot = message.charCodeAt(at) | (message.charCodeAt(at + 1) << 8);
    const status = message.charCodeAt(at + 2) | (message.charCodeAt(at + 3) << 8);
    const length =
      message.charCodeAt(at + 5) |
      (message.charCodeAt(at + 6) << 8) |
      (message.charCodeAt(at + 7) << 16);
    const suffixAt = at + REPLY_HEAD;
    const bodyAt = suffixAt + ((flags & REPLY_UNRECORDED) !== 0 ? 0 : ID_SUFFIX_LENGTH);
    at = bodyAt + length;
    take(slot, status, flags, message.slice(suffixAt, bodyAt), message.slice(bodyAt, at));
  }
}
