/** Money of one order that a statement shows twice: the first entry is kept with the request, and another one changes nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { storedCollection } from "../../../test/support/features/collection/collections.ts";
import { waitingDebit } from "../../../test/support/features/collection/debits.ts";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import { openWorld } from "../../../test/world/world.ts";
import { providerRequestNews } from "./provider_request.news.ts";
import { providerRequestReport } from "./provider_request.report.ts";

async function waiting() {
  const world = await openWorld({ environment: "live" });
  const { providerRequestId, collectionId } = await waitingDebit(world);
  const outcome = { result: "accepted", providerReference: "col-1" };
  world.made(providerRequestReport, { providerRequestId, attempt: 1, outcome }, PROVIDER);
  const tell = (newsId: string, status: string, arrivedBy?: string) => {
    const progress = { status, occurredAtMs: 1_000 };
    const entry = arrivedBy === undefined ? {} : { arrivedBy };
    const news = { providerRequestId, newsId, progress, ...entry };
    const { reply, facts } = world.run(providerRequestNews, news, PROVIDER);
    return [reply?.verdict, facts.length > 0];
  };
  return { tell, status: () => storedCollection(world, collectionId).status };
}

test("second sum in a statement: the entry again, then another -> twice; second, whenever it is told, and no record", async () => {
  const { tell, status } = await waiting();
  assert.deepEqual(tell("n-1", "collected", "B-1"), ["applied", true]);
  assert.deepEqual(tell("n-1", "collected", "B-1"), ["twice", false]);
  for (const _ of [1, 2]) assert.deepEqual(tell("n-2", "collected", "B-2"), ["second", false]);
  assert.equal(status(), "collected");
  assert.deepEqual(tell("n-3", "returned"), ["applied", true]);
  assert.deepEqual(tell("n-4", "collected", "B-3"), ["second", false]);
  assert.equal(status(), "returned");
});

test("second sum in a statement: collected by another message first -> the first entry is the same money, the next one is not", async () => {
  const { tell } = await waiting();
  assert.deepEqual(tell("n-0", "collected"), ["applied", true]);
  assert.deepEqual(tell("n-1", "collected", "B-1"), ["same", true]);
  assert.deepEqual(tell("n-2", "collected", "B-2"), ["second", false]);
});

test("second sum in a statement: it had failed -> the first entry contradicts that, and the next one is a second sum", async () => {
  const { tell, status } = await waiting();
  tell("n-0", "failed");
  assert.deepEqual(tell("n-1", "collected", "B-1"), ["contradictory", true]);
  assert.deepEqual(tell("n-2", "collected", "B-2"), ["second", false]);
  assert.equal(status(), "failed");
});
