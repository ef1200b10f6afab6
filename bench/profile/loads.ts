/** The loads that can be profiled; each is the load of a row of the bench, under the row's name. */
import type { Bank } from "../bank.ts";
import { wholeTurn } from "../load.ts";
import { openLoopOfReads } from "../open_loop.ts";
import { newPayee } from "../payee.ts";
import { makeBoxes, makeProgramBook, type ProgramBank, programBankOf } from "../program_bank.ts";
import type { Settings } from "../row.ts";
import {
  listsOf,
  READ_CONNECTIONS,
  READS_PER_SECOND,
  SMALL_READS_PER_SECOND,
} from "../rows/p9_reads.ts";
import { call } from "../seed.ts";

export type Load = {
  name: string;
  title: string;
  /** What the times are divided by. */
  unit: string;
  /** The most connections that the load uses, whatever is given. */
  connectionsMax?: number;
  /** Called once, before the first turn, where the load needs more than accounts. */
  prepare?(bank: Bank, settings: Settings, seconds: number): Promise<unknown>;
  /** A turn of load; resolves with the units that were answered. Rejects when one was refused. */
  turn(bank: Bank, settings: Settings, seconds: number): Promise<number>;
};

const BATCH_ITEMS = 1_000;
/** See the row p3. */
const BATCH_CONNECTIONS_MAX = 16;
const LIST_LIMIT = 50;
const OBJECTS = 1_000;
const SMALL_OBJECTS = 20;
const LISTS_PER_SECOND = READS_PER_SECOND.toLocaleString("en-US");

export const LOADS: readonly Load[] = [
  {
    name: "p1",
    title: "`POST /transfers`",
    unit: "transfer",
    turn: transfers,
  },
  {
    name: "p3",
    title: `\`POST /transfers/batch\`, ${BATCH_ITEMS.toLocaleString("en-US")} a request`,
    unit: "transfer",
    connectionsMax: BATCH_CONNECTIONS_MAX,
    async turn(bank, { generator, connections }, seconds) {
      const shape = { connections: Math.min(connections, BATCH_CONNECTIONS_MAX), seconds };
      const { requests } = await wholeTurn(generator, bank.target("batch", BATCH_ITEMS), shape);
      return requests * BATCH_ITEMS;
    },
  },
  {
    name: "p4",
    title: "`GET /accounts/{id}/balance`",
    unit: "balance",
    async turn(bank, { generator, connections }, seconds) {
      const { requests } = await wholeTurn(generator, bank.target("balance"), {
        connections,
        seconds,
      });
      return requests;
    },
  },
  {
    name: "p9",
    title: `\`POST /transfers\` beside lists of ${LIST_LIMIT}, ${LISTS_PER_SECOND} a second`,
    unit: "transfer",
    async turn(bank, settings, seconds) {
      const [answered] = await Promise.all([
        transfers(bank, settings, seconds),
        lists(bank, settings, seconds),
      ]);
      return answered;
    },
  },
  {
    name: "lists",
    title: `lists of ${LIST_LIMIT}, ${LISTS_PER_SECOND} a second, while nothing is written`,
    unit: "list",
    connectionsMax: READ_CONNECTIONS,
    // The pages are to be full.
    prepare: transfers,
    turn: lists,
  },
  {
    name: "actions",
    title: "`POST …/actions/{action}`, of one transfer",
    unit: "action",
    prepare: makeObjects,
    turn: payments,
  },
  {
    name: "payouts",
    title: "`POST /payouts` over ACH in a sandbox",
    unit: "payout",
    turn: payouts,
  },
  {
    name: "payout_batches",
    title: `\`POST /payouts/batch\` over ACH in a sandbox, ${BATCH_ITEMS.toLocaleString("en-US")} a request`,
    unit: "payout",
    connectionsMax: 1,
    turn: payoutBatches,
  },
];

/** Objects that `actions` calls, by their bank. */
const objects = new WeakMap<Bank, ProgramBank>();

async function makeObjects(bank: Bank, { size, generator, connections }: Settings): Promise<void> {
  const { port } = bank.server;
  const book = await makeProgramBook(bank.server);
  const ids = await makeBoxes(book, size === "small" ? SMALL_OBJECTS : OBJECTS);
  objects.set(bank, programBankOf({ generator, connections, port }, book, ids));
}

async function payments(bank: Bank, _: Settings, seconds: number): Promise<number> {
  const { perSecond } = await (objects.get(bank) as ProgramBank).call("pay", seconds);
  return perSecond * seconds;
}

async function payouts(
  bank: Bank,
  { generator, connections }: Settings,
  seconds: number,
): Promise<number> {
  const draft = await draftOf(bank, "{id}");
  const target = { ...bank.target("call"), path: "/v1/payouts", body: JSON.stringify(draft) };
  const { requests } = await wholeTurn(generator, target, { connections, seconds });
  return requests;
}

/** One after the other, by the client of the bench: a body of so many is too long for the generator. */
async function payoutBatches(bank: Bank, _: Settings, seconds: number): Promise<number> {
  const { accountIds } = bank.group;
  const draft = await draftOf(bank, "");
  const items = Array.from({ length: BATCH_ITEMS }, (_, at) => ({
    ...draft,
    sourceAccountId: accountIds[at % accountIds.length],
  }));
  const endMs = performance.now() + seconds * 1_000;
  let paid = 0;
  for (; performance.now() < endMs; paid += items.length) {
    const { made } = await call(bank.client, "POST", "/v1/payouts/batch", { items });
    if (made !== items.length) throw new Error(`${made} of ${items.length} payouts were made`);
  }
  return paid;
}

async function draftOf(bank: Bank, sourceAccountId: string) {
  const beneficiaryId = await newPayee(bank.client);
  return { sourceAccountId, beneficiaryId, amount: "1", currency: "USD" };
}

async function transfers(
  bank: Bank,
  { generator, connections }: Settings,
  seconds: number,
): Promise<number> {
  const target = bank.target("transfer");
  const { requests } = await wholeTurn(generator, target, { connections, seconds });
  return requests;
}

async function lists(
  bank: Bank,
  { size, connections: given }: Settings,
  seconds: number,
): Promise<number> {
  const rate = size === "small" ? SMALL_READS_PER_SECOND : READS_PER_SECOND;
  const connections = Math.min(given, READ_CONNECTIONS);
  const next = listsOf(bank, LIST_LIMIT);
  let sent = 0;
  await openLoopOfReads(bank, { rate, seconds, connections }, () => {
    sent++;
    return next();
  });
  return sent;
}
