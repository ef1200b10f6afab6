/** The turns of news: the order of each effect's, what is due first, and how few comparisons a telling takes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fc } from "../../test/support/properties.ts";
import type { BookNews } from "./book.ts";
import { NewsTurns, type WaitingNews } from "./news_turns.ts";

const PROGRESS = { status: "verified", occurredAtMs: 1 } as const;
const newsOf = (number: number, effectId: string): BookNews => ({
  newsId: `news-${number}`,
  effectId,
  progress: PROGRESS,
});

test("news turns: three news of two effects -> those of an effect one after another, put off together", () => {
  const turns = new NewsTurns();
  for (const [at, effectId] of ["a", "a", "b"].entries()) turns.add(newsOf(at, effectId));
  const first = turns.take() as WaitingNews;
  const second = turns.take() as WaitingNews;
  assert.deepEqual([first.news.newsId, second.news.newsId], ["news-0", "news-2"]);
  assert.equal(turns.take(), undefined);
  turns.putOff(first, 5_000);
  assert.equal(turns.dueMs(), 5_000);
  turns.end(second);
  const again = turns.take() as WaitingNews;
  assert.deepEqual([again.news.newsId, again.tellings], ["news-0", 1]);
  turns.add(newsOf(3, "a"));
  turns.end(again);
  assert.deepEqual([turns.dueMs(), turns.take()?.news.newsId], [0, "news-1"]);
  assert.equal(turns.dueMs(), undefined);
});

type Waiting = { newsId: string; effectId: string; dueMs: number; isTold: boolean };
type Step = { does: "add" | "take" | "end" | "put off"; number: number; pauseMs: number };

/** The plain twin: looks at all news at each step. */
function plainFirst(all: readonly Waiting[]): Waiting | undefined {
  const seen = new Set<string>();
  let first: Waiting | undefined;
  for (const one of all) {
    if (seen.has(one.effectId)) continue;
    seen.add(one.effectId);
    if (!one.isTold && (first === undefined || one.dueMs < first.dueMs)) first = one;
  }
  return first;
}

test("news turns: any additions, tellings, confirmations and pauses -> what looking at all news would take", () => {
  const step: fc.Arbitrary<Step> = fc.record({
    does: fc.constantFrom("add", "take", "end", "put off"),
    number: fc.nat(5),
    pauseMs: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const turns = new NewsTurns();
      const plain: Waiting[] = [];
      const taken: WaitingNews[] = [];
      for (const [at, { does, number, pauseMs }] of steps.entries()) {
        if (does === "add") {
          turns.add(newsOf(at, `e${number}`));
          plain.push({ newsId: `news-${at}`, effectId: `e${number}`, dueMs: 0, isTold: false });
        } else if (does === "take") {
          const wanted = plainFirst(plain);
          assert.equal(turns.dueMs(), wanted?.dueMs);
          const came = turns.take();
          assert.equal(came?.news.newsId, wanted?.newsId);
          if (wanted === undefined || came === undefined) continue;
          wanted.isTold = true;
          taken.push(came);
        } else {
          const [told] = taken.splice(number % Math.max(taken.length, 1), 1);
          if (told === undefined) continue;
          const known = plain.findIndex(({ newsId }) => newsId === told.news.newsId);
          if (does === "end") {
            turns.end(told);
            plain.splice(known, 1);
          } else {
            turns.putOff(told, pauseMs);
            Object.assign(plain[known] as Waiting, { dueMs: pauseMs, isTold: false });
          }
        }
      }
    }),
  );
});

const MANY = 20_000;

test(`news turns: ${MANY} news wait, one is put off at each telling -> each telling takes logarithmic comparisons`, () => {
  let compared = 0;
  const turns = new NewsTurns(() => compared++);
  for (let number = 0; number < MANY; number++) turns.add(newsOf(number, `e${number % 5_000}`));
  let tellings = 0;
  for (let told = turns.take(); told !== undefined; told = turns.take(), tellings++) {
    if (tellings % 2 === 0 && told.tellings === 0) turns.putOff(told, tellings);
    else turns.end(told);
  }
  assert.ok(tellings >= MANY);
  // A push and a pop of a heap of 5,000: 13 levels, at most three comparisons a level.
  assert.ok(compared <= tellings * 3 * 13, `${compared} comparisons, ${tellings} tellings`);
});
