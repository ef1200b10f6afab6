/**
 * Random writes of every kind that moves or blocks money, over many connections, and the books of
 * all acknowledged writes. Requests without an answer are sent again with their old keys.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type Answer, balanceOf, bodyOf, type Caller } from "./bank.ts";
import { type Books, enter, newBooks } from "./books.ts";

/** One Product under load; the load freezes and unfreezes its last account. */
export type Party = {
  productId: string;
  apiKey: string;
  accountIds: string[];
  /** Reserved holds, and posted transfers that may be reversed. */
  holdIds: string[];
  transferIds: string[];
};
export type Lane = { party: number; caller: Caller };
export type Sent = {
  party: number;
  path: string;
  body: Record<string, unknown>;
  key: string;
  /** Undefined while the outcome is unknown. */
  answer: Answer | undefined;
};
export type Load = {
  readonly parties: readonly Party[];
  readonly sent: Sent[];
  readonly books: Books;
  acknowledged: number;
  readonly random: (limit: number) => number;
  isStopping: boolean;
};

const START_MINOR = 1_000_000_000;
/** Transfers of each Product that are remembered, to be reversed. */
const REVERSIBLE_MAX = 20;
/** Requests at once when everything is sent again. */
const REPLAYS_AT_ONCE = 8;

/** True when there is no answer, or one that leaves the outcome unknown or says that nothing ran. */
const isUnknown = (answer: Answer | undefined) => answer === undefined || answer.status >= 500;

export function newParty({ productId, apiKey }: Pick<Party, "productId" | "apiKey">): Party {
  return { productId, apiKey, accountIds: [], holdIds: [], transferIds: [] };
}

export function newLoad(parties: readonly Party[], random: Load["random"]): Load {
  return {
    parties,
    sent: [],
    books: newBooks(),
    acknowledged: 0,
    random,
    isStopping: false,
  };
}

/** Opens `count` EUR accounts of the lane's Product, with money on each. */
export async function openPartyAccounts(load: Load, lane: Lane, count: number): Promise<void> {
  const party = load.parties[lane.party] as Party;
  const { productId } = party;
  const owner = { type: "product", id: productId };
  const draft = { productId, role: "product_operating", currency: "EUR", owner };
  for (let at = 0; at < count; at++) {
    const made = await send(load, lane, "/accounts", draft);
    const destinationAccountId = String(bodyOf(made, 201)["accountId"]);
    const funding = { destinationAccountId, amount: String(START_MINOR), currency: "EUR" };
    bodyOf(await send(load, lane, "/sandbox/account-funding", funding), 201);
    party.accountIds.push(destinationAccountId);
  }
}

/** Runs one step after another on every lane. A lane ends at a lost answer, all at `isStopping`. */
export async function runLoad(
  load: Load,
  lanes: readonly Lane[],
  onAnswer: () => void,
): Promise<void> {
  load.isStopping = false;
  await Promise.all(
    lanes.map(async (lane, at) => {
      // Only one lane of a Product freezes and unfreezes, so its last answer tells the current status.
      const freezes = lanes.findIndex(({ party }) => party === lane.party) === at;
      while (!load.isStopping && (await step(load, lane, freezes))) onAnswer();
    }),
  );
}

/** Sends requests without an answer again, with their old keys, until each has an answer. */
export async function resolveUnknown(
  load: Load,
  callers: readonly Caller[],
): Promise<{ happened: number; hadNot: number }> {
  const resolved = { happened: 0, hadNot: 0 };
  const waiting = load.sent.filter(({ answer }) => answer === undefined);
  await Promise.all(
    waiting.map(async (sent) => {
      const { party, path, body, key } = sent;
      const answer = await (callers[party] as Caller).post(path, body, key);
      assert.ok(answer !== undefined && !isUnknown(answer), `${path}: ${answer?.text}`);
      resolved[answer.replayed ? "happened" : "hadNot"]++;
      acknowledge(load, sent, { ...answer, replayed: false });
    }),
  );
  return resolved;
}

/** Asserts that answered requests get the same answer again, byte for byte. */
export async function assertReplays(
  callers: readonly Caller[],
  answered: readonly Sent[],
): Promise<void> {
  const waiting = [...answered];
  const worker = async () => {
    for (let sent = waiting.pop(); sent !== undefined; sent = waiting.pop()) {
      const { party, path, body, key, answer } = sent;
      const again = await (callers[party] as Caller).post(path, body, key);
      assert.deepEqual(again, { ...answer, replayed: true }, `${path} with key ${key}`);
    }
  };
  await Promise.all(Array.from({ length: REPLAYS_AT_ONCE }, worker));
}

/** Asserts that every balance and freeze equals the books, and that all money sums to zero. */
export async function assertBooks(
  { parties, books }: Pick<Load, "parties" | "books">,
  callers: readonly Caller[],
): Promise<void> {
  let total = 0;
  for (const [party, { productId, accountIds }] of parties.entries()) {
    const caller = callers[party] as Caller;
    for (const accountId of accountIds) {
      const balance = await balanceOf(caller, accountId);
      assert.deepEqual(balance, books.balances.get(accountId), `the balance of ${accountId}`);
      total += balance.posted;
      const { status } = bodyOf(await caller.get(`/accounts/${accountId}`), 200);
      const expected = books.frozen.has(accountId) ? "frozen" : "open";
      assert.equal(status, expected, `the status of ${accountId}`);
    }
    const query = `productId=${productId}&role=suspense`;
    const { items } = bodyOf(await caller.get(`/accounts?${query}`), 200);
    for (const { accountId } of items as { accountId: string }[]) {
      total += (await balanceOf(caller, accountId)).posted;
    }
  }
  assert.equal(total, 0, "all money together");
}

/** Sends one random request; false when no answer came. */
async function step(load: Load, lane: Lane, freezes: boolean): Promise<boolean> {
  const { random } = load;
  const party = load.parties[lane.party] as Party;
  const dice = random(20);
  if (dice === 0) return await readBalance(lane, party, random);
  if (dice === 1 && freezes) return await sendFreeze(load, lane, party);
  if (dice === 2) {
    const destinationAccountId = party.accountIds[random(party.accountIds.length)];
    const funding = { destinationAccountId, amount: String(1 + random(50)), currency: "EUR" };
    return isAnswered(await send(load, lane, "/sandbox/account-funding", funding));
  }
  if (dice === 3) return await sendReversal(load, lane, party);
  if (dice < 7) return await sendHoldEnd(load, lane, party);
  if (dice < 10) {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const draft = { ...transferDraft(party, random), expiresAt };
    return isAnswered(await send(load, lane, "/transfer-holds", draft));
  }
  if (dice < 13) {
    const items = Array.from({ length: 1 + random(6) }, () => transferDraft(party, random));
    const batch = { items, atomic: random(2) === 0 };
    return isAnswered(await send(load, lane, "/transfers/batch", batch));
  }
  return isAnswered(await send(load, lane, "/transfers", transferDraft(party, random)));
}

const isAnswered = (answer: Answer | undefined) => answer !== undefined;

/**
 * Reads a balance. A read makes the shard write its view at once, so the checkpoint runs more
 * often.
 */
async function readBalance(
  { caller }: Lane,
  { accountIds }: Party,
  random: Load["random"],
): Promise<boolean> {
  const answer = await caller.get(`/accounts/${accountIds[random(accountIds.length)]}/balance`);
  if (answer === undefined || isUnknown(answer)) return false;
  const { available, posted, held } = JSON.parse(answer.text) as Record<string, string>;
  assert.equal(Number(available), Number(posted) - Number(held), "what is available");
  return true;
}

async function sendFreeze(load: Load, lane: Lane, { accountIds }: Party): Promise<boolean> {
  const accountId = accountIds.at(-1) as string;
  const path = `/accounts/${accountId}`;
  const mode = load.random(2) === 0 ? "debits" : "all";
  const answer = load.books.frozen.has(accountId)
    ? await send(load, lane, `${path}/unfreeze`, {})
    : await send(load, lane, `${path}/freeze`, { mode, reason: "the load says so" });
  if (answer !== undefined) assert.equal(answer.status, 200, answer.text);
  return isAnswered(answer);
}

/** Clears or cancels a hold of any earlier step, also of a step before a crash. */
async function sendHoldEnd(load: Load, lane: Lane, { holdIds }: Party): Promise<boolean> {
  const [transferHoldId] = holdIds.splice(load.random(Math.max(1, holdIds.length)), 1);
  if (transferHoldId === undefined) return true;
  const path = `/transfer-holds/${transferHoldId}`;
  const answer =
    load.random(2) === 0
      ? await send(load, lane, `${path}/cancel`, {})
      : await send(load, lane, `${path}/clear`, { amount: String(1 + load.random(50)) });
  if (answer !== undefined && answer.status >= 400) holdIds.push(transferHoldId);
  return isAnswered(answer);
}

async function sendReversal(load: Load, lane: Lane, { transferIds }: Party): Promise<boolean> {
  const transferId = transferIds.shift();
  if (transferId === undefined) return true;
  const reason = "the load says so";
  return isAnswered(await send(load, lane, `/transfers/${transferId}/reverse`, { reason }));
}

async function send(
  load: Load,
  lane: Lane,
  path: string,
  body: Record<string, unknown>,
): Promise<Answer | undefined> {
  const sent: Sent = { party: lane.party, path, body, key: randomUUID(), answer: undefined };
  load.sent.push(sent);
  const answer = await lane.caller.post(path, body, sent.key);
  if (answer === undefined || isUnknown(answer)) return undefined;
  acknowledge(load, sent, answer);
  return answer;
}

function acknowledge(load: Load, sent: Sent, answer: Answer): void {
  sent.answer = answer;
  load.acknowledged++;
  enter(load.books, sent, answer);
  if (answer.status !== 201) return;
  const { transferHoldId, transferId } = JSON.parse(answer.text) as Record<string, string>;
  const { holdIds, transferIds } = load.parties[sent.party] as Party;
  if (sent.path === "/transfer-holds") holdIds.push(String(transferHoldId));
  if (sent.path !== "/transfers" || transferIds.length >= REVERSIBLE_MAX) return;
  transferIds.push(String(transferId));
}

function transferDraft({ accountIds }: Party, random: Load["random"]) {
  const source = random(accountIds.length);
  const destination = (source + 1 + random(accountIds.length - 1)) % accountIds.length;
  const tooMuch = random(20) === 0;
  return {
    sourceAccountId: accountIds[source],
    destinationAccountId: accountIds[destination],
    amount: tooMuch ? "999999999999" : String(1 + random(50)),
    currency: "EUR",
  };
}
