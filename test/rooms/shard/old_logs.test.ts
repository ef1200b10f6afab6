/** Facts that only old logs contain keep their meaning and their answers. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { accept, type WriteOperation } from "../../../src/contract/declare/operation.ts";
import { SHARD_REGISTRY, type ShardState } from "../../../src/features/registry.ts";
import { recover } from "../../../src/shard/recovery.ts";
import {
  answerOf,
  commandOf,
  directoryOf,
  NAMES,
  openJournal,
  openJournalOf,
} from "../../support/shard/open_journal.ts";
import { PRODUCT_ID, START_MS } from "../../world/callers.ts";
import { dueLoopOver } from "../../world/journal.ts";

const KEY = "00000000-0000-4000-8000-000000000001";
const OPERATION = "sandbox.clock.advance";
const at = (ms: number) => new Date(START_MS + ms).toISOString();

/**
 * `sandbox.clock.advance` as it was before decision 0037: it writes one fact and stores its answer.
 */
function oldAdvance(): WriteOperation<ShardState> {
  const { lasting: _, ...declared } = SHARD_REGISTRY.operations.get(
    OPERATION,
  ) as WriteOperation<ShardState>;
  return {
    ...declared,
    decide: (_state, input) => {
      const effectiveAt = (input as { at: string }).at;
      const effectiveAtMs = Date.parse(effectiveAt);
      const advanced = { kind: "sandbox.clock_advanced.1", effectiveAtMs, revision: 2 };
      return accept([advanced], { productId: PRODUCT_ID, effectiveAt, ran: 2 });
    },
  };
}

test("old log: an advance of the clock and its follow-ups -> its answer again, nothing runs again", async (t) => {
  const path = directoryOf(t);
  const nowMs = () => START_MS;
  const onBug = (what: string) => assert.fail(what);
  const operations = new Map(SHARD_REGISTRY.operations).set(OPERATION, oldAdvance());
  const old = await openJournalOf(path, {
    registry: { ...SHARD_REGISTRY, operations },
    onBug,
    nowMs,
  });
  old.journal.openRealm(NAMES, START_MS);
  const run = (operation: string, input: Record<string, unknown>) =>
    JSON.parse(answerOf(old.journal.execute(commandOf(old.journal, operation, input, undefined))));
  const account = { productId: PRODUCT_ID, role: "product_operating", currency: "EUR" };
  const owner = { type: "product", id: PRODUCT_ID };
  const [source, destination] = [1, 2].map(
    () => run("account.create", { ...account, owner }).accountId as string,
  );
  const money = { amount: "10", currency: "EUR" };
  run("sandbox.account_funding.create", { ...money, amount: "100", destinationAccountId: source });
  const parties = { sourceAccountId: source, destinationAccountId: destination };
  const holds = [10, 20, 40].map(
    (ms) => run("transfer_hold.create", { ...parties, ...money, expiresAt: at(ms) }).transferHoldId,
  );
  const input = { productId: PRODUCT_ID, at: at(30) };
  const first = old.journal.execute(commandOf(old.journal, OPERATION, input, KEY));
  for (const transferHoldId of holds.slice(0, 2)) {
    const expire = commandOf(old.journal, "transfer_hold.expire", { transferHoldId }, undefined);
    old.journal.execute({ ...expire, cause: "clock", parentPlace: first.place });
  }
  await old.committed();
  await old.close();
  rmSync(join(path, "state"), { recursive: true });

  const opened = await openJournal(path, { nowMs });
  const { journal } = opened;
  await recover(journal, opened, () => {});
  const again = journal.execute(commandOf(journal, OPERATION, input, KEY));
  assert.deepEqual([again.replayed, again.body, again.suffix], [true, first.body, first.suffix]);
  const time = dueLoopOver({ ...opened, registry: SHARD_REGISTRY, nowMs, dueSlice: 64 });
  time.start();
  time.tend();
  assert.equal(time.hasWork, false);
  const later = { productId: PRODUCT_ID, at: at(40) };
  const told = journal.execute(commandOf(journal, OPERATION, later, undefined));
  time.touch(commandOf(journal, OPERATION, later, undefined).realm, told.facts);
  time.runSlice();
  const answer = JSON.parse(journal.answerOf(told.place) ?? "") as Record<string, unknown>;
  assert.deepEqual([answer["effectiveAt"], answer["ran"]], [at(40), 1]);
  await opened.committed();
  await opened.close();
});

test("old log: a reversal that was answered 200 -> sent again: 200 and the same bytes", async (t) => {
  const path = directoryOf(t);
  const nowMs = () => START_MS;
  const reverse = SHARD_REGISTRY.operations.get("transfer.reverse") as WriteOperation<ShardState>;
  const before = { ...reverse, http: { ...reverse.http, status: 200 } };
  const operations = new Map(SHARD_REGISTRY.operations).set(reverse.id, before);
  const registry = { ...SHARD_REGISTRY, operations };
  const old = await openJournalOf(path, { registry, onBug: (what) => assert.fail(what), nowMs });
  old.journal.openRealm(NAMES, START_MS);
  const run = (operation: string, input: Record<string, unknown>) =>
    JSON.parse(answerOf(old.journal.execute(commandOf(old.journal, operation, input, undefined))));
  const destinationAccountId = run("account.create", {
    ...{ productId: PRODUCT_ID, role: "product_operating", currency: "EUR" },
    owner: { type: "product", id: PRODUCT_ID },
  }).accountId;
  const funding = { destinationAccountId, amount: "100", currency: "EUR" };
  const { transferId } = run("sandbox.account_funding.create", funding);
  const input = { transferId, reason: "mistake" };
  const first = old.journal.execute(commandOf(old.journal, reverse.id, input, KEY));
  await old.committed();
  await old.close();

  const opened = await openJournal(path, { nowMs });
  await recover(opened.journal, opened, () => {});
  const again = opened.journal.execute(commandOf(opened.journal, reverse.id, input, KEY));
  assert.deepEqual([again.replayed, again.status, again.body], [true, 200, first.body]);
  await opened.close();
});
