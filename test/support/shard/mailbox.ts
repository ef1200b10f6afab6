/**
 * For tests of the mailbox: a mailbox between real ports and a real log, the messages that its edges
 * received, and its clock.
 */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { type Environment, realmKeyOf } from "../../../src/contract/declare/principal.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import { ShardSignals, type ToEdge } from "../../../src/contract/messages/envelope.ts";
import { type EventLoop, THREAD_EVENT_LOOP } from "../../../src/contract/messages/event_loop.ts";
import { SHARD_REGISTRY, type ShardState } from "../../../src/features/registry.ts";
import { Mailbox } from "../../../src/shard/mailbox.ts";
import { recover } from "../../../src/shard/recovery.ts";
import type { StateStore } from "../../../wal/state_store.ts";
import { PRODUCT_ID } from "../../world/callers.ts";
import { messageOf, repliesIn, type TestReply, type TestWrite } from "../contract/envelopes.ts";
import { directoryOf, NAMES, type OpenJournal, openJournalOf } from "./open_journal.ts";

export type Reply = { status: number; flags: number; suffix: string; body: string };

/** A mailbox with its parts, and the messages and failures that a test checks. */
export type Box<S = ShardState> = OpenJournal<S> & {
  path: string;
  mailbox: Mailbox<S>;
  signals: ShardSignals;
  ports: MessagePort[];
  /** Replies by slot, for each edge. */
  replies: Map<number, Reply>[];
  /** Messages to the first edge other than replies. */
  told: Exclude<ToEdge, string>[];
  failures: Error[];
  /** Reported bugs. A test that expects a bug removes it from the list. */
  bugs: string[];
  realmKey: string;
  /** Closes the files without closing the mailbox, as the end of a process does. */
  abandon(): Promise<void>;
};

export type BoxOptions<S> = {
  registry: ShardRegistry<S>;
  /** The directory of an earlier mailbox; a new directory when absent. */
  path?: string;
  edges?: number;
  environment?: Environment;
  nowMs?: () => number;
  storeOf?: (store: StateStore) => StateStore;
  loop?: EventLoop;
  dueSlice?: number;
  drainSlice?: () => number;
};

/** A mailbox of a ledger shard over a log whose appends can be held. */
export function openMailbox(
  t: TestContext,
  options: Partial<BoxOptions<ShardState>> = {},
): Promise<Box> {
  return openMailboxOf(t, { registry: SHARD_REGISTRY, ...options });
}

/** A mailbox of a shard with any registry over a log whose appends can be held. */
export async function openMailboxOf<S>(t: TestContext, options: BoxOptions<S>): Promise<Box<S>> {
  const { registry, edges = 1, environment = "sandbox", nowMs = Date.now } = options;
  const { storeOf = (store) => store, loop = THREAD_EVENT_LOOP } = options;
  const { dueSlice, drainSlice } = options;
  const path = options.path ?? directoryOf(t);
  const failures: Error[] = [];
  const bugs: string[] = [];
  const parts = await openJournalOf<S>(path, {
    registry,
    nowMs,
    onBug: (what) => bugs.push(what),
    onFailure: (error) => mailbox.fail(error),
  });
  await recover(parts.journal, parts, () => {});
  const signals = new ShardSignals(ShardSignals.allocate());
  const mailbox: Mailbox<S> = new Mailbox<S>({
    ...parts,
    store: storeOf(parts.store),
    registry,
    signals,
    nowMs,
    loop,
    ...(dueSlice !== undefined && { dueSlice }),
    ...(drainSlice !== undefined && { drainSlice }),
    onFailure: (error) => failures.push(error),
    // Effects are carried out at once, by nobody.
    carriers: new Map(registry.effects.map(({ kind }) => [kind, async () => ({})])),
  });
  const edgeSides = Array.from({ length: edges }, () => openEdge(mailbox));
  const ports = edgeSides.map(({ port }) => port);
  let isOpen = true;
  const abandon = async () => {
    if (isOpen) await parts.close();
    isOpen = false;
  };
  t.after(async () => {
    if (isOpen) await mailbox.close();
    for (const port of ports) port.close();
    if (failures.length === 0) await abandon();
    assert.deepEqual(bugs, []);
  });
  await mailbox.start();
  const realmKey = await openRealm({ mailbox }, environment, nowMs());
  const replies = edgeSides.map((edge) => edge.replies);
  const told = edgeSides[0]?.told ?? [];
  const box = { ...parts, path, mailbox, signals, ports, replies, told, failures, bugs };
  return { ...box, realmKey, abandon };
}

/**
 * Opens the realm of a Product, by default the Product of the tests. Returns the key of the realm.
 */
export async function openRealm<S>(
  { mailbox }: Pick<Box<S>, "mailbox">,
  environment: Environment,
  createdAtMs: number,
  productId = PRODUCT_ID,
): Promise<string> {
  const names = { ...NAMES, productId, environment };
  await mailbox.openRealms([{ names, createdAtMs }]);
  return realmKeyOf(names);
}

function openEdge<S>(mailbox: Mailbox<S>) {
  const { port1, port2 } = new MessageChannel();
  mailbox.attach(port1);
  const replies = new Map<number, Reply>();
  const told: Exclude<ToEdge, string>[] = [];
  port2.on("message", (message: ToEdge) => {
    if (typeof message === "string") takeReplies(replies, message);
    else told.push(message);
  });
  return { port: port2, replies, told };
}

function takeReplies(into: Map<number, TestReply>, message: string): void {
  for (const [slot, reply] of repliesIn(message)) {
    assert.equal(into.has(slot), false, `slot ${slot} is answered once`);
    into.set(slot, reply);
  }
}

/** Lets the event loop turn until `holds`; the time limit of the test ends a wait that never ends. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets the event loop turn until every message that does not wait for the disk has arrived. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export const ACCOUNT: Record<string, unknown> = {
  productId: PRODUCT_ID,
  role: "product_operating",
  currency: "EUR",
  owner: { type: "product", id: PRODUCT_ID },
};
export const uuid = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export function envelope(
  { realmKey }: { realmKey: string },
  slot: number,
  { operation = "account.create", input = ACCOUNT, realm = realmKey, key = uuid(slot) } = {},
): TestWrite {
  const who = { realmKey: realm, principalId: "key_1" };
  return { slot, operation, requestId: `r${slot}`, ...who, key, input };
}

export function send(
  { ports }: { ports: readonly MessagePort[] },
  writes: readonly TestWrite[],
  edge = 0,
): void {
  ports[edge]?.postMessage(messageOf(writes));
}

/** The answer to one request, sent by the first edge. */
export async function ask<S>(box: Box<S>, request: TestWrite): Promise<Record<string, unknown>> {
  send(box, [request]);
  const reply = () => box.replies[0]?.get(request.slot);
  await until(() => reply() !== undefined);
  assert.ok((reply()?.status ?? 0) < 300, reply()?.body);
  return JSON.parse(reply()?.body ?? "") as Record<string, unknown>;
}

/** A clock that moves only by `advance`, and an event loop of this thread whose timers follow it. */
export function standingClock() {
  let nowMs = Date.now();
  const timers = new Set<{ atMs: number; run: () => void }>();
  const loop: EventLoop = {
    ...THREAD_EVENT_LOOP,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  const advance = (ms: number) => {
    nowMs += ms;
    for (const timer of [...timers]) {
      if (timer.atMs <= nowMs && timers.delete(timer)) timer.run();
    }
  };
  return { nowMs: () => nowMs, loop, advance };
}
