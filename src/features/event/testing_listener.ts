/**
 * For tests: listens to a world. After each write it reads the events of the write and every resource
 * that anything named so far, as callers read them, and says what does not agree.
 */
import assert from "node:assert/strict";
import { keyCaller } from "../../../test/world/callers.ts";
import type { Input } from "../../../test/world/input.ts";
import { listAll } from "../../../test/world/lists.ts";
import type { AnyRead } from "../../../test/world/reading.ts";
import type { World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import type { ProductKeyCaller } from "../../contract/caller.ts";
import { resourceTypeOf } from "../../contract/event.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../registry.ts";
import { announcedEventTypes } from "../told_events.ts";
import { eventList } from "./event.list.ts";
import type { Event } from "./event_schema.ts";
import { idFieldOf } from "./event_type_schema.ts";

/** The nouns of the types of events, by the prefix of their ids. */
const NOUNS: Readonly<Record<string, string>> = {
  acct: "account",
  cacc: "customer_access",
  coll: "collection",
  cust: "customer",
  ent: "entity",
  obj: "noun_instance",
  th: "transfer_hold",
  tr: "transfer",
  whe: "webhook_endpoint",
};
const IDS = /\b(?:acct|cacc|coll|cust|ent|obj|th|tr|whe)_[0-9A-Z]{26}\b/g;

/** Stands between the id of a thing and the noun of a part of it that has a GET and events of its own. */
export const PART = "/";

/** An event, with what its resource's GET answered before the write and answers after it. */
export type Heard = { event: Event; before: Answer; after: Answer };

/** A resource that the write changed, and the GET before and after. */
export type Change = { id: string; before: Answer; after: Answer };

export type Listener = ReturnType<typeof listenerTo>;

/** `caller`: whose Product and environment the listener hears. */
export function listenerTo(world: World, caller: ProductKeyCaller = keyCaller()) {
  const { productId } = caller.principal;
  /** What the GET of each resource that was named answered last. */
  const known = new Map<string, Answer>();
  const heard: Event[] = [];

  async function got(id: string): Promise<Answer> {
    const [bare = "", part] = id.split(PART);
    const noun = NOUNS[bare.slice(0, bare.indexOf("_"))];
    const { read, field } = retrieveOf(part ?? noun ?? "");
    const { reply } = await world.read(read, { [field]: bare }, { caller });
    if (noun !== "webhook_endpoint" || reply === undefined) return reply;
    // The times of attempts change with attempts, which have no events.
    const { lastSuccessAt: _success, lastFailureAt: _failure, ...endpoint } = reply;
    return endpoint;
  }

  return {
    /** Every event so far, oldest first. */
    heard,
    /** The events of the writes since the last call; `answer`: what they answered, which names ids. */
    async hear(answer: unknown): Promise<{ events: Heard[]; changes: Change[] }> {
      const { sequence = "0" } = heard.at(-1) ?? {};
      const asked = { productId, afterSequence: sequence };
      const events = await listOf(world, asked, caller);
      heard.push(...events);
      const before = new Map(known);
      for (const id of idsIn([answer, events])) if (!known.has(id)) known.set(id, undefined);
      const changes: Change[] = [];
      for (const [id, was] of before) {
        const after = await got(id);
        if (JSON.stringify(was) !== JSON.stringify(after)) changes.push({ id, before: was, after });
      }
      for (const id of known.keys()) known.set(id, await got(id));
      return {
        events: events.map((event) => {
          const noun = resourceTypeOf(event.type);
          const { id: own } = event.data.resource;
          const id = noun.includes(".") ? own + PART + noun : own;
          return { event, before: before.get(id), after: known.get(id) };
        }),
        changes,
      };
    },
  };
}

/** Every event of a Product that the filters leave, in pages of 50. */
export async function listOf(
  world: World,
  input: Input,
  caller: ProductKeyCaller,
): Promise<Event[]> {
  const inRealm = { ...world, found: world.found };
  inRealm.found = (operation, asked) => world.found(operation, asked, { caller });
  return await listAll<Event>(inRealm, eventList, input, 50);
}

/** With each customer the access that it may have been made with: both have the characters of one record. */
function idsIn(value: unknown): Set<string> {
  const ids = JSON.stringify(value ?? null).match(IDS) ?? [];
  return new Set(
    ids.flatMap((id) => [
      id,
      id.replace("cust_", "cacc_"),
      ...(id.startsWith("ent_") ? [`${id}${PART}entity.kyc`] : []),
    ]),
  );
}

/** The operation that retrieves a thing of the noun, and the parameter that has the thing's id. */
function retrieveOf(noun: string): { read: AnyRead; field: string } {
  const all: readonly Operation<never>[] = operations;
  const read = all.find(({ id }) => id === `${noun}.retrieve`);
  assert.ok(read?.type === "read", `${noun}.retrieve`);
  const [field] = Object.keys(read.path?.properties ?? {});
  return { read, field: String(field) };
}

/** The id that the resource of an event has in its own document. */
export function idInObject({ type, data }: Event): unknown {
  const eventType = announcedEventTypes().get(type);
  assert.ok(eventType !== undefined, `${type}, of ${resourceTypeOf(type)}`);
  return data.object?.[idFieldOf(eventType)];
}
