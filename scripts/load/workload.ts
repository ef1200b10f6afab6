/**
 * Makes the next request, and enters its answer into the book. Requests are joined from texts that
 * are made once, because the generator often shares the server's cores.
 */
import { randomBytes } from "node:crypto";
import { type Book, type Leg, newBook, postTransfer, release, reserve } from "./book.ts";
import type { LoadOptions } from "./options.ts";
import type { Prepared } from "./prepare.ts";

export type OpenHold = Leg & { transferHoldId: string };

/** The change that an accepted request makes to the book. */
export type Step =
  | { kind: "transfer"; leg: Leg }
  | { kind: "batch"; legs: readonly Leg[] }
  | { kind: "hold"; leg: Leg }
  | { kind: "clear"; hold: OpenHold }
  | { kind: "cancel"; hold: OpenHold }
  | { kind: "balance" };

export type LoadRequest = {
  step: Step;
  method: "GET" | "POST";
  path: string;
  body: string;
  idempotencyKey: string;
};

/** The result of an accepted request. */
export type Accepted = {
  /** The hold that the same connection ends next. */
  hold?: OpenHold;
  /** Items of a batch that were not posted, by code. */
  refusedItems?: ReadonlyMap<string, number>;
};

export type Workload = {
  readonly book: Book;
  /**
   * The next request of a connection; `hold`: the hold that the connection's last request opened.
   */
  next(hold: OpenHold | undefined): LoadRequest;
  /** Enters an accepted request into the book. Throws when the answer's body is not as expected. */
  accept(step: Step, body: Buffer): Accepted;
};

/** Amounts are 1 to 99 minor units, so that two wrong transfers hardly ever cancel each other. */
const AMOUNT_MAX = 99;
const HOLD_LIFE_MS = 24 * 3_600_000;
const ALL_POSTED = Buffer.from('"failed":0');
/** Of ten requests of the mix: 6 transfers, then 3 about holds, then 1 read. */
const MIXED_TRANSFERS = 6;
const MIXED_HOLDS = 9;

export function newWorkload(prepared: Prepared, options: LoadOptions): Workload {
  const { accountIds, clockMs } = prepared;
  const { batch, mix } = options;
  const book = newBook(accountIds.length, options.fundingMinor);
  const sources = accountIds.map((id) => `{"sourceAccountId":"${id}","destinationAccountId":"`);
  const middle = `","currency":"${options.currency}","amount":"`;
  const expiresAt = new Date(clockMs + HOLD_LIFE_MS).toISOString();
  const nextKey = idempotencyKeys();

  const draftOf = ({ source, destination, amountMinor }: Leg, end: string): string =>
    `${sources[source]}${accountIds[destination]}${middle}${amountMinor}${end}`;
  const post = (step: Step, path: string, body: string): LoadRequest => ({
    step,
    method: "POST",
    path,
    body,
    idempotencyKey: nextKey(),
  });
  const transfer = (): LoadRequest => {
    if (batch === undefined) {
      const leg = randomLeg(accountIds.length);
      return post({ kind: "transfer", leg }, "/transfers", draftOf(leg, '"}'));
    }
    const legs = Array.from({ length: batch }, () => randomLeg(accountIds.length));
    const items = legs.map((leg) => draftOf(leg, '"}')).join(",");
    return post({ kind: "batch", legs }, "/transfers/batch", `{"items":[${items}]}`);
  };
  const hold = (): LoadRequest => {
    const leg = randomLeg(accountIds.length);
    const body = draftOf(leg, `","expiresAt":"${expiresAt}"}`);
    return post({ kind: "hold", leg }, "/transfer-holds", body);
  };
  const end = (open: OpenHold): LoadRequest => {
    const path = `/transfer-holds/${open.transferHoldId}`;
    if (randomBelow(4) === 0) return post({ kind: "cancel", hold: open }, `${path}/cancel`, "");
    return post({ kind: "clear", hold: open }, `${path}/clear`, "{}");
  };
  const balance = (): LoadRequest => ({
    step: { kind: "balance" },
    method: "GET",
    path: `/accounts/${accountIds[randomBelow(accountIds.length)]}/balance`,
    body: "",
    idempotencyKey: "",
  });

  return {
    book,
    next(open) {
      if (open !== undefined) return end(open);
      if (mix === "transfers") return transfer();
      if (mix === "holds") return hold();
      const lot = randomBelow(10);
      return lot < MIXED_TRANSFERS ? transfer() : lot < MIXED_HOLDS ? hold() : balance();
    },
    accept: (step, body) => accept(book, step, body),
  };
}

function accept(book: Book, step: Step, body: Buffer): Accepted {
  switch (step.kind) {
    case "transfer":
      postTransfer(book, step.leg);
      return {};
    case "batch":
      return acceptBatch(book, step.legs, body);
    case "hold": {
      const transferHoldId = /"transferHoldId":"(\w+)"/.exec(body.toString("latin1"))?.[1];
      if (transferHoldId === undefined) throw new Error("the answer names no hold");
      reserve(book, step.leg);
      return { hold: { ...step.leg, transferHoldId } };
    }
    case "clear":
      release(book, step.hold);
      postTransfer(book, step.hold);
      return {};
    case "cancel":
      release(book, step.hold);
      return {};
    case "balance":
      return {};
  }
}

function acceptBatch(book: Book, legs: readonly Leg[], body: Buffer): Accepted {
  if (body.includes(ALL_POSTED)) {
    for (const leg of legs) postTransfer(book, leg);
    return {};
  }
  const { results } = JSON.parse(body.toString()) as {
    results: readonly { status: string; error?: { code: string } }[];
  };
  if (results.length !== legs.length) throw new Error("a batch has a result for each item");
  const refusedItems = new Map<string, number>();
  for (const [index, { status, error }] of results.entries()) {
    if (status === "posted") {
      postTransfer(book, legs[index] as Leg);
      continue;
    }
    const code = error?.code ?? status;
    refusedItems.set(code, (refusedItems.get(code) ?? 0) + 1);
  }
  return { refusedItems };
}

function randomLeg(accounts: number): Leg {
  const source = randomBelow(accounts);
  const destination = (source + 1 + randomBelow(accounts - 1)) % accounts;
  return { source, destination, amountMinor: 1 + randomBelow(AMOUNT_MAX) };
}

function randomBelow(bound: number): number {
  return Math.floor(Math.random() * bound);
}

/** UUIDs in the form of version 4: 72 random bits that belong to this run, then a counter. */
function idempotencyKeys(): () => string {
  const hex = randomBytes(9).toString("hex");
  const prefix = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15)}-`;
  let count = 0;
  return () => prefix + (++count).toString(16).padStart(12, "0");
}
