/**
 * Memberships of live, whose dues a bank collects each month by the clock: the server, the reference provider as a bank, and another one that
 * verifies the members, each a process of its own. Dues are collected, fail and are tried again, fail for good, are taken back, and end with the
 * membership. The tests follow one another: time passes from each to the next, and the server is killed and started again when days pass.
 * A server of its own: providers are configured, its clock is moved, and it is killed.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { TEMPLATES } from "../../src/programs/templates.ts";
import { type Client, expect, openClient } from "../support/client.ts";
import { firstTierFields } from "../support/features/entity/kyc.ts";
import { newMandate } from "../support/live_debits.ts";
import { scrapeMetrics } from "../support/metrics.ts";
import { assertBalance, balanceOf, newAccount, walk } from "../support/parties.ts";
import {
  armProvider,
  bookLines,
  controlProvider,
  killProvider,
  type ProviderProcess,
  startProvider,
} from "../support/provider.ts";
import {
  admin,
  type Credentials,
  killServer,
  newDataDir,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";
import { actionsOf, callOf, liveProductOf, objectsPath } from "../support/tills.ts";
import { until } from "../support/webhooks.ts";
import { newPassingClock } from "./passing_clock.ts";
import { type NewsRelay, openNewsRelay } from "./provider_relay.ts";

const FLAGS = ["--shards", "2", "--edges", "1"];
const BANK = { name: "first-bank", kind: "bank" };
const VERIFIER = { name: "acme", kind: "verification" };
const KIND = "membership";
const MEMBERSHIP = TEMPLATES.find(({ templateId }) => templateId === KIND)?.source ?? {};
const MONTHLY = "2500";
const MONTHS = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MONTH_MS = 31 * DAY_MS;

const clock = newPassingClock();
const surroundings = { environment: clock.environment };
const dataDir = newDataDir();
const bookPath = join(newDataDir(), "bank.jsonl");
let server: Server;
let relay: NewsRelay;
let isServing = true;
let bank: ProviderProcess;
let verifier: ProviderProcess;
let credentials: Credentials;
let client: Client;

type Member = { objectId: string; accountId: string };
/** One pays always; the bank of one has too little; the account of one is closed; the bank of one takes the money back; one is not asked in time. */
const members: Record<"paying" | "poor" | "closed" | "objecting" | "unheard", Member> = {
  ...{ paying: undefined as never, poor: undefined as never, closed: undefined as never },
  ...{ objecting: undefined as never, unheard: undefined as never },
};

before(async () => {
  server = await startServer(FLAGS, dataDir, surroundings);
  relay = await openNewsRelay(() => (isServing ? new URL(server.baseUrl).origin : undefined));
  const bankFlags = ["--kind", "bank", "--decide-collection", "nothing"];
  bank = await openProvider(BANK, bookPath, bankFlags);
  verifier = await openProvider(VERIFIER, join(newDataDir(), "verifier.jsonl"), []);
  const { personalAccessToken: apiKey } = server.demo.founder;
  const founder = await openClient(server, { productId: "", apiKey });
  credentials = await liveProductOf(server, founder, MEMBERSHIP);
  client = await openClient(server, credentials, { contract: founder.contract });
  founder.close();
  const firstDueAt = new Date(clock.nowMs() + DAY_MS).toISOString();
  for (const name of Object.keys(members) as (keyof typeof members)[]) {
    members[name] = await begun(firstDueAt);
  }
});

after(async () => {
  clock.stop();
  client.close();
  await Promise.all([killProvider(bank), killProvider(verifier), relay.close()]);
  await stopServer(server);
});

/** Starts a provider that is configured, and tells its news over the relay. */
async function openProvider(
  configured: { name: string; kind: string },
  ownBookPath: string,
  flags: readonly string[],
): Promise<ProviderProcess> {
  const away = { ...configured, url: "http://127.0.0.1:8090" };
  const secret = String((await admin(server, "provider set", away))["secret"]);
  const newsTo = `${relay.origin}/provider-news/${configured.name}`;
  const news = ["--news-url", newsTo, "--news-pause", "50", "--decide-after", "0"];
  const own = { bookPath: ownBookPath, secret };
  const provider = await startProvider(own, [...flags, ...news], clock.environment);
  await admin(server, "provider set", { ...configured, url: provider.url });
  return provider;
}

/** Time passes while the server is down, which was killed. */
async function passDown(ms: number): Promise<void> {
  const { contract } = client;
  client.close();
  isServing = false;
  await killServer(server);
  clock.pass(ms);
  server = await startServer(FLAGS, dataDir, surroundings);
  isServing = true;
  client = await openClient(server, credentials, { contract });
}

/** A membership of somebody whom the verifier has verified, which has begun. */
async function begun(firstDueAt: string): Promise<Member> {
  const { customerId: member, consentId: consent } = await newMandate(server, client);
  const kyc = `/entities/${member.replace("cust_", "ent_")}/kyc`;
  expect(await client.post(kyc, { tier: "tier_1", fields: firstTierFields() }), 200);
  expect(await client.post(`${kyc}/verifications`, { tier: "tier_1" }), 201);
  await until(
    async () => expect(await client.get(kyc), 200).at("status") === "verified",
    "the member is verified",
  );
  const accountId = await newAccount(client, { customerId: member });
  const fields = { member, consent, monthly: MONTHLY, months: MONTHS, firstDueAt };
  const made = expect(await client.post(objectsPath(client, KIND), { fields }), 201);
  const objectId = made.id("objectId");
  await callOf(client, KIND, objectId, "begin");
  return { objectId, accountId };
}

type Attempt = { operationId: string; outcome?: string };
type Collected = { collectionId: string; status: string; attempts: Attempt[] } & Readonly<
  Record<"returnedFromAccountId", string>
>;

/** The collections of a membership, the newest first. */
const collectionsOf = async ({ objectId }: Member) =>
  expect(
    await client.get(`/collections?productId=${client.productId}&objectId=${objectId}`),
    200,
  ).items() as unknown as Collected[];

/** What the bank is asked for the dues of a month, in the attempt of this number, when the bank has it. */
async function askedOf(member: Member, month: number, attempt = 1): Promise<string> {
  let effect = "";
  await until(
    async () => {
      const all = await collectionsOf(member);
      const made = all[all.length - month]?.attempts[attempt - 1];
      effect = String(made?.operationId).replace("op_", "preq_");
      return bookLines(bookPath, "accepted").some(
        ({ effect: one }) => (one as { effectId: string }).effectId === effect,
      );
    },
    () => `the bank has attempt ${attempt} of month ${month}`,
  );
  return effect;
}

/** The bank says what became of what it was asked. */
async function says(effect: string, outcome: string, reason?: string): Promise<void> {
  const told = { outcome, ...(reason !== undefined && { reason }) };
  assert.equal(await controlProvider(bank.url, `effects/${effect}/outcome`, told), 200);
}

const toldOf = ({ objectId }: Member) => actionsOf(client, KIND, objectId);
const stateOf = async ({ objectId }: Member) =>
  expect(await client.get(objectsPath(client, KIND, objectId)), 200).at("state");

async function untilTold(member: Member, actions: readonly string[]): Promise<void> {
  let told: string[] = [];
  await until(
    async () => {
      told = await toldOf(member);
      return told.length >= actions.length;
    },
    () => `${actions.join()} are told; ${told.join()} were`,
  );
  assert.deepEqual(told, actions);
}

type Row = Readonly<Record<"status" | "dueAt" | "refusedWith", string>> & { attempt: number };
/** The rows of the dues, the first month first. */
async function rowsOf({ objectId }: Member): Promise<Row[]> {
  const rows = await walk(client, `${objectsPath(client, KIND, objectId)}/schedules`);
  return (rows as unknown as (Row & { index: number })[]).toSorted(
    (one, other) => one.index - other.index,
  );
}

const ATTEMPTS = "service_provider_requests_total";
const scraped = () => scrapeMetrics(new URL(server.baseUrl).origin);

test("live membership: the first dues are due -> the bank is asked of each; what it collects is taken from the member's account", async () => {
  await passDown(DAY_MS);
  const { paying } = members;
  const asked = await askedOf(paying, 1);
  assert.deepEqual(
    (await rowsOf(paying)).map(({ status }) => status),
    ["waiting", "scheduled", "scheduled"],
  );
  await says(asked, "collected");
  await untilTold(paying, ["begin", "takeDues"]);
  await assertBalance(client, paying.accountId, "0");
  assert.equal((await rowsOf(paying))[0]?.status, "ran");
});

test("live membership: a failure that cannot pass -> not tried again, behind at once", async () => {
  const { closed } = members;
  await says(await askedOf(closed, 1), "failed", "ac04");
  await untilTold(closed, ["begin", "fallBehind"]);
  assert.equal(await stateOf(closed), "behind");
  const [row] = await rowsOf(closed);
  assert.deepEqual([row?.status, row?.refusedWith], ["failed", "AC04"]);
  assert.equal((await collectionsOf(closed))[0]?.attempts.length, 1);
});

test("live membership: a failure that may pass -> tried again on the third day, and after seven more; behind when all have failed", async () => {
  const { poor } = members;
  await says(await askedOf(poor, 1), "failed", "am04");
  await until(async () => (await rowsOf(poor))[0]?.attempt === 2, "the row is tried again");
  const pauseMs = Date.parse((await rowsOf(poor))[0]?.dueAt ?? "") - clock.nowMs();
  assert.ok(pauseMs <= 3 * DAY_MS && pauseMs > 3 * DAY_MS - 10 * MINUTE_MS, String(pauseMs));
  for (const [attempt, days] of [
    [2, 3],
    [3, 7],
  ] as const) {
    await passDown(days * DAY_MS);
    await says(await askedOf(poor, 1, attempt), "failed", "am04");
    if (attempt === 2) {
      await until(async () => (await rowsOf(poor))[0]?.attempt === 3, "the row is tried again");
    }
  }
  await untilTold(poor, ["begin", "fallBehind"]);
  assert.equal(await stateOf(poor), "behind");
  assert.equal((await rowsOf(poor))[0]?.status, "failed");
  assert.equal((await collectionsOf(poor)).length, 1);
  await assertBalance(client, poor.accountId, "0");
});

test("live membership: taken back weeks after it was collected -> behind, and the losses pay", async () => {
  const { objecting } = members;
  const asked = await askedOf(objecting, 1);
  await says(asked, "collected");
  await untilTold(objecting, ["begin", "takeDues"]);
  await says(asked, "returned", "md06");
  await untilTold(objecting, ["begin", "takeDues", "fallBehind"]);
  const [back] = await collectionsOf(objecting);
  assert.equal(back?.status, "returned");
  assert.equal((await balanceOf(client, back?.returnedFromAccountId ?? "")).posted, `-${MONTHLY}`);
  await assertBalance(client, objecting.accountId, "0");
});

test("live membership: the bank does not answer -> asked again after a minute, has it once; dues are taken of who is behind, too", async () => {
  const { unheard, closed, poor, objecting } = members;
  await says(await askedOf(unheard, 1), "collected");
  await untilTold(unheard, ["begin", "takeDues"]);
  for (const { objectId } of [poor, objecting]) await callOf(client, KIND, objectId, "end");
  // One attempt of each of the three memberships that go on.
  await armProvider(bank, "fail", 3);
  await passDown(MONTH_MS);
  await until(async () => (await scraped()).sum(ATTEMPTS, { end: "unknown" }) >= 3, "no answers");
  clock.pass(MINUTE_MS);
  const asked = await askedOf(unheard, 2);
  await says(asked, "collected");
  await untilTold(unheard, ["begin", "takeDues", "takeDues"]);
  const [again, ...earlier] = await collectionsOf(unheard);
  assert.deepEqual([again?.attempts.length, earlier.length], [1, 1]);
  await says(await askedOf(closed, 2), "collected");
  await untilTold(closed, ["begin", "fallBehind", "takeDues"]);
  assert.equal(await stateOf(closed), "behind");
  assert.deepEqual(bookLines(bookPath, "repeated"), []);
});

test("live membership: it has ended -> its rows are skipped, and the bank is not asked", async () => {
  await passDown(MONTH_MS);
  const { paying, poor, objecting } = members;
  await askedOf(paying, 3);
  for (const member of [poor, objecting]) {
    const rows = await rowsOf(member);
    assert.deepEqual(
      rows.slice(1).map(({ status }) => status),
      ["skipped", "skipped"],
    );
    assert.equal((await collectionsOf(member)).length, 1);
  }
});
