/** Reads of what a program has made: random requests, and the answers that the model expects at a frame. */
import type { ReadRequest } from "./edge.ts";
import { NEXT_BUILD, programOfBuild } from "./editions.ts";
import { collectionAnswer } from "./model/collection_shown.ts";
import { consentAnswer } from "./model/consent_use.ts";
import { asOf, postedOf, type Realm, type Versions } from "./model/model.ts";
import { countedOnTills } from "./model/own_money.ts";
import type {
  CollectionShown,
  ConsentShown,
  DecisionShown,
  ObjectShown,
  ProgramPart,
  RowShown,
} from "./model/program_part.ts";
import { decisionAnswer, objectAnswer, rowAnswer, runningBuild } from "./model/program_shown.ts";
import type { Random } from "./random.ts";

const STATES = ["asked", "booked", "paying", "late", "overdue", "paid", "done", "void"];

/** `from`: the realm whose ids are used, as a rule the caller's. */
export function programRead(random: Random, realm: Realm, from: Realm): ReadRequest {
  const part = from.program ?? (realm.program as ProgramPart);
  const { productId } = realm;
  const idFrom = (things: Versions<unknown>) => random.pick([...things.keys(), "unknown_id"]);
  const customerId = idFrom(from.customers);
  const objectId = idFrom(part.objects);
  const known = part.objects.get(objectId)?.[0]?.value.kind ?? "booking";
  const kind = random.chance(0.95) ? known : "seat";
  const path = { productId, kind, objectId };
  const all = { limit: "100" };
  const of = <T>(filter: Record<string, T>) => (random.chance(0.5) ? filter : {});
  return random.weighted<() => ReadRequest>([
    [4, () => ({ operation: "object.retrieve", path, query: {} })],
    [
      2,
      () => ({
        operation: "object.list",
        path: { productId, kind: "booking" },
        query: { ...all, ...of({ state: random.pick(STATES) }), ...of({ subjectId: customerId }) },
      }),
    ],
    [
      1,
      () => ({
        operation: "object.list",
        path: { productId, kind: "seat" },
        query: { ...all, ...of({ field: random.pick(["area:hall", "area:box"]) }) },
      }),
    ],
    [2, () => ({ operation: "object.history.list", path, query: all })],
    [2, () => ({ operation: "object.decision.list", path, query: all })],
    [2, () => ({ operation: "object.schedule.list", path, query: all })],
    [1, () => listRead("decision.list", { productId, ...of({ status: "pending" }) })],
    [1, () => listRead("product.schedule.list", of({ status: "scheduled" }), { productId })],
    [1, () => listRead("consent.list", { productId, ...of({ customerId }) })],
    [
      1,
      () =>
        listRead("collection.list", {
          productId,
          ...of({
            status: random.pick(["collected", "failed", "scheduled", "processing", "returned"]),
          }),
        }),
    ],
    [2, () => idRead("consent.retrieve", { consentId: idFrom(part.consents) })],
    [2, () => idRead("decision.retrieve", { decisionId: idFrom(part.decisions) })],
    [3, () => idRead("collection.retrieve", { collectionId: idFrom(part.collections) })],
    [
      3,
      () => ({
        operation: "collection.attempt.list",
        path: { collectionId: idFrom(part.collections) },
        query: all,
      }),
    ],
    [
      1,
      () => ({
        operation: "product.limit.list",
        path: { productId },
        query: of({ subjectId: customerId }),
      }),
    ],
  ])();
}

function listRead(
  operation: string,
  query: Record<string, string>,
  path: Record<string, string> = {},
): ReadRequest {
  return { operation, path, query: { ...query, limit: "100" } };
}

const idRead = (operation: string, path: Record<string, string>): ReadRequest => ({
  operation,
  path,
  query: {},
});

type Wanted = (
  realm: Realm,
  request: ReadRequest,
  frame: number,
) => Record<string, unknown> | string;

export const PROGRAM_WANTED: Readonly<Record<string, Wanted>> = {
  "object.retrieve": ofObject((object) => objectAnswer(object)),
  "object.list": (realm, { path, query }, frame) => {
    const part = realm.program;
    if (!isInstalled(part, frame)) return "resource_not_found";
    const { state, subjectId, field } = query;
    const kind = path["kind"] ?? "";
    const has = (each: ObjectShown) => each.kind === kind && each.state === state;
    const isThere = [...part.objects.values()].some((versions) => {
      const object = asOf(versions, frame);
      return object !== undefined && has(object);
    });
    const { states = {} } = programOfBuild(runningBuild(part, frame)).nouns[kind] ?? {};
    if (state !== undefined && states[state] === undefined && !isThere) return "invalid_request";
    return listOf(part.objects, frame, objectAnswer, (object) => {
      const isIn = state === undefined || object.state === state;
      const isOf = subjectId === undefined || object.subject === subjectId;
      const has = field === undefined || field === `area:${object.fields["area"]}`;
      return object.kind === kind && isIn && isOf && has;
    });
  },
  "object.history.list": ofObject((_object, versions) => ({
    items: versions.map(({ revision, action, state }) => ({ revision, action, state })).reverse(),
  })),
  "object.decision.list": ofObject(({ objectId }, _versions, part, frame) =>
    listOf(part.decisions, frame, decisionAnswer, (each) => each.objectId === objectId),
  ),
  "object.schedule.list": ofObject(({ objectId }, _versions, part, frame) =>
    listOf(part.rows, frame, rowAnswer, (each) => each.objectId === objectId),
  ),
  "decision.list": ofList<DecisionShown>(({ decisions }) => decisions, decisionAnswer),
  "product.schedule.list": ofList<RowShown>(({ rows }) => rows, rowAnswer),
  "consent.list": ofList<ConsentShown>(({ consents }) => consents, consentAnswer),
  "collection.list": ofList<CollectionShown>(({ collections }) => collections, collectionAnswer),
  "consent.retrieve": ofId<ConsentShown>(
    "consentId",
    "consent_not_found",
    ({ consents }) => consents,
    consentAnswer,
  ),
  "decision.retrieve": ofId<DecisionShown>(
    "decisionId",
    "resource_not_found",
    ({ decisions }) => decisions,
    decisionAnswer,
  ),
  "collection.retrieve": ofId<CollectionShown>(
    "collectionId",
    "collection_not_found",
    ({ collections }) => collections,
    collectionAnswer,
  ),
  "collection.attempt.list": ofId<CollectionShown>(
    "collectionId",
    "collection_not_found",
    ({ collections }) => collections,
    ({ attempts }) => ({ items: [...attempts].reverse() }),
  ),
  "product.limit.list": limits,
};

/** Newest first. A filter of the query is a field that must be so. */
function ofList<T>(
  of: (part: ProgramPart) => Versions<T>,
  show: (thing: T) => Record<string, unknown>,
): Wanted {
  return ({ program }, { query }, frame) => {
    const { productId: _, limit: __, ...filters } = query;
    const isWanted = (thing: T) =>
      Object.entries(filters).every(([name, value]) => thing[name as keyof T] === value);
    return program === undefined ? { items: [] } : listOf(of(program), frame, show, isWanted);
  };
}

function listOf<T>(
  things: Versions<T>,
  frame: number,
  show: (thing: T) => Record<string, unknown>,
  isWanted: (thing: T) => boolean,
): { items: object[] } {
  const all = [...things.values()].flatMap((versions) => asOf(versions, frame) ?? []);
  return { items: all.filter(isWanted).reverse().map(show) };
}

function ofId<T extends object>(
  name: string,
  code: string,
  of: (part: ProgramPart) => Versions<T>,
  show: (thing: T) => Record<string, unknown>,
): Wanted {
  return ({ program }, { path }, frame) => {
    const found = program && asOf(of(program).get(path[name] ?? ""), frame);
    return found === undefined ? code : show(found);
  };
}

/** `versions`: those up to the frame, the oldest first. */
function ofObject(
  show: (
    object: ObjectShown,
    versions: readonly ObjectShown[],
    part: ProgramPart,
    frame: number,
  ) => Record<string, unknown>,
): Wanted {
  return ({ program }, { path }, frame) => {
    const all = program?.objects.get(path["objectId"] ?? "") ?? [];
    const versions = all.filter((each) => each.frame <= frame).map(({ value }) => value);
    const object = versions.at(-1);
    const isIts = object?.kind === path["kind"];
    if (program === undefined || object === undefined || !isIts) return "noun_instance_not_found";
    return show(object, versions, program, frame);
  };
}

/** What each limit measures, added up from the objects and accounts. */
function limits(realm: Realm, { query }: ReadRequest, frame: number): { items: object[] } {
  const part = realm.program;
  if (!isInstalled(part, frame)) return { items: [] };
  const { subjectId } = query;
  const all = [...part.objects.values()].flatMap((versions) => asOf(versions, frame) ?? []);
  const bookings = all.filter(({ kind }) => kind === "booking");
  const own = bookings.filter(({ subject }) => subject === subjectId);
  const isOpen = ({ state }: ObjectShown) => !["paid", "done", "void"].includes(state);
  const due = own.filter(({ isOver }) => !isOver).map(({ remainders }) => remainders["due"]);
  const pots = bookings.map(({ ownAccounts: [pot] }) => {
    const account = asOf(realm.accounts.get(pot?.accountId ?? ""), frame);
    return String(account === undefined ? 0n : postedOf(account));
  });
  const isAsked = subjectId !== undefined;
  return {
    items: [
      { type: "limit", name: "per_buyer", used: isAsked ? sum(due) : undefined },
      { type: "limit", name: "pots", used: sum(pots) },
      { type: "limit", name: "tills", used: String(countedOnTills(realm, frame)) },
      {
        type: "aggregate",
        name: "open",
        used: isAsked ? String(own.filter(isOpen).length) : undefined,
      },
      ...(runningBuild(part, frame) === NEXT_BUILD.buildId
        ? [
            {
              type: "aggregate",
              name: "overdue",
              used: String(bookings.filter(({ state }) => state === "overdue").length),
            },
          ]
        : []),
      {
        type: "aggregate",
        name: "volume",
        used: sum(bookings.map(({ aggregates }) => aggregates["paid"])),
      },
    ],
  };
}

function isInstalled(part: ProgramPart | undefined, frame: number): part is ProgramPart {
  return part?.builds.some((each) => each.frame <= frame) === true;
}

function sum(amounts: readonly (string | undefined)[]): string {
  return String(amounts.reduce((total, amount) => total + BigInt(amount ?? "0"), 0n));
}
