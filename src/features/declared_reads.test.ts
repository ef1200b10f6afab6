/**
 * The reads that are declared with their noun (`declareReads`), over all that a story makes. That what they show of a thing
 * is what the writes answered, event/emitted_events.test.ts says; their filters and pages have test/api/list_pages.test.ts.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { DECLARED_READS } from "../../test/support/features/declared_reads.ts";
import { keyCaller, STRANGER } from "../../test/world/callers.ts";
import type { AnyRead } from "../../test/world/reading.ts";
import { shardStory } from "../../test/world/stories.ts";
import { runStep } from "../../test/world/story_in_world.ts";
import { openWorld, type World } from "../../test/world/world.ts";
import type { ProductKeyCaller } from "../contract/declare/caller.ts";

let world: World;
let callers: readonly ProductKeyCaller[];

/** Tells the story of a ledger shard, but for the reset of the sandbox, which would leave its realm empty. */
before(async () => {
  world = await openWorld({ stepMs: 1_000 });
  callers = [world.caller, keyCaller({ environment: "live" })];
  let caller = world.caller;
  const story = shardStory(() => ({
    number: world.realmOf(caller),
    eventCount: world.eventCountOf(caller),
  }));
  for (let next = story.next({}); next.done !== true; ) {
    const step = next.value;
    if ("enter" in step || step.operation === "sandbox.reset") {
      if ("enter" in step) caller = keyCaller({ environment: step.enter.environment });
      next = story.next({});
      continue;
    }
    const { reply, place } = runStep(world, step, caller);
    world.passTime();
    next = story.next(reply ?? world.answerOf(place) ?? {});
  }
});

type Item = Readonly<Record<string, string>>;

/** The things of a noun in the first environment in which the story has made some, and a key that reads them. */
async function thingsOf(list: AnyRead): Promise<{ items: Item[]; caller: ProductKeyCaller }> {
  for (const caller of callers) {
    const input = { productId: caller.principal.productId, limit: "100" };
    const { items } = await world.found(list, input, { caller });
    if (items.length > 0) return { items, caller };
  }
  return assert.fail(`the cases of the noun make nothing that ${list.id} lists`);
}

test("declared reads: the list and the retrieve operation of a noun -> both are found", () => {
  const ids = DECLARED_READS.flatMap(({ list, retrieve }) => [list.id, retrieve.id]);
  assert.ok(ids.includes("consent.list") && ids.includes("consent.retrieve"), String(ids));
});

for (const { list, retrieve, idName, prefix } of DECLARED_READS) {
  test(`${list.id}: the things of a story -> newest first, each as ${retrieve.id} answers it`, async () => {
    const { items, caller } = await thingsOf(list);
    const times = items.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted().reverse());
    for (const item of items) {
      assert.deepEqual(await world.found(retrieve, { [idName]: item[idName] }, { caller }), item);
    }
  });

  test(`${list.id}: of somebody else's Product, and before anything is made -> resource_not_found; an empty page`, async () => {
    const theirs = { productId: STRANGER.principal.productId };
    const { refusal } = await world.read(list, theirs);
    assert.equal(refusal?.code, "resource_not_found");
    assert.deepEqual((await world.found(list, theirs, { caller: STRANGER })).items, []);
  });

  test(`${retrieve.id}: an id of nothing, a malformed one, one of another Product -> ${retrieve.refusals[0]}`, async () => {
    const { items, caller } = await thingsOf(list);
    const id = String(items[0]?.[idName]);
    const none = `${prefix}_${"0".repeat(26)}`;
    const unknown = [none, `${prefix}_unknown`, `${id}0`, id.replace(/^[a-z]+/, "other")];
    const codeOf = async (each: string, asking: ProductKeyCaller) =>
      (await world.read(retrieve, { [idName]: each }, { caller: asking })).refusal?.code;
    for (const each of unknown)
      assert.equal(await codeOf(each, caller), retrieve.refusals[0], each);
    assert.equal(await codeOf(id, STRANGER), retrieve.refusals[0]);
  });
}
