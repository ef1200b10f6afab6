/**
 * Tellings on their way to a realm: one record each over a real journal, in their order, whatever is
 * sent again.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { directoryOf, NAMES, openJournal } from "../../test/support/shard/open_journal.ts";
import { START_MS } from "../../test/world/callers.ts";
import { isUuid } from "../base/uuid.ts";
import type { CarriedEffect } from "../contract/declare/effect.ts";
import { realmKeyOf, tenantNames } from "../contract/declare/principal.ts";
import type { FactOf } from "../features/noun.ts";
import type { productsTold } from "../features/product/product_told.ts";
import { recover } from "../shard/recovery.ts";
import { systemCommand } from "../shard/system_command.ts";
import { carrierOfTellings, recordTelling, type SentTelling } from "./teller.ts";

const OTHER = { ...NAMES, environment: "live" } as const;

/** A telling of the Product at this revision. */
function tellingOf(revision: number, names: SentTelling["names"] = NAMES): SentTelling {
  const product = {
    ...{ productId: NAMES.productId, tenantId: NAMES.tenantId, name: "P", status: "active" },
    ...{ liveActivated: false, createdAtMs: START_MS, updatedAtMs: START_MS, revision },
  };
  const input = { type: "product.updated", product, origin: 8_192 + revision };
  const effectId = `eff_${names.environment}_${revision}`;
  return { effectId, shard: 0, names, operation: "product.tell", input };
}

function effectOf({ effectId, ...payload }: SentTelling): CarriedEffect {
  return { effectId, kind: "platform.telling", realm: tenantNames(NAMES.tenantId), payload };
}

async function openedAt(path: string) {
  const open = await openJournal(path, { nowMs: () => START_MS });
  await recover(open.journal, open, () => {});
  for (const names of [NAMES, OTHER]) open.journal.openRealm(names, START_MS);
  const { journal } = open;
  const record = (telling: SentTelling) =>
    recordTelling(
      {
        realmOf: (key) => journal.realms.get(key),
        async run(command) {
          const { body = "", status } = journal.execute(command);
          return { body, status };
        },
      },
      telling,
    );
  /** Of the records of a realm, newest first: the revision that is told, and the first event. */
  const told = (names = NAMES) => {
    const rows: (number | undefined)[][] = [];
    let place = journal.realms.get(realmKeyOf(names))?.headPlace ?? 0;
    for (let found = journal.record(place); found !== undefined; found = journal.record(place)) {
      const fact = found.facts.find(({ kind }) => kind === "product.told.1") as
        | FactOf<typeof productsTold>
        | undefined;
      if (fact !== undefined) rows.push([fact.product.revision, found.firstEvent]);
      place = found.previousPlace;
    }
    return rows;
  };
  return { ...open, record, told };
}

for (const stored of [false, true]) {
  const where = stored ? "in the state" : "in the log alone";
  test(`telling: sent again, after a restart with it ${where} -> one record, events without a gap`, async (t) => {
    const path = directoryOf(t);
    const first = await openedAt(path);
    for (const telling of [tellingOf(1), tellingOf(1, OTHER), tellingOf(2), tellingOf(1)]) {
      await first.record(telling);
    }
    await first.committed();
    await first.store.write(first.journal.drain(first.commit.durable));
    await first.close();
    if (!stored) rmSync(join(path, "state"), { recursive: true });
    const second = await openedAt(path);
    for (const telling of [tellingOf(1), tellingOf(2), tellingOf(3), tellingOf(1, OTHER)]) {
      await second.record(telling);
    }
    assert.deepEqual(second.told(), [
      [3, 3],
      [2, 2],
      [1, 1],
    ]);
    assert.deepEqual(second.told(OTHER), [[1, 1]]);
    await second.committed();
    await second.close();
  });
}

test("telling: sent again after a reset of the sandbox -> no second record, the numbers go on", async (t) => {
  const open = await openedAt(directoryOf(t));
  const { journal } = open;
  await open.record(tellingOf(1));
  const realm = journal.realms.get(realmKeyOf(NAMES));
  assert.ok(realm !== undefined);
  const { productId } = NAMES;
  const input = { productId, confirm: productId };
  const { status } = journal.execute(systemCommand("sandbox.reset", input, realm, "platform", 0));
  assert.equal(status, 200);
  await open.record(tellingOf(1));
  assert.deepEqual(open.told(), []);
  await open.record(tellingOf(2));
  assert.deepEqual(open.told(), [[2, 3]]);
  await open.committed();
  await open.close();
});

test("telling: a caller sends its key -> decided, and found as the caller's own", async (t) => {
  const open = await openedAt(directoryOf(t));
  const { journal } = open;
  await open.record(tellingOf(1));
  const realm = journal.realms.get(realmKeyOf(NAMES));
  assert.ok(realm !== undefined);
  const key = journal.record(realm.headPlace)?.idempotencyKey;
  assert.ok(key !== undefined && isUuid(key));
  const entity = { kind: "person", displayName: "Ada", country: "GB" };
  const draft = { productId: NAMES.productId, entity };
  const { status } = journal.execute({
    ...systemCommand("customer.create", draft, realm, "platform", 0),
    ...{ principalId: "key_1", cause: "api", idempotencyKey: key },
  });
  assert.equal(status, 201);
  assert.equal(journal.placeOfKey(realm.number, key), realm.headPlace);
  await open.committed();
  await open.close();
});

test("telling: a realm that is not open, a refusal -> throws", async (t) => {
  const open = await openedAt(directoryOf(t));
  const names = { ...NAMES, productId: "prod_unknown" };
  await assert.rejects(open.record(tellingOf(1, names)), /open before they are told/);
  await open.record(tellingOf(1));
  const { effectId } = tellingOf(1);
  await assert.rejects(open.record({ ...tellingOf(2), effectId }), /idempotency_conflict/);
  await open.close();
});

/** The carrier over a way whose messages arrive, are lost, or are paused for, when the test says so. */
function openWay() {
  const sent: { telling: SentTelling; arrive: () => void; lose: () => void }[] = [];
  const pauses: { ms: number; end: () => void }[] = [];
  const carry = carrierOfTellings(
    (telling) =>
      new Promise<string>((resolve, reject) => {
        sent.push({ telling, arrive: () => resolve("{}"), lose: () => reject(new Error("lost")) });
      }),
    (ms) => new Promise<void>((end) => pauses.push({ ms, end })),
  );
  const names = () => sent.map(({ telling: { effectId } }) => effectId);
  const carryOne = (telling: SentTelling) => carry(effectOf(telling));
  return { carry: carryOne, carryEffect: carry, sent, names, pauses };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("tellings: several of a realm at once -> the next when the one before is durable; others beside", async () => {
  const { carry, sent, names } = openWay();
  const done = [tellingOf(1), tellingOf(2), tellingOf(1, OTHER)].map((telling) => carry(telling));
  await turn();
  assert.deepEqual(names(), ["eff_sandbox_1", "eff_live_1"]);
  sent[1]?.arrive();
  await turn();
  assert.equal(sent.length, 2);
  sent[0]?.arrive();
  await turn();
  assert.deepEqual(names().slice(2), ["eff_sandbox_2"]);
  sent[2]?.arrive();
  assert.deepEqual(await Promise.all(done), [{}, {}, {}]);
});

test("tellings: one of many realms -> sent to each in its turn, done when all have it, one that is lost fails it", async () => {
  const { carryEffect, carry, sent, names, pauses } = openWay();
  const { effectId, operation, input } = tellingOf(2);
  const realms = [NAMES, OTHER].map((each) => ({ shard: 0, names: each }));
  const wide = () =>
    carryEffect({
      ...{ effectId, kind: "platform.telling", realm: tenantNames(NAMES.tenantId) },
      payload: { operation, input, realms },
    });
  const ids = [NAMES, OTHER].map((each) => `${effectId} ${realmKeyOf(each)}`);
  const before = carry(tellingOf(1));
  let isDone = false;
  const told = wide().then((outcome) => {
    isDone = true;
    return outcome;
  });
  await turn();
  assert.deepEqual(names(), ["eff_sandbox_1", ids[1]]);
  assert.deepEqual(sent[1]?.telling, {
    ...{ effectId: ids[1], shard: 0, names: OTHER, operation, input },
  });
  sent[1]?.arrive();
  sent[0]?.arrive();
  await before;
  await turn();
  assert.deepEqual(names().slice(2), [ids[0]]);
  assert.equal(isDone, false);
  sent[2]?.arrive();
  assert.deepEqual(await told, {});

  const failed = assert.rejects(wide(), /lost/);
  await turn();
  sent[3]?.lose();
  await failed;
  assert.equal(pauses.length, 1);
});

test("tellings: one that fails -> no later one of its realm is sent before it, others are", async () => {
  const { carry, sent, names, pauses } = openWay();
  const failed = assert.rejects(carry(tellingOf(1)), /lost/);
  const waiting = assert.rejects(carry(tellingOf(2)), /lost/);
  await turn();
  sent[0]?.lose();
  await Promise.all([failed, waiting]);
  await assert.rejects(carry(tellingOf(3)), /lost/);
  const other = carry(tellingOf(1, OTHER));
  await turn();
  assert.deepEqual(names(), ["eff_sandbox_1", "eff_live_1"]);
  sent[1]?.arrive();
  assert.deepEqual(await other, {});
  assert.equal(pauses.length, 1);
});

test("tellings: one that fails again and again -> sent after pauses of 1 s, 2 s, … 60 s, then the others; later ones as ever", async () => {
  const { carry, sent, names, pauses } = openWay();
  const failed = [1, 2].map((revision) => assert.rejects(carry(tellingOf(revision)), /lost/));
  for (let times = 0; times < 8; times++) {
    await turn();
    assert.equal(sent.length, times + 1);
    sent[times]?.lose();
    await turn();
    pauses[times]?.end();
  }
  await Promise.all(failed);
  assert.deepEqual(
    pauses.map(({ ms }) => ms / 1_000),
    [1, 2, 4, 8, 16, 32, 60, 60],
  );
  await turn();
  assert.deepEqual(new Set(names()), new Set(["eff_sandbox_1"]));
  sent[8]?.arrive();
  await turn();
  const last = carry(tellingOf(3));
  sent[9]?.arrive();
  await turn();
  assert.deepEqual(names().slice(9), ["eff_sandbox_2", "eff_sandbox_3"]);
  sent[10]?.arrive();
  assert.deepEqual(await last, {});
  const again = carry(tellingOf(4));
  sent[11]?.arrive();
  assert.deepEqual(await again, {});
  assert.equal(pauses.length, 8);
});
