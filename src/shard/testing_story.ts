/**
 * For tests: a story that runs every write operation of the platform at least once, with each outcome
 * that has an event; in a sandbox, in live, and on the platform shard.
 */

import { PRODUCT_ID, START_MS, TENANT_ID } from "../../test/world/callers.ts";
import { dueLoopOver } from "../../test/world/journal.ts";
import { PLATFORM_NAMES } from "../contract/platform_realm.ts";
import { type RealmNames, realmKeyOf, tenantNames } from "../contract/principal.ts";
import type { ShardRegistry } from "../contract/registry.ts";
import { sealedText } from "../contract/sealing.ts";
import type { Command, Outcome } from "./command.ts";
import { systemCommand } from "./system_command.ts";
import type { OpenJournal } from "./testing.ts";

type Input = Record<string, unknown>;
type Reply = Record<string, string>;

export type Teller = {
  /** The requests that follow run in this realm, which is opened when it is not open. */
  enter(names: RealmNames): void;
  /** Runs a request of a caller; returns the reply, or the refusal. */
  ask(operation: string, input: Input): Reply;
  /** Runs a request of the operator with the result of its `prepare`. */
  operate(operation: string, input: Input, prepared?: unknown): Reply;
};

const NAMES = { tenantId: TENANT_ID, productId: PRODUCT_ID } as const;
const PERSON = { kind: "person", displayName: "Ada Lovelace", country: "GB" } as const;
/** The largest amount of one request, and how often an account can receive it. */
const MOST = "999999999999999999";
const TIMES = 9;
const TOO_MUCH = "999999999";

export function tellShardStory(teller: Teller): void {
  const { ask } = teller;
  teller.enter({ ...NAMES, environment: "sandbox" });
  tellOfPlatform(teller);
  const customer = (test: boolean) =>
    String(ask("customer.create", { productId: PRODUCT_ID, test, entity: PERSON })["customerId"]);
  const [ada, bob] = [customer(true), customer(true)];
  const account = (owner: string, currency = "EUR") => {
    const draft = { productId: PRODUCT_ID, role: "customer_balance", currency };
    const made = ask("account.create", { ...draft, owner: { type: "customer", id: owner } });
    return String(made["accountId"]);
  };
  const [wallet, savings, spare] = [account(ada), account(ada), account(bob)];
  moveMoney(ask, wallet, savings);
  const full = account(ada, "USD");
  for (let time = 0; time <= TIMES; time++) fund(ask, full, MOST, "USD");
  ask("account.update", { accountId: wallet, name: "Wallet" });
  ask("account.freeze", { accountId: savings, mode: "debits", reason: "a story" });
  ask("account.unfreeze", { accountId: savings });
  ask("sandbox.platform_freeze.create", { accountId: savings, mode: "all" });
  ask("sandbox.platform_freeze.lift", { accountId: savings });
  ask("sandbox.clock.advance", { productId: PRODUCT_ID, at: timeAt(120_000) });
  ask("customer.update", { customerId: ada, metadata: { note: "hello" } });
  ask("customer.suspend", { customerId: ada, reason: "a story" });
  ask("customer.reactivate", { customerId: ada });
  ask("account.close", { accountId: spare });
  account(bob);
  ask("customer.close", { customerId: bob });
  tellEndpointsStory(teller);
  ask("sandbox.reset", { productId: PRODUCT_ID, confirm: PRODUCT_ID });
  customer(true);
  teller.enter({ ...NAMES, environment: "live" });
  customer(false);
  const eve = customer(false);
  tellOperatorsStory(teller, eve, () => account(eve));
}

/** What the platform tells a realm of its Product and of a key. */
function tellOfPlatform({ operate }: Teller): void {
  const at = { createdAtMs: START_MS, updatedAtMs: START_MS };
  const product = {
    ...NAMES,
    name: "P",
    status: "active",
    liveActivated: false,
    revision: 1,
    ...at,
  };
  operate("product.tell", { type: "product.created", product, origin: 8_192 });
  const key = { apiKeyId: "key_2", name: "K", prefix: "service_test_000", scopes: [] };
  const kept = { environment: "sandbox", status: "active", origin: "cli", createdAtMs: START_MS };
  const apiKey = { ...NAMES, ...key, ...kept };
  operate("api_key.tell", { type: "api_key.created", apiKey, origin: 8_193 });
  const disabled = { ...product, status: "disabled", revision: 2 };
  operate("product.tell", { type: "product.updated", product: disabled, origin: 8_194 });
  const revoked = { ...apiKey, status: "revoked", revokedAtMs: START_MS };
  operate("api_key.tell", { type: "api_key.revoked", apiKey: revoked, origin: 8_195 });
}

/** What the operator does in live: the story of one customer and her account. */
function tellOperatorsStory({ operate }: Teller, customerId: string, account: () => string): void {
  const by = { user: "root/0" };
  operate("platform.customer.activate", { customerId, reason: "a story" }, by);
  const money = { destinationAccountId: account(), amount: MOST, currency: "EUR" };
  for (let time = 0; time <= TIMES; time++) {
    operate("platform.account_funding.create", { ...money, reason: `payment ${time}` }, by);
  }
}

/** The life of a webhook endpoint, with secrets and keys that are always the same. */
function tellEndpointsStory({ ask, operate }: Teller): void {
  const seal = {
    keyId: "0".repeat(16),
    salt: "A".repeat(22),
    key: "A".repeat(43),
    nonce: "A".repeat(16),
  };
  const prepared = (letter: string) => {
    const secret = `whsec_${letter.repeat(43)}=`;
    return { secret, prefix: secret.slice(0, 10), seal, allowsLoopback: true };
  };
  const draft = { productId: PRODUCT_ID, url: "https://shop.example/hooks", eventTypes: ["*"] };
  const made = operate("webhook_endpoint.create", draft, prepared("B"));
  const webhookEndpointId = String(made["webhookEndpointId"]);
  const change = { webhookEndpointId, eventTypes: ["transfer.posted"] };
  operate("webhook_endpoint.update", change, { allowsLoopback: true });
  ask("webhook_endpoint.disable", { webhookEndpointId });
  ask("webhook_endpoint.enable", { webhookEndpointId });
  ask("webhook_endpoint.ping", { webhookEndpointId });
  const rotation = { webhookEndpointId, overlapSeconds: 0 };
  operate("webhook_endpoint.secret.rotate", rotation, prepared("C"));
  const sealed = [sealedText(prepared("C").secret, seal, webhookEndpointId)];
  const resealed = { user: "root/0", resealed: sealed };
  operate("webhook_endpoint.reseal", { webhookEndpointId, sealed }, resealed);
  ask("webhook_endpoint.delete", { webhookEndpointId });
}

function moveMoney(ask: Teller["ask"], from: string, to: string): void {
  const move = (amount: string, sourceAccountId = from, destinationAccountId = to) => ({
    ...{ sourceAccountId, destinationAccountId, amount, currency: "EUR" },
  });
  fund(ask, from, "5000", "EUR");
  const { transferId } = ask("transfer.create", move("1200"));
  ask("transfer.create", move(TOO_MUCH));
  ask("transfer.create", move("1", "acct_unknown"));
  const items = [move("10"), move(TOO_MUCH), move("1", "acct_unknown"), move("20", to, from)];
  ask("transfer.batch.create", { atomic: false, items });
  ask("transfer.batch.create", { atomic: true, items });
  const hold = (amount: string) =>
    ask("transfer_hold.create", { ...move(amount), expiresAt: timeAt(60_000) })["transferHoldId"];
  const [cleared, cancelled] = [hold("100"), hold("200"), hold("300"), hold(TOO_MUCH)];
  ask("transfer_hold.clear", { transferHoldId: cleared, amount: "60" });
  ask("transfer_hold.cancel", { transferHoldId: cancelled });
  ask("transfer.reverse", { transferId, amount: "200", reason: "a part" });
  ask("transfer.create", move("1000", to, from));
  ask("transfer.reverse", { transferId, reason: "more than is there" });
  fund(ask, to, "1000", "EUR");
  ask("transfer.reverse", { transferId, reason: "the rest" });
  ask("transfer.reverse", { transferId, reason: "nothing is left" });
}

function fund(
  ask: Teller["ask"],
  destinationAccountId: string,
  amount: string,
  currency: string,
): void {
  ask("sandbox.account_funding.create", { destinationAccountId, amount, currency });
}

function timeAt(ms: number): string {
  return new Date(START_MS + ms).toISOString();
}

export function tellPlatformStory({ enter, operate }: Teller): void {
  enter(PLATFORM_NAMES);
  const tenantId = String(operate("platform.tenant.create", { name: "T" })["tenantId"]);
  enter(tenantNames(tenantId));
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
}

/** A command that was run, and its outcome. */
export type Told = { command: Command; outcome: Outcome };

/** Runs a story on a journal; `told` has all commands so far, those of the clock too. */
export function tellerOf<S>(
  { journal, commit }: Pick<OpenJournal<S>, "journal" | "commit">,
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
  const time = dueLoopOver({ journal, commit, registry, nowMs, dueSlice: 64, run });
  const step = (command: Command): Reply => {
    const { body, place } = run(command);
    time.touch(command.realm);
    for (time.tend(); time.hasWork; time.tend()) time.runSlice();
    return JSON.parse(body ?? journal.answerOf(place) ?? "") as Reply;
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
    operate: (operation, input, prepared) =>
      step({ ...systemCommand(operation, input, realm(), "platform", 0), prepared }),
  };
}

function keyOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
