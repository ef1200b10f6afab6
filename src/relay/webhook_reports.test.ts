/** What the recorder of reports writes into a shard, and what it runs because of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openShard } from "../../test/world/shard.ts";
import type { ShardRegistry } from "../contract/declare/registry.ts";
import { PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import { SHARD_REGISTRY, type ShardState } from "../features/registry.ts";
import type { Command } from "../shard/command.ts";
import { ReportRecorder } from "./webhook_reports.ts";

const NAMES = { tenantId: "ten_1", productId: "prod_1", environment: "sandbox" } as const;
const NOW_MS = Date.UTC(2026, 0, 31);

type Owed = { realm: number; operation: string; input: { name: string } };

/** A recorder over a real journal; the steps that are owed are the test's, and only reports run. */
async function open(statusOf: (name: string, owed: Owed[]) => number) {
  const { journal } = await openShard(SHARD_REGISTRY, () => NOW_MS);
  journal.openRealm(NAMES, NOW_MS);
  const [realm] = [...journal.realms.all()];
  const owed: Owed[] = [];
  const run: string[] = [];
  const errors: unknown[] = [];
  const registry: Pick<ShardRegistry<ShardState>, "owed"> = {
    *owed() {
      for (const step of [...owed]) if (owed.includes(step)) yield step;
    },
  };
  const recorder = new ReportRecorder<ShardState>({
    box: {
      async run(command: Command) {
        if (command.operation === "webhook_delivery.report") {
          return journal.execute(command);
        }
        const { name } = command.input as Owed["input"];
        run.push(`${command.realm.number} ${name}`);
        return { status: statusOf(name, owed), body: "{}" };
      },
      async openRealms(realms) {
        for (const { names, createdAtMs } of realms) journal.openRealm(names, createdAtMs);
      },
    },
    journal,
    registry,
    nowMs: () => NOW_MS,
    logger: { error: (...told: unknown[]) => void errors.push(told) },
  });
  const owe = (name: string) =>
    owed.push({ realm: realm?.number ?? 0, operation: "step", input: { name } });
  return { recorder, journal, owe, owed, run, errors };
}

function over(owed: Owed[], name: string): void {
  const at = owed.findIndex(({ input }) => input.name === name);
  if (at >= 0) owed.splice(at, 1);
}

test("webhook reports: a report -> recorded in the platform's own realm, which it opens, once", async () => {
  const { recorder, journal } = await open(() => 200);
  assert.equal(journal.realms.get(PLATFORM_REALM_KEY), undefined);
  await recorder.record({ lines: [] });
  const realm = journal.realms.get(PLATFORM_REALM_KEY);
  const { number = 0, recordCount } = realm ?? {};
  assert.equal(recordCount, 1);
  await recorder.record({ lines: [] });
  assert.deepEqual(
    [journal.realms.get(PLATFORM_REALM_KEY)?.number, journal.realms.numbered(number).recordCount],
    [number, 2],
  );
});

test("webhook reports: what is owed after a report -> run in its realm, each step once", async () => {
  const { recorder, owe, run } = await open((name, owed) => {
    over(owed, name);
    return 200;
  });
  owe("a");
  owe("b");
  await recorder.record({ lines: [] });
  assert.deepEqual(run, ["1 a", "1 b"]);
  await recorder.runOwed();
  assert.equal(run.length, 2);
});

test("webhook reports: a step that was owed no more when its turn came -> is not run", async () => {
  const { recorder, owe, run } = await open((name, owed) => {
    over(owed, name);
    over(owed, "b");
    return 200;
  });
  owe("a");
  owe("b");
  await recorder.runOwed();
  assert.deepEqual(run, ["1 a"]);
});

test("webhook reports: a step that is refused -> said once; asked for again only when it is owed anew", async () => {
  const { recorder, owe, owed, run, errors } = await open(() => 409);
  owe("a");
  await recorder.runOwed();
  await recorder.runOwed();
  assert.deepEqual([run, errors.length], [["1 a"], 1]);
  over(owed, "a");
  await recorder.runOwed();
  owe("a");
  await recorder.runOwed();
  assert.deepEqual([run, errors.length], [["1 a", "1 a"], 2]);
});

test("webhook reports: a step that another ends while it runs -> its refusal is no fault", async () => {
  const { recorder, owe, errors } = await open((name, owed) => {
    over(owed, name);
    return 404;
  });
  owe("a");
  await recorder.runOwed();
  assert.deepEqual(errors, []);
});
