/** P23: what is earned has a label in the books; and labels that there are (P02, P04). */
import { didYouMean } from "../../base/nearest.ts";
import type { AccountSelector } from "../account_selector.ts";
import { at, type Findings, quoted, thereAre } from "../finding.ts";
import type { TypedProgram } from "../typed_program.ts";

/** The role of accounts with what a Product has earned. */
const REVENUE = "product_revenue";

export function checkBooks({ source, nouns }: TypedProgram, findings: Findings): void {
  const labels = new Set(Object.values(source.books ?? {}).flat());
  const used = new Set<string>();
  for (const noun of nouns.values()) {
    for (const { moves } of noun.actions.values()) {
      for (const { source: move, path, to, splits } of moves) {
        const parts = splits ?? [{ source: move, path, account: to }];
        for (const part of parts) {
          const book = part.source.book ?? move.book;
          if (book !== undefined) used.add(book);
          checkLabel(book, labels, part.path, findings);
          if (book !== undefined || !isRevenue(part.account, source.accounts)) continue;
          const hint = 'Give it a label of the books: "book": "revenue.fee".';
          const message = `${quoted(part.source.label)} is revenue without a label in the books`;
          findings.add("P23", part.path, message, hint);
        }
      }
    }
  }
  const isAllKnown = [...used].every((label) => labels.has(label));
  for (const [category, all] of Object.entries(source.books ?? {})) {
    for (const [index, label] of all.entries()) {
      // A label that is none may be meant for this one.
      if (used.has(label) || !isAllKnown) continue;
      const message = `the label ${quoted(label)} is on no move`;
      findings.add(
        "P04",
        at("/books", category, index),
        message,
        "Leave it out, or use it in a move.",
      );
    }
  }
}

function checkLabel(
  label: string | undefined,
  labels: ReadonlySet<string>,
  path: string,
  findings: Findings,
): void {
  if (label === undefined || labels.has(label)) return;
  const message = `${quoted(label)} is no label of the books${didYouMean(label, labels)}`;
  const hint = labels.size === 0 ? 'Declare it: "books": { "revenue": […] }.' : thereAre(labels);
  findings.add("P02", at(path, "book"), message, hint);
}

function isRevenue(
  account: AccountSelector | undefined,
  accounts: Readonly<Record<string, { role: string }>> | undefined,
): boolean {
  return account?.kind === "product" && accounts?.[account.name]?.role === REVENUE;
}
