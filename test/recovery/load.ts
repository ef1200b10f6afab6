/**
 * Random money under way, and what must be true afterwards whatever happened meanwhile. Every
 * accepted operation adds to the balances, so their order does not matter: the model is a sum.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Answer, Caller } from "./bank.ts";

export type Sent = {
  path: string;
  body: Record<string, unknown>;
  key: string;
  /** Undefined while the outcome is unknown. */
  answer: Answer | undefined;
};
export type Balance = { posted: number; held: number };

/** Answers that say that the outcome is unknown, or that nothing was tried. */
const isUnknown = (answer: Answer | undefined) => answer === undefined || answer.status >= 500;

export class Load {
  readonly sent: Sent[] = [];
  acknowledged = 0;
  readonly #accountIds: readonly string[];
  readonly #random: (limit: number) => number;
  #stopping = false;

  constructor(accountIds: readonly string[], random: (limit: number) => number) {
    this.#accountIds = accountIds;
    this.#random = random;
  }

  /** Loops of `callers`, each its own step after step; ends at the first lost answer or `stop`. */
  async run(callers: readonly Caller[], onAnswer: () => void): Promise<void> {
    this.#stopping = false;
    const step = async (caller: Caller): Promise<void> => {
      while (!this.#stopping && (await this.#step(caller, onAnswer)));
    };
    await Promise.all(callers.map(step));
  }

  stop(): void {
    this.#stopping = true;
  }

  /** Sends again what has no answer, with its old key; all of it has one afterwards. */
  async resolveUnknown(caller: Caller): Promise<{ found: number; done: number }> {
    const resolved = { found: 0, done: 0 };
    for (const sent of this.sent) {
      if (sent.answer !== undefined) continue;
      const { path, body, key } = sent;
      const answer = await caller.post(path, body, key);
      assert.ok(answer !== undefined && !isUnknown(answer), answer?.text);
      resolved[answer.replayed ? "found" : "done"]++;
      sent.answer = { ...answer, replayed: false };
    }
    return resolved;
  }

  /** Every answer so far, given again: byte for byte the same. */
  async assertReplays(caller: Caller, from: number): Promise<void> {
    const waiting = this.sent.slice(from);
    const worker = async () => {
      for (let sent = waiting.pop(); sent !== undefined; sent = waiting.pop()) {
        const { path, body, key, answer } = sent;
        assert.deepEqual(await caller.post(path, body, key), { ...answer, replayed: true }, path);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  }

  /** What every account must hold now, from the answers alone. */
  model(startMinor: number): Map<string, Balance> {
    const balances = new Map<string, Balance>();
    for (const id of this.#accountIds) balances.set(id, { posted: startMinor, held: 0 });
    const holds = new Map<string, Record<string, unknown>>();
    for (const { path, body, answer } of this.sent) {
      if (answer === undefined || answer.status >= 300) continue;
      const reply = JSON.parse(answer.text) as Record<string, unknown>;
      if (path === "/transfers") move(balances, body);
      else if (path === "/transfers/batch") moveItems(balances, body, reply);
      else if (path === "/transfer-holds") {
        holds.set(String(reply["transferHoldId"]), body);
        hold(balances, body, 1);
      } else {
        hold(balances, holds.get(String(reply["transferHoldId"])) ?? {}, -1);
        const { sourceAccountId, destinationAccountId, clearedAmount } = reply;
        move(balances, { sourceAccountId, destinationAccountId, amount: clearedAmount });
      }
    }
    return balances;
  }

  /** One operation, or a hold and its end. False when an answer stayed out. */
  async #step(caller: Caller, onAnswer: () => void): Promise<boolean> {
    const dice = this.#random(10);
    if (dice < 5)
      return (await this.#send(caller, "/transfers", this.#draft(), onAnswer)) !== undefined;
    if (dice < 7) {
      const items = Array.from({ length: 1 + this.#random(6) }, () => this.#draft());
      const batch = { items, atomic: dice === 5 };
      return (await this.#send(caller, "/transfers/batch", batch, onAnswer)) !== undefined;
    }
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const draft = { ...this.#draft(), expiresAt };
    const reserved = await this.#send(caller, "/transfer-holds", draft, onAnswer);
    if (reserved === undefined) return false;
    if (reserved.status !== 201 || dice === 9) return true;
    const { transferHoldId } = JSON.parse(reserved.text) as { transferHoldId: string };
    const [verb, body] =
      dice === 7 ? ["cancel", {}] : ["clear", { amount: String(1 + this.#random(+draft.amount)) }];
    const path = `/transfer-holds/${transferHoldId}/${verb}`;
    return (
      (await this.#send(caller, path, body as Record<string, unknown>, onAnswer)) !== undefined
    );
  }

  async #send(
    caller: Caller,
    path: string,
    body: Record<string, unknown>,
    onAnswer: () => void,
  ): Promise<Answer | undefined> {
    const sent: Sent = { path, body, key: randomUUID(), answer: undefined };
    this.sent.push(sent);
    const answer = await caller.post(path, body, sent.key);
    if (isUnknown(answer)) return undefined;
    sent.answer = answer;
    this.acknowledged++;
    onAnswer();
    return answer;
  }

  #draft() {
    const count = this.#accountIds.length;
    const source = this.#random(count);
    const destination = (source + 1 + this.#random(count - 1)) % count;
    const tooMuch = this.#random(20) === 0;
    return {
      sourceAccountId: this.#accountIds[source] as string,
      destinationAccountId: this.#accountIds[destination] as string,
      amount: tooMuch ? "999999999999" : String(1 + this.#random(50)),
      currency: "EUR",
    };
  }
}

function move(balances: Map<string, Balance>, transfer: Record<string, unknown>): void {
  const source = balances.get(String(transfer["sourceAccountId"])) as Balance;
  const destination = balances.get(String(transfer["destinationAccountId"])) as Balance;
  source.posted -= Number(transfer["amount"]);
  destination.posted += Number(transfer["amount"]);
}

function moveItems(
  balances: Map<string, Balance>,
  body: Record<string, unknown>,
  reply: Record<string, unknown>,
): void {
  const items = body["items"] as Record<string, unknown>[];
  const results = reply["results"] as { status: string }[];
  results.forEach(({ status }, index) => {
    if (status === "posted") move(balances, items[index] as Record<string, unknown>);
  });
}

function hold(balances: Map<string, Balance>, draft: Record<string, unknown>, sign: 1 | -1): void {
  const source = balances.get(String(draft["sourceAccountId"])) as Balance;
  source.held += sign * Number(draft["amount"]);
}
