/**
 * For tests: a shard that sends letters. Sending names an effect for each letter; a carrier delivers the
 * letter when the test says so; an operation records whether the letter arrived.
 */
import { Type } from "@sinclair/typebox";
import type { CarriedEffect, Carrier } from "../../../src/contract/declare/effect.ts";
import { noEvents } from "../../../src/contract/declare/event.ts";
import { declareWrite, type WriteOperation } from "../../../src/contract/declare/operation.ts";
import type { ShardRegistry } from "../../../src/contract/declare/registry.ts";
import { ShardSignals } from "../../../src/contract/messages/envelope.ts";
import type { Fact } from "../../../src/contract/records/record.ts";
import { refuse } from "../../../src/contract/refusals/refusal.ts";
import { Mailbox } from "../../../src/shard/mailbox.ts";
import { recover } from "../../../src/shard/recovery.ts";
import { commandOf, NAMES, type OpenJournal, openJournalOf } from "./open_journal.ts";

const declare = declareWrite<object>();
const common = { principals: ["system"], scope: undefined, events: [] } as const;

/** `kind`: the kind of the effects, so that a test can name a kind that is not declared. */
const letterSend = declare({
  ...common,
  id: "letter.send",
  summary: "Send letters",
  http: { method: "POST", path: "/letters", status: 201 },
  body: Type.Object({ to: Type.Array(Type.String()), kind: Type.Optional(Type.String()) }),
  output: Type.Object({}),
  refusals: ["state_conflict"],
  decide(_state, { to, kind = "letter" }) {
    if (to.length === 0)
      return refuse("state_conflict", "a letter goes to somebody", {
        expected: "somebody",
        actual: null,
      });
    const effects = to.map((name) => ({ kind, payload: { to: name } }));
    return { refused: false, facts: [fact("letter.sent.1")], reply: { sent: to.length }, effects };
  },
});

const letterSettle = declare({
  ...common,
  id: "letter.settle",
  summary: "Record what became of a letter",
  http: { method: "POST", path: "/letters/outcome" },
  body: Type.Object({ is: Type.String() }),
  output: Type.Object({}),
  refusals: ["state_conflict"],
  decide(_state, { is }) {
    if (is === "lost")
      return refuse("state_conflict", "nobody has the letter", { expected: "there", actual: is });
    if (is === "torn") throw new Error("a torn letter cannot be read");
    return { refused: false, facts: [fact("letter.arrived.1")], reply: {} };
  },
});

/** Puts a fresh realm in the place of the one it is asked for in. */
const letterForget = declare({
  ...common,
  id: "letter.forget",
  summary: "Begin anew",
  http: { method: "POST", path: "/letters/nothing" },
  output: Type.Object({}),
  refusals: [],
  decide: () => ({ refused: false, facts: [], reply: {}, renewsRealm: true }),
});

function fact(kind: string): Fact {
  return { kind };
}

/** The most cards that are with their carrier at a time. */
export const CARDS_MAX = 2;

const WRITES = [letterSend, letterSettle, letterForget] as unknown as WriteOperation<object>[];
const KINDS = ["letter.sent.1", "letter.arrived.1"];

export const LETTERS: ShardRegistry<object> = {
  operations: new Map(WRITES.map((one) => [one.id, one])),
  apply: new Map(KINDS.map((kind) => [kind, () => {}])),
  events: new Map(KINDS.map((kind) => [kind, noEvents])),
  codecs: [],
  effects: [
    { kind: "letter", settledBy: "letter.settle", cause: "provider" },
    { kind: "card", settledBy: "letter.settle", cause: "provider", underWayMax: CARDS_MAX },
  ],
  createState: () => ({}),
  tables: () => [],
  loaded: () => {},
  due: [],
};

/** A carrier that takes every effect and answers when the test says so. */
export function slowCarrier() {
  const taken: CarriedEffect[] = [];
  const answers = new Map<string, { arrive: (is: string) => void; fail: () => void }>();
  const carrier: Carrier = (effect) =>
    new Promise((resolve, reject) => {
      taken.push(effect);
      answers.set(effect.effectId, {
        arrive: (is) => resolve({ is }),
        fail: () => reject(new Error("the carrier failed")),
      });
    });
  const of = (effectId: string) => {
    const answer = answers.get(effectId);
    if (answer === undefined) throw new Error(`${effectId} was not carried`);
    return answer;
  };
  return { carrier, taken, ids: () => taken.map(({ effectId }) => effectId), of };
}

export type RunningShard = OpenJournal<object> & { mailbox: Mailbox<object>; bugs: string[] };

/** Starts the shard on the files in `path`; it is ended by `end` or by `crash`. */
export async function startShard(
  path: string,
  carrier: Carrier,
  registry: ShardRegistry<object> = LETTERS,
): Promise<RunningShard> {
  const bugs: string[] = [];
  let mailbox: Mailbox<object> | undefined;
  const opened = await openJournalOf<object>(path, {
    registry,
    onBug: (what) => bugs.push(what),
    onFailure: (error) => mailbox?.fail(error),
  });
  await recover(opened.journal, opened, () => {});
  mailbox = new Mailbox<object>({
    ...opened,
    registry,
    signals: new ShardSignals(ShardSignals.allocate()),
    nowMs: Date.now,
    onFailure: (error) => bugs.push(error.message),
    carriers: new Map(registry.effects.map(({ kind }) => [kind, carrier])),
  });
  await mailbox.start();
  await mailbox.openRealms([{ names: NAMES, createdAtMs: 0 }]);
  return { ...opened, mailbox, bugs };
}

/** Ends the shard as a crash of the process does: appends under way are lost. */
export async function crash({ mailbox, store, log }: RunningShard): Promise<void> {
  mailbox.fail(new Error("the power is gone"));
  log.breakDown();
  await store.close();
  await log.close();
}

export async function end({ mailbox, close }: RunningShard): Promise<void> {
  await mailbox.close();
  await close();
}

/** Sends a letter to each of `to` under an idempotency key; resolves when the record is durable. */
export function send({ mailbox, journal }: RunningShard, to: readonly string[], key: string) {
  return mailbox.run(commandOf(journal, "letter.send", { to }, key));
}
