/** For tests of what a restart makes of a journal: random operations, with commits and writes of the state. */
import type { TestContext } from "node:test";
import { SHARD_REGISTRY } from "../../../src/features/registry.ts";
import type { Command, Outcome } from "../../../src/shard/command.ts";
import { PRODUCT_ID, START_MS } from "../../world/callers.ts";
import { dueLoopOver } from "../../world/journal.ts";
import { seedOf } from "../seeds.ts";
import { randomOf } from "../wal/sample.ts";
import { commandOf, directoryOf, NAMES, type OpenJournal, openJournal } from "./open_journal.ts";

const STEPS = 1_500;
const MINUTE_MS = 60_000;
const RESET = ["sandbox.reset", { productId: PRODUCT_ID, confirm: PRODUCT_ID }] as const;
/** A command that was run, and its outcome. */
export type Done = { command: Command; outcome: Outcome };

/** A clock that moves by random steps, so that some times repeat and others differ. */
function clockOf(random: (limit: number) => number): () => number {
  let nowMs = START_MS;
  return () => {
    nowMs += random(3);
    return nowMs;
  };
}

/** Runs random operations; between them, at random, commits groups and writes the state. */
async function live(
  opened: OpenJournal,
  random: (limit: number) => number,
  { writesState }: { writesState: boolean },
): Promise<Done[]> {
  const { journal, commit, store } = opened;
  journal.openRealm(NAMES, START_MS);
  const done: Done[] = [];
  const accounts: string[] = [];
  const holds: string[] = [];
  const ids = idsOf(random);
  const nowMs = () => START_MS;
  const time = dueLoopOver({ ...opened, registry: SHARD_REGISTRY, nowMs, dueSlice: 2 });
  const pick = (from: readonly string[]) => from[random(from.length)] ?? ids();
  for (let step = 0; step < STEPS; step++) {
    const clockMs = START_MS + step * MINUTE_MS;
    // Not in the first half, so that one realm has enough records for its index by time.
    const resets = step > STEPS * 0.6 && random(80) === 0;
    const [operation, input] = resets ? RESET : choice(random, { accounts, holds, pick, clockMs });
    const command = commandOf(journal, operation, input, random(20) === 0 ? undefined : ids());
    const outcome = journal.execute(command);
    done.push({ command, outcome });
    time.touch(command.realm, outcome.facts);
    if (random(2) === 0) time.runSlice();
    const reply = JSON.parse(outcome.body ?? "{}") as Record<string, string>;
    if (operation === "account.create" && outcome.status === 201) {
      accounts.push(String(reply["accountId"]));
    }
    if (operation === "transfer_hold.create" && outcome.status === 201) {
      holds.push(String(reply["transferHoldId"]));
    }
    if (operation === "sandbox.reset" && outcome.status === 200) accounts.length = 0;
    if (random(12) === 0) await opened.committed();
    // At least one write in the middle, so that a state exists; none near the end, so that frames follow.
    const isDue = step === STEPS / 2 || (step < STEPS * 0.75 && random(60) === 0);
    if (writesState && isDue) {
      if (commit.hasRecords) await opened.committed();
      await store.write(journal.drain(commit.durable));
    }
  }
  for (time.tend(); time.hasWork; time.runSlice()) {
    if (commit.hasRecords) await opened.committed();
  }
  for (const { outcome } of done) outcome.body ??= journal.answerOf(outcome.place);
  if (commit.hasRecords) await opened.committed();
  return done;
}

type Known = {
  accounts: readonly string[];
  holds: readonly string[];
  pick(from: readonly string[]): string;
  /** The time to which the sandbox clock is advanced now. */
  clockMs: number;
};

function choice(
  random: (limit: number) => number,
  { accounts, holds, pick, clockMs }: Known,
): [operation: string, input: Record<string, unknown>] {
  /**
   * Two accounts that differ, because an edge refuses equal ones before the shard sees the request.
   */
  const draft = () => ({
    sourceAccountId: pick(accounts.slice(0, accounts.length >> 1)),
    destinationAccountId: pick(accounts.slice(accounts.length >> 1)),
    amount: String(1 + random(random(8) === 0 ? 100_000 : 300)),
    currency: "EUR",
    ...(random(6) === 0 && { metadata: { note: `Zoë 🦊 ${random(9)}` } }),
  });
  const dice = accounts.length < 4 ? 0 : random(20);
  if (dice < 1) {
    const owner = { type: "product", id: PRODUCT_ID };
    const role = "product_operating";
    return ["account.create", { productId: PRODUCT_ID, role, currency: "EUR", owner }];
  }
  if (dice < 4) {
    const funding = { destinationAccountId: pick(accounts), amount: "500", currency: "EUR" };
    return ["sandbox.account_funding.create", funding];
  }
  if (dice < 11) return ["transfer.create", draft()];
  if (dice < 13) {
    const items = Array.from({ length: 1 + random(5) }, draft);
    return ["transfer.batch.create", { items, atomic: random(2) === 0 }];
  }
  if (dice < 16) {
    const expiresAt = new Date(clockMs + MINUTE_MS + random(100 * MINUTE_MS)).toISOString();
    return ["transfer_hold.create", { ...draft(), expiresAt }];
  }
  if (dice < 17) return ["transfer_hold.clear", { transferHoldId: pick(holds) }];
  if (dice < 18) return ["transfer_hold.cancel", { transferHoldId: pick(holds) }];
  if (dice < 19) {
    return ["account.freeze", { accountId: pick(accounts), mode: "debits", reason: "a test" }];
  }
  const at = new Date(clockMs).toISOString();
  return ["sandbox.clock.advance", { productId: PRODUCT_ID, at }];
}

function idsOf(random: (limit: number) => number): () => string {
  return () => {
    const hex = Array.from({ length: 32 }, () => random(16).toString(16)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  };
}

/** A journal that has lived through `STEPS` operations, chosen by the seed of the test. */
export async function lived(t: TestContext, options: { writesState: boolean }) {
  const seed = seedOf(t);
  const random = randomOf(seed);
  const path = directoryOf(t);
  const opened = await openJournal(path, { nowMs: clockOf(random) });
  const done = await live(opened, random, options);
  return { path, opened, done };
}
