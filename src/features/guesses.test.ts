/**
 * Who takes what can be guessed limits the guesses. The operations are found by what they take, not by a
 * list: a field whose schema is marked as guessable.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlatformWorld } from "../../test/world/platform_world.ts";
import type { AnyWrite } from "../../test/world/writing.ts";
import type { PreparationTools } from "../contract/declare/preparation.ts";
import { takesGuesses } from "../contract/declare/schema_marks.ts";
import { operations } from "./registry.ts";

test("guesses: every operation that takes a password or a code -> says what counts wrong ones, and no other does", () => {
  const taking = operations.filter(({ path, query, body }) =>
    [path, query, body].some((schema) => takesGuesses(schema)),
  );
  const limiting = operations.filter(({ limitsGuesses }) => limitsGuesses !== undefined);
  assert.ok(taking.length > 8);
  assert.deepEqual(
    taking.map(({ id }) => id),
    limiting.map(({ id }) => id),
  );
});

test("guesses: what an operation counts for the person -> it declares that it makes the person wait", () => {
  const counting = operations.filter(({ limitsGuesses }) => limitsGuesses === "person");
  assert.ok(counting.length >= 5);
  for (const { id, refusals } of counting) {
    assert.ok(refusals.includes("rate_limited" as never), id);
    assert.ok(refusals.includes("invalid_credentials" as never), id);
  }
});

test("guesses: a password, a code of a session or of a login without a proof -> the person's count", () => {
  for (const { id, path, body, principals, limitsGuesses } of operations) {
    const isOfSession = principals.includes("session") && !takesGuesses(path);
    if (isOfSession && takesGuesses(body)) assert.equal(limitsGuesses, "person", id);
  }
});

test("guesses: an operation that does not limit them compares -> it cannot", async () => {
  const world = await openPlatformWorld();
  const [some] = operations.filter(({ type, limitsGuesses }) => {
    return type === "write" && limitsGuesses === undefined;
  });
  const comparing = {
    ...some,
    path: undefined,
    query: undefined,
    body: undefined,
    check: undefined,
    acts: { on: "platform" },
    prepare: async (_input: unknown, tools: PreparationTools) => {
      return await tools.guessing().verifyPassword(undefined, "a");
    },
  } as unknown as AnyWrite;
  await assert.rejects(world.prepare(comparing, {}), /limits guesses/);
  const limited = { ...comparing, limitsGuesses: "person" } as AnyWrite;
  assert.equal(await world.prepare(limited, {}), false);
});
