/**
 * Measures the hot functions in a process of its own, built as the server is. The process is forked
 * with a task, answers with figures, and ends with its parent.
 */
import { Bench } from "tinybench";
import { customersFor, fundAccounts, makeAccounts, makeCustomers } from "../book/fill.ts";
import { openShard } from "../book/shard.ts";
import { edgeMicros } from "./edge_micros.ts";
import { lastReply } from "./envelopes.ts";
import { lastResult, MICRO_NAMES, type MicroAnswer, type Micros, type MicroTask } from "./micro.ts";
import { shardMicros } from "./shard_micros.ts";

/** The part of a function's time in which it is compiled and not measured. */
const WARM_UP = 0.3;
const PRINCIPAL = "key_bench";

process.once("message", (task: MicroTask) => {
  measure(task).then(
    (answer) => process.send?.(answer),
    (cause: Error) => {
      process.stderr.write(`${cause.stack}\n`);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(0));

async function measure({ dataDir, productId, accounts, seconds }: MicroTask): Promise<MicroAnswer> {
  const shard = await openShard(dataDir, productId);
  const customerIds = await makeCustomers(shard, customersFor(accounts));
  const accountIds = await makeAccounts(shard, customerIds, accounts);
  await fundAccounts(shard, customerIds[0] as string, accountIds);
  await shard.settle();
  const realm = shard.journal.realms.get(`sandbox:${productId}`);
  if (realm === undefined) throw new Error(`${productId} has no realm`);
  const inputs = inputsOf(accountIds);
  const micros: Micros = {
    ...edgeMicros(realm.names, PRINCIPAL, inputs),
    ...shardMicros(shard, realm, inputs),
  };
  const figures = await medians(micros, (seconds * 1_000) / MICRO_NAMES.length);
  await shard.settle();
  await shard.close();
  if (lastResult() === undefined || lastReply() === "") throw new Error("nothing was measured");
  return { figures };
}

/** Texts of bodies, each of a transfer from an account to the next but some. */
function inputsOf(accountIds: readonly string[]): string[] {
  const count = Math.max(accountIds.length, 64);
  return Array.from({ length: count }, (_, at) => {
    const source = accountIds[at % accountIds.length];
    const destination = accountIds[(at + 1 + (at % (accountIds.length - 1))) % accountIds.length];
    return (
      `{"sourceAccountId":"${source}","destinationAccountId":"${destination}",` +
      `"amount":"1","currency":"USD"}`
    );
  });
}

/** Nanoseconds of one operation by name, the median of the samples. */
async function medians(micros: Micros, partMs: number): Promise<MicroAnswer["figures"]> {
  const bench = new Bench({
    time: partMs * (1 - WARM_UP),
    warmupTime: partMs * WARM_UP,
    throws: true,
  });
  for (const name of MICRO_NAMES) {
    const { run, before } = micros[name];
    bench.add(name, () => run(), before === undefined ? {} : { beforeEach: async () => before() });
  }
  await bench.run();
  const figures = MICRO_NAMES.map((name) => {
    const result = bench.getTask(name)?.result;
    if (result?.state !== "completed") throw new Error(`${name} was not measured`);
    return [name, (result.latency.p50 * 1e6) / micros[name].operations];
  });
  return Object.fromEntries(figures) as MicroAnswer["figures"];
}
