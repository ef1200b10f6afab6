/**
 * `kill -9` of a real server while an agent in live sends what a person has approved: between the claim of an approval,
 * which the platform shard decides, and the write, which a ledger shard decides, and at other moments. Whatever was
 * claimed runs once when it is sent again, and nothing runs that nobody has approved.
 * APPROVAL_KILLS sets the number of kills; SEED replays after how many claims or answers they come. The server's
 * clock stands still, so that no approval ends by its time however slow the machine is.
 * A server of its own: it is killed.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { expect } from "../support/client.ts";
import { type Given, newLiveCompany, opening } from "../support/live_agents.ts";
import { documentOf, type Host, MODERN, openHost } from "../support/mcp.ts";
import { type Browser, openPeople, PASSWORD, type People } from "../support/people.ts";
import { seedOf } from "../support/seeds.ts";
import {
  admin,
  killServer,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";
import { randomOf } from "../support/wal/sample.ts";
import { until } from "../support/webhooks.ts";

const FLAGS = ["--shards", "1", "--edges", "2"];
const HELD = new URL("../support/hold_shard.mjs", import.meta.url).href;
const KILLS = Number(process.env["APPROVAL_KILLS"] ?? 4);
/** Transfers of a round that a person has approved. */
const APPROVED = 6;
const IN_LIVE = { headers: { "x-service-environment": "live" } };

/** A transfer that the agent wants; `amount` is no other one's. `answer`: as it was seen before a kill. */
type Asked = {
  id: string;
  amount: number;
  given: Given;
  decision: "approved" | "denied" | "none";
  answer?: Given | undefined;
};

/** A server that is killed and started again on the same data, with a person and an agent who go on. */
async function openStory(t: TestContext) {
  const dataDir = newDataDir();
  const gate = `${dataDir}.gate`;
  const clock = newTestClock();
  const options = `${clock.environment["NODE_OPTIONS"]} --import=${HELD}`;
  const environment = { ...clock.environment, NODE_OPTIONS: options, HOLD_SHARD: gate };
  const start = () => startServer(FLAGS, dataDir, { environment });
  let server: Server = await start();
  t.after(async () => {
    await close();
    await killServer(server);
    rmSync(gate, { force: true });
  });
  let people: People = await openPeople(server);
  const hosts: Host[] = [];
  const company = await newLiveCompany({ server, people, hosts });
  let founder: Browser = company.founder;
  const { product, access } = company;
  const [source, destination] = await Promise.all(["Main", "Fees"].map(account));
  const money = { account: source ?? "", amount: "1000000", currency: "EUR", reason: "wire 1" };
  assert.equal((await admin(server, "account fund", money))["status"], "posted");
  let amount = 0;

  async function account(name: string): Promise<string> {
    const { idempotencyKey: _, ...body } = opening(product, { name });
    const made = await founder.post("/accounts", body, IN_LIVE);
    return expect(made, 201).id("accountId");
  }
  async function close(): Promise<void> {
    await Promise.all(hosts.splice(0).map((host) => host.close().catch(() => undefined)));
    people.close();
  }
  async function restart(): Promise<void> {
    await close();
    await killServer(server);
    for (const path of [gate, `${gate}.held`]) rmSync(path, { force: true });
    server = await start();
    people = await openPeople(server);
    const before = founder;
    founder = people.browser(before.email);
    founder.cookie = before.cookie;
    await founder.load();
    hosts.push(await openHost(server, access, MODERN));
  }
  const host = () => hosts[0] ?? assert.fail("a host is open");
  return {
    product,
    gate,
    restart,
    get server() {
      return server;
    },
    get founder() {
      return founder;
    },
    /** Asks for a transfer of an amount that no other has; a person decides so. */
    async asks(decision: Asked["decision"]): Promise<Asked> {
      amount++;
      const moved = { sourceAccountId: source, destinationAccountId: destination };
      const given = { ...moved, amount: String(amount), currency: "EUR" };
      const keyed = { environment: "live", idempotencyKey: randomUUID(), ...given };
      const { texts, isError } = await host().call("transfer_create", keyed);
      assert.ok(isError);
      const { error } = JSON.parse(texts[0] ?? "") as { error: { details: Given } };
      const id = String(error.details["agentApprovalId"]);
      const path = `/agent-approvals/${id}`;
      if (decision === "approved")
        expect(await founder.post(`${path}/approve`, { password: PASSWORD }), 200);
      if (decision === "denied") expect(await founder.post(`${path}/deny`, {}), 200);
      return { id, amount, given: keyed, decision };
    },
    /** Sends the request again; what a tool answers, undefined where no answer comes. */
    sends: ({ given }: Asked) =>
      host()
        .call("transfer_create", given)
        .catch(() => undefined),
    async statusOf({ id }: Asked): Promise<unknown> {
      return expect(await founder.get(`/agent-approvals/${id}`), 200).at("status");
    },
    /** The amounts of all transfers between the two accounts, sorted, and what has arrived. */
    async moved(): Promise<{ amounts: number[]; arrived: number }> {
      const amounts: number[] = [];
      let cursor = "";
      do {
        const query = `productId=${product}&limit=100${cursor}`;
        const page = expect(await founder.get(`/transfers?${query}`, IN_LIVE), 200);
        for (const transfer of page.items()) {
          if (transfer["destinationAccountId"] === destination)
            amounts.push(Number(transfer["amount"]));
        }
        const next = page.body["nextCursor"];
        cursor = typeof next === "string" ? `&cursor=${encodeURIComponent(next)}` : "";
      } while (cursor !== "");
      const balance = await founder.get(`/accounts/${destination}/balance`, IN_LIVE);
      const arrived = Number(expect(balance, 200).at("posted"));
      return { amounts: amounts.sort((a, b) => a - b), arrived };
    },
  };
}
type Story = Awaited<ReturnType<typeof openStory>>;

/** Several that are approved, one that is denied, one that nobody has decided about. */
async function newRequests(story: Story): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const decision of [...Array(APPROVED).fill("approved"), "denied", "none"]) {
    asked.push(await story.asks(decision));
  }
  return asked;
}

/** Sends all at once; keeps the answers. Resolves when each was answered or can be no more. */
async function sendAll(story: Story, asked: readonly Asked[], answered: () => void) {
  const sending = asked.map(async (one) => {
    const answer = await story.sends(one);
    if (answer === undefined) return;
    assert.equal(answer.isError, one.decision !== "approved", answer.texts.join());
    if (answer.isError) return;
    one.answer = documentOf(answer);
    answered();
  });
  await Promise.all(sending);
}

/** Each is sent twice again: what was approved has run once, with one answer, and nothing else has. */
async function assertRunOnce(story: Story, asked: readonly Asked[], ran: number[]): Promise<void> {
  for (const _ of ["the first answer, or the one of before", "the recorded one"]) {
    for (const one of asked) {
      const before = one.answer;
      await sendAll(story, [one], () => undefined);
      if (before !== undefined) assert.deepEqual(one.answer, before);
    }
  }
  for (const { decision, answer, amount } of asked) {
    assert.equal(answer !== undefined, decision === "approved");
    if (answer !== undefined) ran.push(amount);
  }
  const statuses = { approved: "consumed", denied: "denied", none: "pending" };
  for (const one of asked) assert.equal(await story.statusOf(one), statuses[one.decision]);
  const { amounts, arrived } = await story.moved();
  assert.deepEqual(amounts, ran);
  assert.equal(
    arrived,
    ran.reduce((sum, amount) => sum + amount, 0),
  );
}

test("approvals: claimed while the ledger shard stands still -> nothing ran; killed, started, sent again -> each once", async (t) => {
  const story = await openStory(t);
  const asked = await newRequests(story);
  const approved = asked.filter(({ decision }) => decision === "approved");
  // What the claim compares is read from the view of the shard that stands still: the view must have caught up.
  await until(async () => {
    const events = await story.founder.get(
      `/events?productId=${story.product}&types=agent_approval.approved,agent_approval.denied`,
      IN_LIVE,
    );
    return expect(events, 200).items().length === APPROVED + 1;
  }, "the decisions are told in the Product");
  await story.moved();
  writeFileSync(story.gate, "");
  await until(() => existsSync(`${story.gate}.held`), "the shard stands still");
  let answers = 0;
  const sending = sendAll(story, approved, () => {
    answers++;
  });
  for (const one of approved) {
    await until(async () => (await story.statusOf(one)) === "consumed", "each is claimed");
  }
  assert.equal(answers, 0);
  await Promise.all([story.restart(), sending]);
  assert.deepEqual(await story.moved(), { amounts: [], arrived: 0 });
  await assertRunOnce(story, asked, []);
});

test(`approvals: killed ${KILLS} times while approved calls are sent -> each ran once, its answer the recorded one; nothing else ran`, async (t) => {
  const random = randomOf(seedOf(t));
  const story = await openStory(t);
  const ran: number[] = [];
  const moments: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const asked = await newRequests(story);
    const at = 1 + random(APPROVED);
    const { child } = story.server;
    let [isOver, answers] = [false, 0];
    const isOfClaims = kill % 2 === 0;
    const sending = sendAll(story, asked, () => {
      answers++;
      if (!isOfClaims && answers === at) child.kill("SIGKILL");
    }).finally(() => {
      isOver = true;
    });
    // A request for the list for each step, so that the kill comes as soon as so many claims are durable.
    while (isOfClaims && !isOver) {
      const path = "/agent-approvals?status=consumed&limit=100";
      const list = await story.founder.get(path).catch(() => undefined);
      const ids = new Set(list?.items().map(({ agentApprovalId }) => agentApprovalId));
      if (asked.filter(({ id }) => ids.has(id)).length >= at) child.kill("SIGKILL");
    }
    await sending;
    await story.restart();
    moments.push(`${at} ${isOfClaims ? "claims" : "answers"}: ${answers} answered`);
    await assertRunOnce(story, asked, ran);
  }
  assert.equal((await stopServer(story.server)).code, 0);
  t.diagnostic(moments.join("; "));
});
