/**
 * What tests of the whole platform need to know of a noun. It stands beside the noun, in `<folder>_cases.ts` of
 * the noun's folder in `src/features`, and is found there: who adds a noun changes no file of these tests.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { CompanyStage, Part, ShardStage } from "../world/story.ts";
import type { Client, Reply } from "./client.ts";
import type { Resources } from "./isolation.ts";
import type { Known, ListRow } from "./list_cases.ts";
import type { Browser, People } from "./people.ts";
import type { Server } from "./server.ts";

/** What makes things of a Product: a key of it. */
export type ProductAccess = { server: Server; client: Client };
/** What makes things of a company: the session of its founder, who has a second factor. */
export type CompanyAccess = ProductAccess & { browser: Browser };

/** What fills the lists of a company, whose server has a clock that the test moves. */
export type ListStage = {
  server: Server;
  people: People;
  /** Uses a key of the Product. */
  client: Client;
  /** Uses a token of the founder. */
  member: Client;
  /** The founder, with a session. */
  founder: Browser;
  /** Begins another session of the founder. */
  logIn(): Promise<void>;
  nowMs(): number;
  /** Moves the clock: by some milliseconds, or a session could end. */
  pass(ms: number): void;
  /** Asks again and again until the answer is yes. */
  until(isSo: () => Promise<boolean>): Promise<void>;
  /** Waits until an item of a list was used last at the present time. */
  untilUsed(client: Client, path: string): Promise<void>;
  /** `close` is called when the lists have been read. */
  atEnd(close: () => void): void;
};

/** What the file of a noun exports, as `cases`. */
export type NounCases = {
  /** The folders whose cases come before these, because these use what those make. */
  after?: readonly string[];
  /** A row for each list of the folder, by the id of the list's operation. */
  lists?: Readonly<Record<string, ListRow>>;
  /**
   * Makes a thing of each of the folder's nouns over REST, for the tests of isolation. Returns the names and values of
   * the parameters that name the things. `own`: those of the cases before.
   */
  made?(access: ProductAccess, own: Resources): Promise<Resources>;
  /** The same for what a founder makes. */
  madeByFounder?(access: CompanyAccess, own: Resources): Promise<Resources>;
  /**
   * Makes things of the folder's nouns for the tests of lists: so many that each list has two, some of them made at
   * the same time. Returns ids that its rows need. `known`: those of the cases before.
   */
  listed?(stage: ListStage, known: Known): Promise<Known> | Promise<void>;
  /** The same a month later. */
  listedLater?(stage: ListStage, known: Known): Promise<Known> | Promise<void>;
  /** Waits until what the lists show does not change any more. */
  listsSettled?(stage: ListStage, known: Known): Promise<void>;
  /**
   * The noun's part of the stories that run every write with each of its events (test/world/stories.ts): in a sandbox of
   * a Product, in live, and in the realm of a company on the platform shard.
   */
  toldInSandbox?(stage: ShardStage): Part;
  toldInLive?(stage: ShardStage): Part;
  toldOnPlatform?(stage: CompanyStage): Part;
  /** By code of an error that is about the noun alone: a request with a Product's key that is refused with the code. */
  provoked?: Readonly<Record<string, (client: Client) => Promise<Reply>>>;
  /** By noun: another noun, whose record makes a thing of this noun too, with the same characters in its id. */
  madeWith?: Readonly<Record<string, string>>;
  /** By noun: fields that change without an event of the noun, or all of them. */
  unheard?: Readonly<Record<string, readonly string[] | "all">>;
};

const FEATURES = join(import.meta.dirname, "../../src/features");

/** The cases of all nouns, in the order of the names of their folders, but each after those that it names. */
export const NOUN_CASES: readonly NounCases[] = inOrder(await casesByFolder());

async function casesByFolder(): Promise<Map<string, NounCases>> {
  const found = new Map<string, NounCases>();
  for (const folder of readdirSync(FEATURES).sort()) {
    if (!existsSync(join(FEATURES, folder, `${folder}_cases.ts`))) continue;
    // The bundler of the tests makes a bundle of every file whose path this pattern matches.
    const file: unknown = await import(`../../src/features/${folder}/${folder}_cases.ts`);
    found.set(folder, (file as { cases: NounCases }).cases);
  }
  return found;
}

function inOrder(byFolder: ReadonlyMap<string, NounCases>): NounCases[] {
  const ordered = new Set<NounCases>();
  const add = (folder: string, way: readonly string[]): void => {
    assert.ok(!way.includes(folder), `the cases come after themselves: ${[...way, folder]}`);
    const cases = byFolder.get(folder);
    assert.ok(cases !== undefined, `${way.at(-1)} comes after ${folder}, which has no cases`);
    for (const other of cases.after ?? []) add(other, [...way, folder]);
    ordered.add(cases);
  };
  for (const folder of byFolder.keys()) add(folder, []);
  return [...ordered];
}
