/** Compares the books of a provider with what is on record here: its effects, and of a bank its credits, balances and days. */
import type { FoundDifference } from "../contract/messages/book_differences.ts";
import { PROVIDER_KINDS, serves } from "../contract/messages/provider_kinds.ts";
import type { BankStatementDocument } from "../features/bank_statement/bank_statement_document.ts";
import {
  ownerOfProvider,
  type ProviderDocument,
  providerSecretsInForce,
} from "../features/provider/provider_document.ts";
import { type CreditReconciliation, reconcileCredits } from "../outbox/credit_reconciliation.ts";
import type { ProviderExchange } from "../outbox/provider_exchange.ts";
import { type OwnEffect, type Reconciliation, reconcile } from "../outbox/reconciliation.ts";
import type { ShardView } from "../views/shard_view.ts";
import { movedAfter } from "./bank_days.ts";
import {
  compareStatements,
  firstClosedOn,
  type StatementReconciliation,
} from "./bank_statement_comparison.ts";
import { type DaySums, dayTable, moneyAt } from "./credit_book.ts";
import { type OpenedSecrets, thoseThatOpen } from "./opened_secrets.ts";
import { requestsTo } from "./provider_book.ts";

/**
 * What the operator is shown. Of a bank that has a book of credits also how its credits compare, and lines for people: what moved
 * on each of the last days, by what is on record here.
 */
export type ProviderReconciliation =
  | (Omit<Reconciliation, "found"> & {
      credits?: Omit<CreditReconciliation, "found">;
      days?: readonly string[];
    })
  | (StatementReconciliation & { days: readonly string[] });

/** `shown`: for the operator; `found`: all differences. */
export type BookComparison = {
  shown: ProviderReconciliation;
  found: readonly FoundDifference[];
};

/** Days and currencies of the table of a comparison. */
const DAYS_SHOWN_MAX = 31;

export type BookComparisonParts = {
  provider: ProviderDocument;
  views: readonly ShardView[];
  exchange: Pick<ProviderExchange, "page" | "creditPage">;
  opened: OpenedSecrets;
  /** The newest statements of banks that speak files, as the view shows them. */
  statements: readonly BankStatementDocument[];
  nowMs: number;
  /** Throws once the views are about to be closed. */
  mayRead(): void;
};

/** Compares once. Rejects, with a sentence, where the provider does not give its books, or the views are about to be closed. */
export async function compareBooks(parts: BookComparisonParts): Promise<BookComparison> {
  const { provider: document, views, exchange, mayRead } = parts;
  const { provider: name, kind, speaks } = document;
  if (speaks === "files") return await compareByStatements(parts);
  const { found, ...effects } = await reconcile({
    own: () => requestsTo(name, views, mayRead),
    async page(after) {
      mayRead();
      const read = await exchange.page(targetOf(parts), PROVIDER_KINDS[kind], after);
      if (!("fault" in read)) return read;
      throw new Error(`the provider ${name} gives no page of its book: ${read.fault}`);
    },
  });
  if (!serves(kind, "address")) return { shown: effects, found };
  const money = { days: [] as readonly DaySums[] };
  const compared = await reconcileCredits({
    async own() {
      const read = await moneyAt(name, views, mayRead);
      money.days = read.days;
      return read;
    },
    async page(after) {
      mayRead();
      const read = await exchange.creditPage(targetOf(parts), after);
      if (read === undefined || !("fault" in read)) return read;
      throw new Error(`the bank ${name} gives no page of its book of credits: ${read.fault}`);
    },
    // What is another there moves money there alone; the difference of the effect says so already.
    isPending: effects.pending > 0 || !effects.agree,
  });
  if (compared === undefined) return { shown: effects, found };
  const { found: ofCredits, ...credits } = compared;
  const days = dayTable(money.days, DAYS_SHOWN_MAX);
  const shown = { ...effects, agree: effects.agree && credits.agree, credits, days };
  return { shown, found: [...found, ...ofCredits] };
}

/** A bank that speaks files, by its newest statements and what its files have said. */
async function compareByStatements({
  provider: bank,
  views,
  statements,
  mayRead,
  nowMs,
}: BookComparisonParts): Promise<BookComparison> {
  const { provider } = bank;
  const effects: OwnEffect[] = [];
  for await (const effect of requestsTo(provider, views, mayRead)) {
    if (effect.contradiction !== undefined) effects.push(effect);
  }
  const since = firstClosedOn(bank, statements);
  const { days, ...money } = await moneyAt(provider, views, mayRead);
  const moved =
    since === undefined ? undefined : await movedAfter({ provider, views, mayRead }, since);
  const compared = compareStatements({ bank, statements, money, moved, effects, nowMs });
  const shown = { ...compared.shown, days: dayTable(days, DAYS_SHOWN_MAX) };
  return { shown, found: compared.found };
}

/** Where the provider is asked, signed with the secrets that are in force now. */
function targetOf({ provider: document, opened }: BookComparisonParts) {
  const { provider, url: baseUrl } = document;
  const sealed = providerSecretsInForce(document, Date.now()).map((one) => one.sealed);
  return { baseUrl, secrets: thoseThatOpen(opened, sealed, ownerOfProvider(provider)) };
}
