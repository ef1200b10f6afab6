/** Announcements over real ports and a real log: who gets them before which reply, and what the realms of a Product are told after. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { Announcement } from "../../../src/contract/declare/announcement.ts";
import type { Carrier } from "../../../src/contract/declare/effect.ts";
import { realmKeyOf, tenantNames } from "../../../src/contract/declare/principal.ts";
import { ShardSignals, type ToEdge } from "../../../src/contract/messages/envelope.ts";
import { THREAD_EVENT_LOOP } from "../../../src/contract/messages/event_loop.ts";
import {
  PLATFORM_NAMES,
  PLATFORM_REALM_KEY,
} from "../../../src/contract/records/platform_realm.ts";
import { MAIL } from "../../../src/features/mail/mail_effect.ts";
import { CLOSING, TELLING, type Telling } from "../../../src/features/platform/platform_telling.ts";
import { PLATFORM_REGISTRY } from "../../../src/features/registry.ts";
import { Mailbox } from "../../../src/shard/mailbox.ts";
import { recover } from "../../../src/shard/recovery.ts";
import { messageOf, repliesIn, type TestWrite } from "../../support/contract/envelopes.ts";
import { slowCarrier } from "../../support/shard/letters.ts";
import { turns, until } from "../../support/shard/mailbox.ts";
import { directoryOf, openJournalOf } from "../../support/shard/open_journal.ts";

const NOW_MS = Date.UTC(2026, 0, 1);

/** A listener at its end of a port. `answers`: it applies every announcement at once. */
class Listener {
  readonly port: MessagePort;
  readonly told: Announcement[] = [];
  readonly replies = new Map<number, { status: number; body: string }>();
  readonly tickets: number[] = [];
  views = 0;
  located = 0;
  answers: boolean;
  #waiting: (() => void)[] = [];

  constructor(port: MessagePort, answers: boolean) {
    this.port = port;
    this.answers = answers;
    port.on("message", (message: ToEdge) => {
      if (typeof message === "string") this.#takeReplies(message);
      else if (message.kind === "announced") this.#take(message.announcements, message.ticket);
      else if (message.kind === "viewReached") this.views++;
      else if (message.kind === "located") this.located++;
      for (const look of this.#waiting.splice(0)) look();
    });
  }

  send(writes: readonly TestWrite[]): void {
    this.port.postMessage(messageOf(writes));
  }

  /** Applies all announcements that were received and not applied yet. */
  apply(): void {
    for (const ticket of this.tickets.splice(0)) this.port.postMessage({ kind: "applied", ticket });
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #take(announcements: readonly Announcement[], ticket: number): void {
    this.told.push(...announcements);
    if (ticket !== 0) this.tickets.push(ticket);
    if (this.answers) this.apply();
  }

  #takeReplies(message: string): void {
    for (const [slot, { status, body }] of repliesIn(message)) {
      this.replies.set(slot, { status, body });
    }
  }
}

const carryAtOnce: Carrier = async () => ({});

/** The platform shard over the log in `path`, with main and two edges. */
async function opened(
  t: TestContext,
  path: string,
  { answers = true, loop = THREAD_EVENT_LOOP, carrier = carryAtOnce } = {},
) {
  const bugs: string[] = [];
  const parts = await openJournalOf(path, {
    registry: PLATFORM_REGISTRY,
    nowMs: () => NOW_MS,
    onBug(what, cause) {
      if (carrier === carryAtOnce) throw new Error(what, { cause });
      bugs.push(what);
    },
  });
  await recover(parts.journal, parts, () => {});
  const signals = new ShardSignals(ShardSignals.allocate());
  const mailbox = new Mailbox({
    ...parts,
    registry: PLATFORM_REGISTRY,
    signals,
    nowMs: () => NOW_MS,
    loop,
    onFailure: () => {},
    carriers: new Map([TELLING, CLOSING, MAIL].map(({ kind }) => [kind, carrier])),
  });
  const listeners = (["shards", "edges", "edges"] as const).map((round) => {
    const { port1, port2 } = new MessageChannel();
    mailbox.attach(port1, round);
    return new Listener(port2, answers);
  });
  const [main, left, right] = listeners as [Listener, Listener, Listener];
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    for (const listener of listeners) {
      listener.answers = true;
      listener.apply();
    }
    await mailbox.close();
    for (const { port } of listeners) port.close();
    await parts.close();
  };
  const crash = async () => {
    isOpen = false;
    mailbox.fail(new Error("the process ends here"));
    for (const { port } of listeners) port.close();
    await parts.close();
  };
  t.after(close);
  await mailbox.openRealms([{ names: PLATFORM_NAMES, createdAtMs: NOW_MS }]);
  return { ...parts, mailbox, signals, main, left, right, bugs, close, crash };
}

let nextKey = 1;

function envelope(slot: number, operation: string, more: Partial<TestWrite> = {}): TestWrite {
  const key = `00000000-0000-4000-8000-${String(nextKey++).padStart(12, "0")}`;
  const who = { realmKey: PLATFORM_REALM_KEY, principalId: "operator" };
  return { slot, operation, requestId: "r", ...who, key, input: {}, ...more };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** Makes a tenant; returns its id and the key of its realm. */
async function tenantOf({ left }: Opened) {
  left.send([envelope(0, "platform.tenant.create", { input: { name: "T" } })]);
  await left.until(() => left.replies.has(0));
  const { tenantId } = JSON.parse(left.replies.get(0)?.body as string);
  return { tenantId: String(tenantId), realmKey: realmKeyOf(tenantNames(tenantId)) };
}

type Tenant = Awaited<ReturnType<typeof tenantOf>>;

function productDraft(slot: number, { tenantId, realmKey }: Tenant) {
  const input = { tenantId, name: "P" };
  const prepared = { shards: 2 };
  return envelope(slot, "platform.product.create", { realmKey, input, prepared });
}

const kindsOf = ({ told }: Listener) => told.map(({ kind }) => kind);

test("announcement: a new Product -> main applies it, then the edges, then the reply", async (t) => {
  const box = await opened(t, directoryOf(t));
  await box.mailbox.start();
  const tenant = await tenantOf(box);
  for (const listener of [box.main, box.left, box.right]) listener.answers = false;
  const draft = productDraft(1, tenant);
  box.left.send([draft]);
  await box.main.until(() => box.main.told.length === 2);
  assert.deepEqual([kindsOf(box.left), kindsOf(box.right)], [["tenant"], ["tenant"]]);
  box.main.apply();
  await box.right.until(() => box.right.told.length === 2);
  await box.left.until(() => box.left.told.length === 2);
  // The same key is sent again while its first answer is held back: the second must wait too.
  box.left.send([{ ...draft, slot: 2 }]);
  box.left.apply();
  // Another message that the shard answers meanwhile does not release the answers of writes.
  box.right.port.postMessage({ kind: "view" });
  await box.right.until(() => box.right.views > 0);
  assert.deepEqual([...box.left.replies.keys()], [0]);
  box.right.apply();
  await box.left.until(() => box.left.replies.size === 3);
  assert.deepEqual(box.left.replies.get(1), box.left.replies.get(2));
  assert.equal(box.left.replies.get(1)?.status, 201);
});

test("announcement: a commit that is not durable yet -> nobody is told", async (t) => {
  const box = await opened(t, directoryOf(t));
  await box.mailbox.start();
  box.log.isHolding = true;
  box.left.send([envelope(0, "platform.tenant.create", { input: { name: "T" } })]);
  while (box.log.appends.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([kindsOf(box.main), kindsOf(box.left)], [[], []]);
  box.log.isHolding = false;
  box.log.release();
  await box.left.until(() => box.left.replies.has(0));
  assert.deepEqual([kindsOf(box.main), kindsOf(box.right)], [["tenant"], ["tenant"]]);
});

test("announcement: nobody applies it -> a reader that asked before the commit was durable gets its view", async (t) => {
  // No timer ever runs, so that none writes the view.
  const loop = { ...THREAD_EVENT_LOOP, after: () => () => {} };
  const box = await opened(t, directoryOf(t), { loop });
  await box.mailbox.start();
  const tenant = await tenantOf(box);
  box.main.answers = false;
  box.log.isHolding = true;
  const appends = box.log.appends.length;
  box.left.send([productDraft(1, tenant)]);
  while (box.log.appends.length === appends) await new Promise((resolve) => setImmediate(resolve));
  box.right.port.postMessage({ kind: "view" });
  // The shard takes the messages of a port in their order.
  const locate = { kind: "locate", ticket: 1, realm: tenant.realmKey, key: "none" };
  box.right.port.postMessage(locate);
  await box.right.until(() => box.right.located === 1);
  const before = box.signals.acknowledged;
  box.log.isHolding = false;
  box.log.release();
  await box.main.until(() => box.main.told.length === 2);
  assert.ok(box.signals.acknowledged > before);
  while (box.signals.viewed < box.signals.acknowledged) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(box.left.replies.has(1), false);
});

test("announcement: an edge that closes its port -> it is not waited for", async (t) => {
  const box = await opened(t, directoryOf(t));
  await box.mailbox.start();
  box.right.answers = false;
  box.left.send([envelope(0, "platform.tenant.create", { input: { name: "T" } })]);
  await box.right.until(() => box.right.told.length === 1);
  assert.equal(box.left.replies.size, 0);
  box.right.port.close();
  await box.left.until(() => box.left.replies.has(0));
});

test("announcement: a crash before anybody applied it -> main is told again before the shard serves, edges nothing", async (t) => {
  const path = directoryOf(t);
  const first = await opened(t, path);
  await first.mailbox.start();
  const tenant = await tenantOf(first);
  first.main.answers = false;
  first.left.send([productDraft(1, tenant)]);
  await first.main.until(() => first.main.told.length === 2);
  const { product } = first.main.told[1] as Extract<Announcement, { kind: "product" }>;
  assert.equal(first.left.replies.has(1), false);
  // The files are left as by a crash: no listener has applied the Product.
  await first.crash();
  const second = await opened(t, path, { answers: false });
  const started = second.mailbox.start();
  await second.main.until(() => second.main.told.length === 1);
  assert.deepEqual(second.main.told, [{ kind: "product", product }]);
  assert.equal(second.signals.serving, false);
  second.main.apply();
  await started;
  assert.equal(second.signals.serving, true);
  assert.deepEqual([second.left.told, second.right.told], [[], []]);
});

test("start: a view that is behind what is acknowledged -> the start ends when it shows all of it", async (t) => {
  const path = directoryOf(t);
  const first = await opened(t, path);
  await first.mailbox.start();
  await tenantOf(first);
  await first.crash();
  const second = await opened(t, path);
  second.signals.acknowledged = second.log.head.sequence;
  assert.ok(second.signals.viewed < second.signals.acknowledged);
  await second.mailbox.start();
  assert.equal(second.signals.viewed, second.signals.acknowledged);
});

test("start: the shard fails while the view is written -> the start fails, nobody looks up in an old view", async (t) => {
  const path = directoryOf(t);
  const first = await opened(t, path);
  await first.mailbox.start();
  await tenantOf(first);
  await first.crash();
  const second = await opened(t, path);
  second.signals.acknowledged = second.log.head.sequence;
  const started = second.mailbox.start();
  second.mailbox.fail(new Error("the disk is gone"));
  await assert.rejects(started, /the disk is gone/);
});

const kindsTold = ({ taken }: ReturnType<typeof slowCarrier>) =>
  taken.map(({ payload }) => {
    const { names, input } = payload as Telling;
    return [names.environment, input["type"]];
  });
const CREATED = [
  ["sandbox", "product.created"],
  ["live", "product.created"],
];

test("telling: a new Product -> carried when all have applied it; then the reply, and a repeated one", async (t) => {
  const carried = slowCarrier();
  const box = await opened(t, directoryOf(t), { carrier: carried.carrier });
  await box.mailbox.start();
  const tenant = await tenantOf(box);
  box.right.answers = false;
  const draft = productDraft(1, tenant);
  box.left.send([draft]);
  await box.right.until(() => box.right.told.length === 2);
  await turns();
  assert.deepEqual(carried.taken, []);
  box.right.apply();
  await until(() => carried.taken.length === 2);
  assert.deepEqual(kindsTold(carried), CREATED);
  const [sandbox = "", live = ""] = carried.ids();
  carried.of(live).arrive("");
  box.left.send([{ ...draft, slot: 2 }]);
  await turns();
  assert.deepEqual([...box.left.replies.keys()], [0]);
  carried.of(sandbox).arrive("");
  await box.left.until(() => box.left.replies.size === 3);
  assert.deepEqual(box.left.replies.get(1), box.left.replies.get(2));
  assert.deepEqual([box.left.replies.get(1)?.status, box.bugs], [201, []]);
});

test("telling: its carrier does not return -> others are decided, announced and answered", async (t) => {
  const carried = slowCarrier();
  const box = await opened(t, directoryOf(t), { carrier: carried.carrier });
  await box.mailbox.start();
  const tenant = await tenantOf(box);
  box.left.send([productDraft(1, tenant)]);
  await until(() => carried.taken.length === 2);
  box.left.send([envelope(2, "platform.tenant.create", { input: { name: "T" } })]);
  await box.left.until(() => box.left.replies.has(2));
  assert.deepEqual(kindsOf(box.right), ["tenant", "product", "tenant"]);
  assert.equal(box.left.replies.has(1), false);
});

test("telling: its carrier throws, or the shard closes -> the reply leaves, it is owed still", async (t) => {
  const carried = slowCarrier();
  const box = await opened(t, directoryOf(t), { carrier: carried.carrier });
  await box.mailbox.start();
  const tenant = await tenantOf(box);
  box.left.send([productDraft(1, tenant)]);
  await until(() => carried.taken.length === 2);
  for (const effectId of carried.ids()) carried.of(effectId).fail();
  await box.left.until(() => box.left.replies.has(1));
  assert.deepEqual([box.journal.effects.size, box.bugs.length], [2, 2]);
  box.left.send([productDraft(2, tenant)]);
  await until(() => carried.taken.length === 4);
  assert.equal(box.left.replies.has(2), false);
  await box.close();
  await box.left.until(() => box.left.replies.has(2));
  assert.deepEqual(
    [1, 2].map((slot) => box.left.replies.get(slot)?.status),
    [201, 201],
  );
});

for (const stored of [false, true]) {
  const where = stored ? "in the state" : "in the log alone";
  test(`telling: a start that owes several, ${where} -> announces, serves, then carries them in their order`, async (t) => {
    const path = directoryOf(t);
    const first = await opened(t, path, { carrier: slowCarrier().carrier });
    await first.mailbox.start();
    const tenant = await tenantOf(first);
    first.left.send([productDraft(1, tenant)]);
    await first.right.until(() => first.right.told.length === 2);
    const { product } = first.main.told[1] as Extract<Announcement, { kind: "product" }>;
    const { productId } = product;
    const { realmKey } = tenant;
    for (const [at, status] of ["disabled", "active", "closed"].entries()) {
      const input = { productId, status };
      first.left.send([envelope(2 + at, "platform.product.update", { realmKey, input })]);
      await first.right.until(() => first.right.told.length === 3 + at);
    }
    if (stored) await first.store.write(first.journal.drain(first.commit.durable));
    await first.crash();
    const carried = slowCarrier();
    const second = await opened(t, path, { answers: false, carrier: carried.carrier });
    const started = second.mailbox.start();
    await second.main.until(() => second.main.told.length > 0);
    await turns();
    assert.deepEqual(carried.taken, []);
    for (const listener of [second.main, second.left, second.right]) listener.answers = true;
    second.main.apply();
    await started;
    await until(() => carried.taken.length === 10);
    const told = carried.taken.map(({ payload }) => {
      const { names, input } = payload as Telling;
      // A realm is closed before it is told that its Product is.
      const { revision = "closing" } = (input["product"] as { revision: number } | undefined) ?? {};
      return [names.environment, revision];
    });
    assert.deepEqual(
      told,
      [1, 2, 3, "closing", 4].flatMap((what) => [
        ["sandbox", what],
        ["live", what],
      ]),
    );
  });
}
