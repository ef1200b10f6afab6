/**
 * The balance that every account must have, computed from the answers of a server alone. Every
 * accepted operation adds amounts to balances, so the order in which answers arrive does not matter.
 */
import type { Answer } from "./bank.ts";

export type Balance = { posted: number; held: number };
export type Write = { path: string; body: Record<string, unknown> };
export type Books = {
  /** Balances by account id. */
  balances: Map<string, Balance>;
  /** Accounts whose last acknowledged change was a freeze. */
  frozen: Set<string>;
  /** The money from funding, of all accounts together. */
  fundedMinor: number;
};

export function newBooks(): Books {
  return { balances: new Map(), frozen: new Set(), fundedMinor: 0 };
}

/** Enters the effect of an acknowledged answer. A refusal changes nothing. */
export function enter(books: Books, { path, body }: Write, answer: Answer): void {
  if (answer.status >= 300) return;
  const reply = JSON.parse(answer.text) as Record<string, unknown>;
  const [, noun, id, verb] = path.split("/") as [string, string, string?, string?];
  switch (verb ?? `${noun} ${id ?? ""}`.trimEnd()) {
    case "accounts":
      books.balances.set(String(reply["accountId"]), { posted: 0, held: 0 });
      return;
    case "sandbox account-funding":
      of(books, body["destinationAccountId"]).posted += Number(body["amount"]);
      books.fundedMinor += Number(body["amount"]);
      return;
    case "transfers":
      move(books, reply, reply["amount"]);
      return;
    case "transfers batch":
      moveItems(books, body, reply);
      return;
    case "transfer-holds":
      of(books, reply["sourceAccountId"]).held += Number(reply["amount"]);
      return;
    case "clear":
    case "cancel":
      of(books, reply["sourceAccountId"]).held -= Number(reply["amount"]);
      if (verb === "clear") move(books, reply, reply["clearedAmount"]);
      return;
    case "reverse":
      move(books, reply, reply["amount"]);
      return;
    case "freeze":
      books.frozen.add(String(id));
      return;
    case "unfreeze":
      books.frozen.delete(String(id));
      return;
    default:
      throw new Error(`the books do not know ${path}`);
  }
}

function moveItems(books: Books, body: Write["body"], reply: Record<string, unknown>): void {
  const items = body["items"] as Record<string, unknown>[];
  const results = reply["results"] as { status: string }[];
  results.forEach(({ status }, index) => {
    const item = items[index] as Record<string, unknown>;
    if (status === "posted") move(books, item, item["amount"]);
  });
}

function move(books: Books, parties: Record<string, unknown>, amount: unknown): void {
  of(books, parties["sourceAccountId"]).posted -= Number(amount);
  of(books, parties["destinationAccountId"]).posted += Number(amount);
}

function of({ balances }: Books, accountId: unknown): Balance {
  const balance = balances.get(String(accountId));
  if (balance === undefined) throw new Error(`the books have no account ${String(accountId)}`);
  return balance;
}
