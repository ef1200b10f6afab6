/** For tests: lists read page by page to the end, and tables of their filters. */
import assert from "node:assert/strict";
import type { Row } from "./decision_table.ts";
import type { Input } from "./input.ts";
import type { AnyRead } from "./reading.ts";
import type { World } from "./world.ts";
import type { Answer } from "./writing.ts";

/** More pages than any list of a test has. */
const PAGES_MAX = 1_000;

/** Every item of a list, page by page; each page must be of the declared form. */
export async function listAll<T = Answer>(
  world: World,
  operation: AnyRead,
  input: Input,
  limit = 2,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const query = { ...input, limit: String(limit), ...(cursor && { cursor }) };
    const page = await world.found(operation, query);
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return items;
  }
  throw new Error("a walk ends");
}

export type ListCase<F, N extends keyof F> = {
  title: string;
  input?: Input | ((made: F & { world: World }) => Input | Promise<Input>);
  /** The names of the listed items, newest first, as the table has made them. */
  expected: readonly N[];
};

/**
 * Rows of a list's table: the items that a filter selects, in one page and in pages of one item. `key`
 * is the field with the id of an item.
 */
export function listed<F extends object, N extends keyof F & string = keyof F & string>(
  operation: AnyRead,
  key: string,
  cases: readonly ListCase<F, N>[],
): Row<never, F>[] {
  return cases.map(({ title, input = {}, expected }) => ({
    title,
    input,
    outcome: expected.length === 0 ? "nothing" : `${expected.join(", ")}, newest first`,
    async check({ reply, input: asked }, made) {
      const idOf = (item: Answer): string => item[key];
      const ids = expected.map((name) => idOf(made[name]));
      assert.deepEqual(reply.items.map(idOf), ids);
      assert.deepEqual((await listAll(made.world, operation, asked, 1)).map(idOf), ids);
    },
  }));
}
