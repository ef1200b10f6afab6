/**
 * Key spaces over a real log: one text of a key in several realms of one shard, through resets and
 * restarts, from the stored state and from the log alone.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type RealmNames, realmKeyOf } from "../../../src/contract/declare/principal.ts";
import { IdempotencyTable } from "../../../src/shard/idempotency_table.ts";
import { KeySlots } from "../../../src/shard/key_slots.ts";
import { recover } from "../../../src/shard/recovery.ts";
import {
  commandOf,
  directoryOf,
  NAMES,
  type OpenJournal,
  openJournal,
} from "../../support/shard/open_journal.ts";
import { START_MS } from "../../world/callers.ts";

const KEY = "00000000-0000-4000-8000-000000000001";
const RESET_KEY = "00000000-0000-4000-8000-000000000002";
const HOMES: readonly RealmNames[] = [
  NAMES,
  { ...NAMES, environment: "live" },
  { ...NAMES, productId: "prod_sibling" },
  { tenantId: "ten_other", productId: "prod_other", environment: "sandbox" },
];

async function opened(path: string): Promise<OpenJournal> {
  const open = await openJournal(path, { nowMs: () => START_MS });
  await recover(open.journal, open, () => {});
  return open;
}

function asked({ journal }: OpenJournal, names: RealmNames, displayName = "Ada") {
  const realm = journal.realms.get(realmKeyOf(names));
  assert.ok(realm !== undefined, "the realm is open");
  const entity = { kind: "person", displayName, country: "GB" };
  const command = commandOf(
    journal,
    "customer.create",
    { productId: names.productId, entity },
    KEY,
  );
  return journal.execute({ ...command, realm });
}

/** What each home answers to its request, and to another request, with the key. */
function answers(open: OpenJournal): unknown[] {
  return HOMES.map((names) => {
    const { body, replayed } = asked(open, names);
    const other = asked(open, names, "Bob");
    return [replayed, body, other.status, JSON.parse(other.body ?? "").error.code];
  });
}

test("keyed records: one key in four realms, one renewed twice -> its own record in each, for ever", async (t) => {
  const path = directoryOf(t);
  const first = await opened(path);
  for (const names of HOMES) first.journal.openRealm(names, START_MS);
  const made = HOMES.map((names) => asked(first, names));
  assert.deepEqual(
    made.map(({ status, replayed }) => [status, replayed]),
    HOMES.map(() => [201, false]),
  );
  const confirm = { productId: NAMES.productId, confirm: NAMES.productId };
  for (const key of [RESET_KEY, undefined]) {
    first.journal.execute(commandOf(first.journal, "sandbox.reset", confirm, key));
  }
  const expected = made.map(({ body }) => [true, body, 409, "idempotency_conflict"]);
  assert.deepEqual(answers(first), expected);
  await first.committed();
  await first.store.write(first.journal.drain(first.commit.durable));
  await first.close();

  const stored = await opened(path);
  assert.deepEqual(answers(stored), expected);
  assert.equal(stored.journal.keyCount, HOMES.length + 1);
  await stored.close();

  rmSync(join(path, "state"), { recursive: true });
  const replayed = await opened(path);
  assert.deepEqual(answers(replayed), expected);
  assert.equal(replayed.journal.keyCount, HOMES.length + 1);
  await replayed.close();
});

test("keyed records: as many keys as a shard can remember -> known ones answered, new ones refused, also after a start", async (t) => {
  const path = directoryOf(t);
  const openedSmall = async (): Promise<OpenJournal> => {
    const idempotency = new IdempotencyTable(7, new KeySlots({ parts: 2, slotsMax: 16 }));
    const open = await openJournal(path, { nowMs: () => START_MS, idempotency });
    await recover(open.journal, open, () => {});
    return open;
  };
  const made = (open: OpenJournal, at: number, isKeyed = true) => {
    const entity = { kind: "person", displayName: `Ada ${at}`, country: "GB" };
    const key = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
    const input = { productId: NAMES.productId, entity };
    const command = commandOf(open.journal, "customer.create", input, isKeyed ? key : undefined);
    return open.journal.execute(command);
  };
  const first = await openedSmall();
  first.journal.openRealm(NAMES, START_MS);
  let taken = 0;
  while (made(first, taken).status === 201) taken++;
  assert.ok(taken >= 12 && taken < 32, `${taken} keys`);
  const assertFull = (open: OpenJournal): void => {
    const refused = made(open, taken);
    assert.deepEqual([refused.status, refused.place], [503, 0]);
    assert.equal(JSON.parse(refused.body ?? "").error.code, "ledger_unavailable");
    for (let at = 0; at < taken; at++) assert.equal(made(open, at).replayed, true);
    assert.equal(open.journal.keyCount, taken);
  };
  assertFull(first);
  assert.equal(made(first, taken, false).status, 201, "the system's own steps have no key");
  await first.committed();
  await first.store.write(first.journal.drain(first.commit.durable));
  await first.close();

  const stored = await openedSmall();
  assertFull(stored);
  await stored.close();
  rmSync(join(path, "state"), { recursive: true });
  const replayed = await openedSmall();
  assertFull(replayed);
  await replayed.close();
});
