/**
 * Money under concurrency and crashes: totals that never change, an account that cannot be overspent,
 * a key that runs once, and a start that serves nothing before the whole log is replayed.
 * A server of its own: it is killed, and started with other flags.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ownAddress } from "../support/own_address.ts";
import { seedOf } from "../support/seeds.ts";
import { killServer, type Server, startServer, stopServer } from "../support/server.ts";
import { randomOf } from "../support/wal/sample.ts";
import { type Answer, balanceOf, bodyOf, type Caller, openAccounts, openCaller } from "./bank.ts";

const FLAGS = ["--shards", "1", "--edges", "2"];

let server: Server;
/** A caller with enough connections that both edges get some of them. */
let caller: Caller;

before(async () => {
  server = await startServer(FLAGS);
  caller = openCaller(server, 64);
});

after(async () => {
  caller.close();
  assert.equal((await stopServer(server)).code, 0);
});

const draftOf = (sourceAccountId: unknown, destinationAccountId: unknown, amount: number) => ({
  ...{ sourceAccountId, destinationAccountId },
  ...{ amount: String(amount), currency: "EUR" },
});

test("overspending: 1,000 at once of one balance, over 64 connections and 2 edges -> exactly the floor", async () => {
  const [source, destination] = await openAccounts(server, caller, 2, 10_000);
  const spends = Array.from({ length: 1_000 }, () =>
    caller.post("/transfers", draftOf(source, destination, 37)),
  );
  const statuses = (await Promise.all(spends)).map((answer) => answer?.status);
  const most = Math.floor(10_000 / 37);
  assert.equal(statuses.filter((status) => status === 201).length, most);
  assert.equal(statuses.filter((status) => status === 409).length, 1_000 - most);
  const spent = most * 37;
  assert.deepEqual(await balanceOf(caller, source ?? ""), { posted: 10_000 - spent, held: 0 });
  assert.deepEqual(await balanceOf(caller, destination ?? ""), { posted: 10_000 + spent, held: 0 });
});

test("one key: 100 at once of a batch, and of a hold, over 2 edges -> one effect, one body", async () => {
  const [source, destination] = await openAccounts(server, caller, 2, 10_000);
  const items = [draftOf(source, destination, 3), draftOf(source, destination, 4)];
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const requests: [string, unknown][] = [
    ["/transfers/batch", { items }],
    ["/transfer-holds", { ...draftOf(source, destination, 11), expiresAt }],
  ];
  for (const [path, body] of requests) {
    const key = randomUUID();
    const sent = Array.from({ length: 100 }, () => caller.post(path, body, key));
    const answers = (await Promise.all(sent)) as Answer[];
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1, path);
    const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
    assert.equal(texts.size, 1, path);
    assert.equal(answers[0]?.status, 201, answers[0]?.text);
  }
  assert.deepEqual(await balanceOf(caller, source ?? ""), { posted: 9_993, held: 11 });
});

/** Six accounts of one customer with 10,000 each. */
async function openBank(productId: string) {
  const entity = { kind: "person", displayName: "Ada Lovelace", country: "GB" };
  const made = await caller.post("/customers", { productId, test: true, entity });
  const customerId = String(bodyOf(made, 201)["customerId"]);
  const owner = { type: "customer", id: customerId };
  const accountIds: string[] = [];
  for (let at = 0; at < 6; at++) {
    const account = { productId, role: "customer_balance", currency: "EUR", owner };
    const accountId = String(bodyOf(await caller.post("/accounts", account), 201)["accountId"]);
    const funding = { destinationAccountId: accountId, amount: "10000", currency: "EUR" };
    bodyOf(await caller.post("/sandbox/account-funding", funding), 201);
    accountIds.push(accountId);
  }
  return { customerId, accountIds };
}

test("bank: moved between all the while, killed three times -> every answer sums to the same", async (t) => {
  const random = randomOf(seedOf(t));
  const { customerId, accountIds } = await openBank(server.demo.productId);
  const query = `{ ${accountIds
    .map((id, at) => `a${at}: accountBalanceRetrieve(accountId: "${id}") { posted }`)
    .join(" ")} }`;
  let sums = 0;
  let summed = () => {};
  const check = (answer: Answer | undefined, postedOf: (body: Body) => string[]): boolean => {
    if (answer === undefined || answer.status >= 500) return false;
    assert.equal(answer.status, 200, answer.text);
    const posted = postedOf(JSON.parse(answer.text) as Body);
    assert.equal(
      posted.reduce((sum, one) => sum + Number(one), 0),
      60_000,
      answer.text,
    );
    sums++;
    summed();
    return true;
  };
  const readsOf = (own: Caller) => [
    async () =>
      check(await own.get(`/customers/${customerId}/balances`), ({ items }) =>
        (items ?? []).map(({ posted }) => posted),
      ),
    async () =>
      check(await own.post("/graphql", { query }), ({ data }) =>
        Object.values(data ?? {}).map(({ posted }) => posted),
      ),
  ];
  const move = async (own: Caller) => {
    const source = random(6);
    const destination = (source + 1 + random(5)) % 6;
    const body = draftOf(accountIds[source], accountIds[destination], 1 + random(3_000));
    const answer = await own.post("/transfers", body);
    return answer !== undefined && answer.status < 500;
  };
  for (let round = 1; round <= 3; round++) {
    const own = openCaller(server, 16);
    const steps = [...readsOf(own), ...readsOf(own), ...Array(6).fill(() => move(own))];
    const enough = sums + 100;
    const loops = steps.map(async (step: () => Promise<boolean>) => {
      while (await step());
    });
    const ended = Promise.all(loops);
    const reached = new Promise<void>((resolve) => {
      summed = () => {
        if (sums >= enough) resolve();
      };
    });
    await Promise.race([reached, ended.then(() => assert.fail("the load ended by itself"))]);
    await killServer(server);
    await ended;
    own.close();
    caller.close();
    server = await startServer(FLAGS, server.dataDir);
    caller = openCaller(server, 64);
    for (const read of readsOf(caller)) assert.ok(await read());
  }
});

type Body = {
  items?: { posted: string }[];
  data?: Record<string, { posted: string }>;
};

test("readyz: a replay that takes its time -> not ready and no answer before its end, then all", async (t) => {
  const [source, destination] = await openAccounts(server, caller, 2, 1_000_000);
  const items = Array.from({ length: 1_000 }, () => draftOf(source, destination, 1));
  for (let at = 0; at < 40; at++) bodyOf(await caller.post("/transfers/batch", { items }), 201);
  caller.close();
  await stopServer(server);
  rmSync(join(server.dataDir, "shard-0", "state"), { recursive: true });
  const { host, port } = await ownAddress();
  const seen = { starting: 0, ready: 0 };
  let isServing = false;
  const headers = { authorization: `Bearer ${server.demo.apiKey}` };
  const textOf = (path: string) =>
    fetch(`http://${host}:${port}${path}`, { headers }).then(
      async (reply) => `${reply.status} ${await reply.text()}`,
      () => "no answer",
    );
  const polling = (async () => {
    while (!isServing) {
      const ready = await textOf("/readyz");
      const answer = await textOf(`/v1/accounts/${source}/balance`);
      if (ready.startsWith("200")) seen.ready++;
      if (ready.startsWith("503")) seen.starting++;
      if (ready.startsWith("200") || answer.startsWith("200")) {
        assert.match(answer, /^200 .*"posted":"960000"/);
      } else assert.match(answer, /^503 |^no answer/);
      await sleep(5);
    }
  })();
  const flags = [...FLAGS, "--host", host, "--port", String(port), "--log-level", "info"];
  server = await startServer(flags, server.dataDir);
  isServing = true;
  await polling;
  caller = openCaller(server, 64);
  t.diagnostic(JSON.stringify(seen));
  const ready = await fetch(new URL("/readyz", server.baseUrl));
  assert.equal(ready.status, 200);
  assert.deepEqual(await balanceOf(caller, source ?? ""), { posted: 960_000, held: 0 });
  assert.match(server.output(), /"records":\d+,"frames":\d+,"ms":\d+,.*"msg":"ready"/);
});
