/**
 * The kinds of facts after which a due source is asked, which follow from the feature that has the source: no fact of
 * another feature makes a step of the source due, or due earlier.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { AskedSource } from "../../../src/contract/declare/due_source.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import { TRANSFER_ROW } from "../../../src/features/ledger/transfer_row.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY } from "../../../src/features/registry.ts";
import type { Journal } from "../../../src/shard/journal.ts";
import { ask, envelope, openMailboxOf, openRealm, until } from "../../support/shard/mailbox.ts";
import { directoryOf, openJournalOf } from "../../support/shard/open_journal.ts";
import { ROW_REGISTRY, ranIn } from "../../support/shard/rows.ts";
import { type Teller, tell, tellerOf } from "../../support/shard/teller.ts";
import { START_MS } from "../../world/callers.ts";
import { platformStory, shardStory } from "../../world/stories.ts";
import type { Part } from "../../world/story.ts";

/** A record after which the earliest step of a source in a realm is one that is due earlier than the one before. */
type Sooner = { source: string; realm: number; operation: string; of: number; kinds: string[] };

/** When the earliest step of each source is due, by realm. */
function deadlinesOf<S>({ due }: ShardRegistry<S>, { state, realms }: Journal<S>) {
  const numbers = [...realms.all()].map(({ number }) => number);
  return due.map(
    ({ earliest }) => new Map(numbers.map((realm) => [realm, earliest(state, realm)?.atMs])),
  );
}

/** Tells the story; returns what made steps due, or due earlier. */
async function soonerIn<S>(
  t: TestContext,
  registry: ShardRegistry<S>,
  storyOf: (teller: Teller) => Part,
): Promise<Sooner[]> {
  const opened = await openJournalOf<S>(directoryOf(t), { registry, nowMs: () => START_MS });
  const { journal } = opened;
  const found: Sooner[] = [];
  const execute = journal.execute.bind(journal);
  journal.execute = (command) => {
    const before = deadlinesOf(registry, journal);
    const outcome = execute(command);
    const kinds = outcome.facts.map(({ kind }) => kind);
    for (const [at, deadlines] of deadlinesOf(registry, journal).entries()) {
      const source = (registry.due[at] as AskedSource<S>).name;
      for (const [realm, atMs = Number.POSITIVE_INFINITY] of deadlines) {
        if (atMs >= (before[at]?.get(realm) ?? Number.POSITIVE_INFINITY)) continue;
        const { operation } = command;
        const of = journal.realms.nowNamed(command.realm).number;
        found.push({ source, realm, operation, of, kinds });
      }
    }
    return outcome;
  };
  const teller = tellerOf(opened, registry);
  tell(teller, storyOf(teller));
  await opened.committed();
  await opened.close();
  return found;
}

/** Whether the source is asked for its steps in the realm after the record. */
function isAskedAfter<S>(
  { kinds, realm }: Pick<AskedSource<S>, "kinds" | "realm">,
  sooner: Sooner,
): boolean {
  return sooner.kinds.some((kind) => kinds.has(kind)) && sooner.realm === (realm ?? sooner.of);
}

const ofShard = ({ realm }: Teller) => shardStory(realm);
const STORIES: [string, ShardRegistry<never>, (teller: Teller) => Part][] = [
  ["shard", SHARD_REGISTRY as unknown as ShardRegistry<never>, ofShard],
  ["platform", PLATFORM_REGISTRY as unknown as ShardRegistry<never>, platformStory],
];
for (const [name, registry, storyOf] of STORIES) {
  test(`due sources of the ${name}: a record after which a step is due earlier -> its source is asked, by the kinds of its facts`, async (t) => {
    const found = await soonerIn(t, registry, storyOf);
    for (const source of registry.due) {
      const own = found.filter((sooner) => sooner.source === source.name);
      assert.notEqual(own.length, 0, `a story makes a step of ${source.name} due`);
      assert.deepEqual(
        own.filter((sooner) => !isAskedAfter(source, sooner)),
        [],
      );
    }
  });
}

test("due sources: a transfer that moves money alone -> no source is asked after it", () => {
  const asked = SHARD_REGISTRY.due.filter(({ kinds }) => kinds.has(TRANSFER_ROW));
  assert.deepEqual(asked, []);
});

test("due sources: rows that all wait in one realm -> their source is asked there, whichever realm their record is in", async (t) => {
  const apply = new Map(ROW_REGISTRY.apply);
  const made = apply.get("rows.made.1");
  apply.set("rows.made.1", (state, fact, head) => made?.(state, fact, { ...head, realm: 1 }));
  const due = ROW_REGISTRY.due.map((source) =>
    source.name === "row" ? { ...source, realm: 1 } : source,
  );
  const registry = { ...ROW_REGISTRY, apply, due };
  const box = await openMailboxOf(t, { registry, nowMs: () => START_MS });
  const realm = await openRealm(box, "sandbox", START_MS, "prod_other");
  const input = { count: 1, fromMs: START_MS };
  await ask(box, envelope(box, 1, { operation: "rows.make", input, realm }));
  await until(() => ranIn(box.journal.state) === 1);
  await until(() => box.commit.durable === box.commit.newest);
});
