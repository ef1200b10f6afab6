/**
 * For tests: a story that runs every write operation of the platform at least once, with each outcome
 * that has an event; in a sandbox, in live, and on the platform shard.
 */

import { PRODUCT_ID, START_MS, TENANT_ID } from "../../test/world/callers.ts";
import { dueLoopOver } from "../../test/world/journal.ts";
import { PLATFORM_NAMES } from "../contract/platform_realm.ts";
import { type RealmNames, realmKeyOf, tenantNames } from "../contract/principal.ts";
import type { ShardRegistry } from "../contract/registry.ts";
import type { Command, Outcome } from "./command.ts";
import { systemCommand } from "./system_command.ts";
import type { OpenJournal } from "./testing.ts";
import { tellOfAgents } from "./testing_agent_story.ts";
import { tellOfCollections } from "./testing_collection_story.ts";
import { tellOfEntity, tellOfExpiry } from "./testing_entity_story.ts";
import { tellOfObjects } from "./testing_object_story.ts";
import { tellOfEndpoint, tellOfPlatform } from "./testing_platform_story.ts";
import { tellOfLiveVerifications, tellOfVerifications } from "./testing_verification_story.ts";

export type Input = Record<string, unknown>;
export type Reply = Record<string, string>;

export type Teller = {
  /** The requests that follow run in this realm, which is opened when it is not open. */
  enter(names: RealmNames): void;
  /** Runs a request of a caller; returns the reply, or the refusal. */
  ask(operation: string, input: Input): Reply;
  /** Runs a request of the operator with the result of its `prepare`. */
  operate(operation: string, input: Input, prepared?: unknown, as?: Acting): Reply;
};
/** Who acts, where it is not the platform. */
export type Acting = Pick<Command, "actorType" | "actorId" | "principalId">;

const NAMES = { tenantId: TENANT_ID, productId: PRODUCT_ID } as const;
const PERSON = { kind: "person", displayName: "Ada Lovelace", country: "GB" } as const;
/** The largest amount of one request, and how often an account can receive it. */
const MOST = "999999999999999999";
const TIMES = 9;
const TOO_MUCH = "999999999";

/** Where the clock of the sandbox stands when every tier has ended, days after the start. */
const EXPIRED_DAYS = 1_000;
/** How far the story of objects goes at the most, days. */
const OBJECTS_DAYS = 20;

/** The number of the realm of live: behind that of the sandbox, and of the sandbox that was reset. */
const LIVE_REALM = 3;

/** One step of a story: the story goes on with the reply, or the refusal, of a request. */
export type Step =
  | { enter: RealmNames }
  | { by: "caller" | "operator"; operation: string; input: Input; prepared?: unknown };
export type Story = Generator<Step, void, Reply>;
export type Part<T> = Generator<Step, T, Reply>;

function* ask(operation: string, input: Input): Part<Reply> {
  return yield { by: "caller", operation, input };
}

/** Tells a story to the end. */
export function tell({ enter, ask, operate }: Teller, story: Story): void {
  let reply: Reply = {};
  for (let next = story.next(reply); next.done !== true; next = story.next(reply)) {
    const step = next.value;
    if ("enter" in step) enter(step.enter);
    else if (step.by === "caller") reply = ask(step.operation, step.input);
    else reply = operate(step.operation, step.input, step.prepared);
  }
}

export function tellShardStory(teller: Teller): void {
  tell(teller, shardStory());
}

/** Every write of a ledger shard, with each outcome that has an event. */
export function* shardStory(): Story {
  yield { enter: { ...NAMES, environment: "sandbox" } };
  yield* tellOfPlatform();
  const [ada, bob] = [yield* customer(true), yield* customer(true)];
  const [wallet, savings] = [yield* account(ada), yield* account(ada)];
  const spare = yield* account(bob);
  yield* moveMoney(wallet, savings);
  const full = yield* account(ada, "USD");
  for (let time = 0; time <= TIMES; time++) yield* fund(full, MOST, "USD");
  yield* ask("account.update", { accountId: wallet, name: "Wallet" });
  yield* ask("account.freeze", { accountId: savings, mode: "debits", reason: "a story" });
  yield* ask("sandbox.platform_freeze.create", { accountId: savings, mode: "debits" });
  yield* ask("sandbox.platform_freeze.create", { accountId: savings, mode: "all", reason: "-" });
  yield* ask("account.unfreeze", { accountId: savings });
  yield* ask("sandbox.platform_freeze.lift", { accountId: savings });
  yield* ask("sandbox.clock.advance", { productId: PRODUCT_ID, at: timeAt(120_000) });
  yield* ask("sandbox.event.trigger", { eventType: "transfer.posted" });
  yield* ask("customer.update", { customerId: ada, metadata: { note: "hello" } });
  yield* ask("customer.update", { customerId: ada, metadata: null, externalId: "ada" });
  yield* ask("customer.suspend", { customerId: ada, reason: "a story" });
  yield* ask("customer.reactivate", { customerId: ada });
  yield* ask("account.close", { accountId: spare });
  yield* account(bob);
  yield* account(bob, "USD");
  yield* ask("customer.close", { customerId: bob });
  yield* tellOfAccess();
  yield* tellOfVerifications(() => customer(true));
  yield* tellOfEntity(() => customer(true));
  yield* tellOfExpiry();
  const carol = yield* customer(true);
  yield* fund(yield* account(carol), "1000", "EUR");
  yield* tellOfObjects(carol, EXPIRED_DAYS);
  yield* tellOfCollections(carol, EXPIRED_DAYS + OBJECTS_DAYS);
  yield* ask("sandbox.reset", { productId: PRODUCT_ID, confirm: PRODUCT_ID });
  yield* customer(true);
  yield { enter: { ...NAMES, environment: "live" } };
  yield* tellOfEndpoint(LIVE_REALM, () => customer(false));
  yield* tellOfLiveVerifications(() => customer(false));
  yield* tellOperatorsStory(yield* customer(false));
}

function* customer(test: boolean): Part<string> {
  const draft = { productId: PRODUCT_ID, test, entity: PERSON };
  return String((yield* ask("customer.create", draft))["customerId"]);
}

function* account(owner: string, currency = "EUR"): Part<string> {
  const draft = { productId: PRODUCT_ID, role: "customer_balance", currency };
  const made = yield* ask("account.create", { ...draft, owner: { type: "customer", id: owner } });
  return String(made["accountId"]);
}

const OPERATOR = { by: "operator", prepared: { user: "root/0" } } as const;

/**
 * The life of an access, and of customers who wait for theirs. The operator's part stands here too: in live an
 * entity is verified before it has an access that waits.
 */
function* tellOfAccess(): Part<void> {
  function* create(customerId: string): Part<{ customerAccessId: string }> {
    const draft = { productId: PRODUCT_ID, customerId };
    const made = yield* ask("customer_access.create", draft);
    return { customerAccessId: String(made["customerAccessId"]) };
  }
  const customerId = yield* customer(false);
  const first = yield* create(customerId);
  for (const outcome of ["refuse", "clear"]) {
    yield* ask("sandbox.compliance_outcome.create", { ...first, outcome });
  }
  yield* ask("customer_access.activate", first);
  yield* ask("customer_access.suspend", { ...first, reason: "a story" });
  yield* ask("customer_access.resume", first);
  yield* ask("customer_access.revoke", { ...first, reason: "a story" });
  const second = yield* create(customerId);
  const cleared = { ...second, outcome: "clear", reason: "a story" };
  yield { ...OPERATOR, operation: "platform.compliance_outcome.create", input: cleared };
  yield* ask("customer_access.activate", second);
  const waiting = yield* customer(false);
  yield* create(waiting);
  const activation = { customerId: waiting, reason: "a story" };
  yield { ...OPERATOR, operation: "platform.customer.activate", input: activation };
}

/** What the operator does in live: the story of one customer and her account. */
function* tellOperatorsStory(customerId: string): Part<void> {
  const activation = { customerId, reason: "a story" };
  yield { ...OPERATOR, operation: "platform.customer.activate", input: activation };
  const money = { destinationAccountId: yield* account(customerId), amount: MOST, currency: "EUR" };
  for (let time = 0; time <= TIMES; time++) {
    const input = { ...money, reason: `payment ${time}` };
    yield { ...OPERATOR, operation: "platform.account_funding.create", input };
  }
}

function* moveMoney(from: string, to: string): Part<void> {
  const move = (amount: string, sourceAccountId = from, destinationAccountId = to) => ({
    ...{ sourceAccountId, destinationAccountId, amount, currency: "EUR" },
  });
  yield* fund(from, "5000", "EUR");
  const { transferId } = yield* ask("transfer.create", move("1200"));
  yield* ask("transfer.create", move(TOO_MUCH));
  yield* ask("transfer.create", move("1", "acct_unknown"));
  const items = [move("10"), move(TOO_MUCH), move("1", "acct_unknown"), move("20", to, from)];
  yield* ask("transfer.batch.create", { atomic: false, items });
  yield* ask("transfer.batch.create", { atomic: true, items });
  function* hold(amount: string): Part<string> {
    const draft = { ...move(amount), expiresAt: timeAt(60_000) };
    return String((yield* ask("transfer_hold.create", draft))["transferHoldId"]);
  }
  const [cleared, cancelled] = [yield* hold("100"), yield* hold("200")];
  const whole = yield* hold("50");
  yield* hold("300");
  yield* hold(TOO_MUCH);
  const { reservedTransferId } = yield* ask("transfer_hold.clear", {
    ...{ transferHoldId: cleared, amount: "60" },
  });
  yield* ask("transfer_hold.clear", { transferHoldId: whole });
  yield* ask("transfer_hold.cancel", { transferHoldId: cancelled });
  yield* ask("transfer.reverse", { transferId: reservedTransferId, reason: "a cleared one" });
  yield* ask("transfer.reverse", { transferId, amount: "200", reason: "a part" });
  yield* ask("transfer.create", move("1000", to, from));
  yield* ask("transfer.reverse", { transferId, reason: "more than is there" });
  yield* fund(to, "1000", "EUR");
  yield* ask("transfer.reverse", { transferId, reason: "the rest" });
  yield* ask("transfer.reverse", { transferId, reason: "nothing is left" });
}

function* fund(destinationAccountId: string, amount: string, currency: string): Part<void> {
  yield* ask("sandbox.account_funding.create", { destinationAccountId, amount, currency });
}

function timeAt(ms: number): string {
  return new Date(START_MS + ms).toISOString();
}

export function tellPlatformStory(teller: Teller): void {
  const { enter, operate } = teller;
  enter(PLATFORM_NAMES);
  operate("platform.tenant.create", { name: "S" });
  const owner = { name: "T", email: "ada@example.com", displayName: "Ada Lovelace" };
  const secret = { password: "p", passwordHash: "h" };
  const made = operate("platform.company.create", owner, secret);
  const { tenantId = "", userId = "", memberId = "" } = made;
  const company = tenantNames(tenantId);
  enter(company);
  const product = { tenantId, name: "P" };
  const { productId } = operate("platform.product.create", product, { shards: 2 });
  operate("platform.product.update", { productId, status: "disabled" });
  operate("platform.product.update", { productId, status: "active", liveActivated: true });
  const digest = "0".repeat(64);
  const key = { apiKeyId: "key_2", prefix: "service_test_000", digest, text: `sk_${digest}` };
  operate("platform.api_key.create", { productId, environment: "sandbox", name: "K" }, key);
  operate("platform.api_key.revoke", { apiKeyId: "key_2" });
  operate("platform.api_key.revoke", { apiKeyId: "key_2" });
  operate("platform.telling.settle", {});
  tellOfCompany(operate, { userId, memberId });
  tellOfAgents(teller, { company, userId, productId: String(productId) });
}

/** What an agent of the person does with the Products and keys of the company. */
function tellOfCompany(
  operate: Teller["operate"],
  { userId, memberId }: { userId: string; memberId: string },
): void {
  const from = { address: "192.0.2.1", userAgent: "story" };
  const scopes = ["transfers:read"];
  const asker = { kind: "agent", mfa: true, userId, scopes, from };
  const { productId } = operate("product.create", { name: "Q" }, { ...asker, shards: 2 });
  operate("product.update", { productId, name: "R" }, asker);
  operate("product.disable", { productId }, asker);
  operate("product.enable", { productId }, asker);
  operate("platform.product.update", { productId, liveActivated: true });
  const made = (apiKeyId: string) => {
    const digest = "0".repeat(64);
    return { apiKeyId, prefix: "service_test_000", digest, text: `sk_${digest}` };
  };
  const draft = { productId, name: "K", scopes };
  operate("api_key.sandbox.create", draft, { ...asker, newKey: made("key_3") });
  operate("api_key.live.create", draft, { ...asker, newKey: made("key_4") });
  operate("api_key.update", { productId, apiKeyId: "key_3", name: "L" }, asker);
  const newKeys = { sandbox: made("key_5"), live: made("key_6") };
  const rolled = { productId, apiKeyId: "key_3", overlapSeconds: 60 };
  operate("api_key.roll", rolled, { ...asker, newKeys });
  operate("api_key.revoke", { productId, apiKeyId: "key_5" }, asker);
  operate("tenant.member.api_key.revoke", { memberId }, asker);
  const source = { text: '{"name":"S"}', digest: `sha256:${digestOf("1")}` };
  const drafted = { name: "S", source: { name: "S" } };
  const { blueprintId } = operate("blueprint.create", drafted, { from, ...source });
  const other = { text: "{}", digest: `sha256:${digestOf("2")}` };
  operate("blueprint.update", { blueprintId, source: {} }, { from, source: other });
  operate("blueprint.archive", { blueprintId }, { from });
  const applied = { productId, buildId: tellOfBuilds(operate), expectedPricing: PRICES };
  operate("product.build.apply", applied, { ...asker, compared: { findings: [] } });
  tellOfLive(operate, asker);
}

/** Live is asked for, in vain at first; then the Product is closed, and another one by the operator. */
function tellOfLive(operate: Teller["operate"], asker: object): void {
  const { productId } = operate("product.create", { name: "S" }, { ...asker, shards: 2 });
  const capabilities = ["ledger", "customers", "transfers", "holds"];
  const request = { productId, expectedPricing: PRICES, capabilities };
  const decide = (outcome: string) =>
    operate("platform.product.activation.decide", { productId, outcome, reason: "so" });
  operate("product.activation.request", request, asker);
  operate("product.activation.cancel", { productId }, asker);
  operate("product.activation.request", request, asker);
  decide("rejected");
  operate("product.activation.request", request, asker);
  decide("active");
  decide("suspended");
  const { place: close } = operate("product.close", { productId }, asker);
  for (const environment of ["live", "sandbox", "live", "sandbox"]) {
    operate("platform.closing.settle", { close, environment, answer: {} });
  }
  const other = operate("product.create", { name: "T" }, { ...asker, shards: 2 });
  operate("platform.product.update", { productId: other["productId"], status: "closed" });
}

const PRICES = { fees: [{ code: "transfer", amount: "0" }], usageRates: [] };

/** A program is built, and built again: the second time it is there already. Returns the id of its Build. */
function tellOfBuilds(operate: Teller["operate"]): string {
  const from = { address: "192.0.2.1", userAgent: "story" };
  const digest = `sha256:${digestOf("3")}`;
  const parts = { operationIds: [], nouns: [], ports: [], worstCase: [], capabilities: [] };
  const program = { name: "S", digest, sourceDigest: digest, text: "{}", findings: [], ...parts };
  const draft = { source: { name: "S" }, expectedPricing: PRICES };
  const build = () => operate("build.create", draft, { from, plan: { ...program, blueprint: {} } });
  const { buildId } = build();
  build();
  return String(buildId);
}

function digestOf(digit: string): string {
  return digit.repeat(64);
}

/** A command that was run, and its outcome. */
export type Told = { command: Command; outcome: Outcome };

/** Runs a story on a journal; `told` has all commands so far, those of the clock too. */
export function tellerOf<S>(
  { journal }: Pick<OpenJournal<S>, "journal">,
  registry: ShardRegistry<S>,
): Teller & { told: Told[] } {
  const told: Told[] = [];
  let realmKey = "";
  const run = (command: Command): Outcome => {
    const outcome = journal.execute(command);
    told.push({ command, outcome });
    return outcome;
  };
  const nowMs = () => START_MS;
  const time = dueLoopOver({ journal, registry, nowMs, dueSlice: 64, run });
  const step = (command: Command): Reply => {
    const { body, place } = run(command);
    time.touch(command.realm);
    for (time.tend(); time.hasWork; time.tend()) time.runSlice();
    // Nothing is known of work that is under way still, but where it began.
    return JSON.parse(body ?? journal.answerOf(place) ?? JSON.stringify({ place })) as Reply;
  };
  const realm = () => {
    const opened = journal.realms.get(realmKey);
    if (opened === undefined) throw new Error("a story enters a realm first");
    return opened;
  };
  return {
    told,
    enter(names) {
      realmKey = realmKeyOf(names);
      journal.openRealm(names, START_MS);
    },
    ask: (operation, input) =>
      step({
        ...systemCommand(operation, input, realm(), "platform", 0),
        ...{ requestId: `req_${told.length}`, principalId: "key_1", cause: "api" },
        // The only type of a caller that version 1 can hold: tests write stories as version 1 too.
        ...{ actorType: "operator", actorId: "key_1", idempotencyKey: keyOf(told.length) },
      }),
    operate: (operation, input, prepared, as) =>
      step({ ...systemCommand(operation, input, realm(), "platform", 0), prepared, ...as }),
  };
}

function keyOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
