/**
 * For tests: listens to a world. After each write it reads the events of the write and every resource
 * that anything named so far, as callers read them, and says what does not agree.
 */
import assert from "node:assert/strict";
import type { TSchema } from "@sinclair/typebox";
import type { ProductKeyCaller } from "../../../../src/contract/declare/caller.ts";
import { resourceTypeOf } from "../../../../src/contract/declare/event.ts";
import type { Feature } from "../../../../src/contract/declare/feature.ts";
import { announcedEventTypes } from "../../../../src/features/announced.ts";
import { eventList } from "../../../../src/features/event/event.list.ts";
import type { Event } from "../../../../src/features/event/event_schema.ts";
import { idFieldOf } from "../../../../src/features/event/event_type_schema.ts";
import { RESOURCES, SHARD_FEATURES } from "../../../../src/features/registry.ts";
import { keyCaller } from "../../../world/callers.ts";
import type { Input } from "../../../world/input.ts";
import { listAll } from "../../../world/lists.ts";
import type { AnyRead } from "../../../world/reading.ts";
import type { World } from "../../../world/world.ts";
import type { Answer } from "../../../world/writing.ts";
import { NOUN_CASES, type NounCases } from "../../noun_cases.ts";

/** By noun: what the cases of the nouns say. */
const MADE_WITH = ofNouns(({ madeWith: nouns }) => nouns);
const UNHEARD = ofNouns(({ unheard }) => unheard);

function ofNouns<T>(ofCases: (cases: NounCases) => Readonly<Record<string, T>> | undefined) {
  return Object.assign({}, ...NOUN_CASES.map(ofCases)) as Readonly<Record<string, T>>;
}

/** What reads a thing as the events of its noun show it, and the parameter that has the thing's id. */
type Shown = { noun: string; read: AnyRead; field: string };

/** By the type of the resources of events: what reads them, where a ledger shard does. */
const SHOWN = new Map<string, Shown>();
for (const { type, object } of announcedEventTypes().values()) {
  const read = readShowing(object);
  const [field] = Object.keys(read?.path?.properties ?? {});
  const noun = resourceTypeOf(type);
  if (read !== undefined && field !== undefined) SHOWN.set(noun, { noun, read, field });
}
const OF_EVENTS = new Set([...announcedEventTypes().keys()].map(resourceTypeOf));
/** The resources of a ledger shard of whose things the listener hears. */
const HEARD = RESOURCES.filter(({ noun }) => OF_EVENTS.has(noun) && UNHEARD[noun] !== "all");
const PREFIXES = HEARD.map(({ prefix }) => prefix);
const IDS = new RegExp(`\\b(?:${PREFIXES.join("|")})_[0-9A-Z]{26}\\b`, "g");

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
    const shown = part === undefined ? shownOf(bare) : SHOWN.get(part);
    assert.ok(shown !== undefined, `${id} has no GET that answers with what its events show`);
    const { noun, read, field } = shown;
    const { reply } = await world.read(read, { [field]: bare }, { caller });
    const isHeard = ([name]: [string, unknown]) => !UNHEARD[noun]?.includes(name);
    return reply && Object.fromEntries(Object.entries(reply).filter(isHeard));
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

/** With each id those of what its record may have made too, and of the parts that have events of their own. */
function idsIn(value: unknown): Set<string> {
  const ids = JSON.stringify(value ?? null).match(IDS) ?? [];
  return new Set(ids.flatMap((id) => [id, ...madeWith(id)]).flatMap((id) => [id, ...partsOf(id)]));
}

/** The ids of other nouns with the same characters, which the record of the thing may have made. */
function madeWith(id: string): string[] {
  const noun = shownOf(id)?.noun;
  const others = HEARD.filter((other) => MADE_WITH[other.noun] === noun);
  return others.map(({ prefix }) => prefix + id.slice(id.indexOf("_")));
}

function partsOf(id: string): string[] {
  const noun = shownOf(id)?.noun;
  return [...SHOWN.keys()].flatMap((part) => (part.startsWith(`${noun}.`) ? id + PART + part : []));
}

function shownOf(id: string): Shown | undefined {
  const resource = HEARD.find(({ prefix }) => id.startsWith(`${prefix}_`));
  return resource && SHOWN.get(resource.noun);
}

/** Whether a GET answers with what the event shows, right after the event: not where the thing is gone then. */
export function hasGet({ type }: Event): boolean {
  const [noun] = type.split(".");
  return HEARD.some((resource) => resource.noun === noun) && !type.endsWith(".deleted");
}

/** The operation of a ledger shard that answers with one thing of this schema, by the thing's id. */
function readShowing(object: TSchema): AnyRead | undefined {
  const features: readonly Feature[] = SHARD_FEATURES;
  return features
    .flatMap(({ operations }) => operations)
    .find((operation): operation is AnyRead => {
      const { length } = Object.keys(operation.path?.properties ?? {});
      return operation.type === "read" && operation.output === object && length === 1;
    });
}

/** The id that the resource of an event has in its own document. */
export function idInObject({ type, data }: Event): unknown {
  const eventType = announcedEventTypes().get(type);
  assert.ok(eventType !== undefined, `${type}, of ${resourceTypeOf(type)}`);
  return data.object?.[idFieldOf(eventType)];
}
