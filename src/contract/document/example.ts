/**
 * The examples of the contract document: one request for each operation, written beside the
 * operations (`<feature>_examples.ts`), and the answer that a server gave to it. All examples
 * together are one story: told in the order of `at` to a fresh server, each request gets its answer.
 */
import { createHash } from "node:crypto";
import { exampleIdSuffix, placeOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";

/** The day of the story. The server of the story starts at eight, and makes the demo Product then. */
export const STORY_DAY = "2026-03-30";
export const STORY_START_MS = Date.parse(`${STORY_DAY}T08:00:00.000Z`);

export type ExampleRequest = {
  /** Id of the operation. */
  operation: string;
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
};

/** A moment of the story: a request, what it makes, and how much of the answer is published. */
export type Example = ExampleRequest & {
  /** When on the day of the story, `HH:MM` or `HH:MM:SS`; no two examples have the same time. */
  at: string;
  /** The idempotency key, where other examples name it; else a key is made of the time. */
  key?: string;
  /** Values that the server makes: where in the answer, and the value that stands for it here. */
  makes?: Readonly<Record<string, string>>;
  /** What the example shows of long values: the first elements of a list, some keys of an object. */
  shows?: Readonly<Record<string, number | readonly string[]>>;
  /** True: the story needs the request, and the contract has another example of the operation. */
  isFurther?: true;
  /** The request that is sent instead and has the same answer: no Product key may call this one. */
  instead?: ExampleRequest;
  /**
   * The answer, by hand: no Product key may call the operation, and no other has its answer; or the answer
   * follows from what is outside of the story, such as a receiver of webhooks.
   */
  answer?: unknown;
};

/** The examples of a contract, and by operation the answer that each of them got. */
export type Examples = {
  story: readonly Example[];
  answers: Readonly<Record<string, unknown>>;
};

/** An id of the story, with a right checksum. `number` distinguishes the ids of one prefix. */
export function exampleId(prefix: string, number: number): string {
  return `${prefix}_${exampleIdSuffix(STORY_START_MS, placeOf(number, 0))}`;
}

/** When an example happens, milliseconds UTC. */
export function exampleTimeMs({ at }: Pick<Example, "at">): number {
  const timeMs = Date.parse(`${STORY_DAY}T${at.padEnd(8, ":00")}.000Z`);
  invariant(timeMs > STORY_START_MS, `the example at ${at} is a time after the story's start`);
  return timeMs;
}

/** The idempotency key of an example: a UUID of version 4, always the same one. */
export function exampleKey({ at, key }: Pick<Example, "at" | "key">): string {
  if (key !== undefined) return key;
  const hex = createHash("sha256").update(`key of ${STORY_DAY} ${at}`).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

/** The example of each operation that has one. */
export function publishedExamples(story: readonly Example[]): ReadonlyMap<string, Example> {
  const published = story.filter(({ isFurther }) => isFurther !== true);
  const examples = new Map(published.map((example) => [example.operation, example]));
  invariant(examples.size === published.length, "an operation has one example that is published");
  return examples;
}

/** Path and query of a request, below the base address. `template` is the operation's path. */
export function exampleTarget(template: string, { path = {}, query = {} }: ExampleRequest): string {
  const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    invariant(path[name] !== undefined, `the example of ${template} has ${name}`);
    return encodeURIComponent(path[name]);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return search.size === 0 ? target : `${target}?${search}`;
}
