/**
 * Compares the credits in the book of a bank, and what it has for the platform's accounts, with what is on record here. Reads
 * both and changes neither.
 * Guarantees: the records here are read before the bank's book and once more after it, so a credit that is told meanwhile is no
 * difference, and balances that change meanwhile are not judged. Keeps some 200 bytes a credit meanwhile.
 */
import {
  BALANCE_DIFFERENCE,
  CREDIT_DIFFERENCES,
  type CreditDifferenceKind,
  type FoundDifference,
  type OwnHome,
} from "../contract/messages/book_differences.ts";
import type { CreditBookLine, CreditPage } from "../contract/messages/provider_credit.ts";
import { linesOfBook } from "./book_lines.ts";
import { DIFFERENCES_SHOWN_MAX } from "./reconciliation.ts";

/** `nobodys`: somebody has still to say whose. `returning`: the bank is asked to send it back. */
export type OwnCreditState = "received" | "nobodys" | "returning" | "returned";
export type OwnCredit = {
  creditReference: string;
  amount: string;
  currency: string;
  state: OwnCreditState;
  /** The bank has told it again, and not the same. */
  isContradicted: boolean;
  /** The realm of the credit; absent of one that is no Product's. */
  home?: OwnHome;
};
/** What is on record here. */
export type OwnMoney = {
  credits: ReadonlyMap<string, OwnCredit>;
  /** By currency: what the external accounts of the bank say that it has, minor units, all Products together. */
  external: ReadonlyMap<string, bigint>;
};

export type CreditDifference = {
  difference: CreditDifferenceKind | typeof BALANCE_DIFFERENCE;
  /** Absent of a balance. */
  creditReference?: string;
  here?: string;
  there?: string;
};

/**
 * One currency: what the bank's external accounts here say that it has, what of it is nobody's and in no account, and what
 * the bank says; absent where it does not say.
 */
export type BankPosition = {
  currency: string;
  external: string;
  nobodys: string;
  here: string;
  there?: string;
};

export type CreditReconciliation = {
  agree: boolean;
  here: number;
  there: number;
  counts: Record<CreditDifference["difference"], number>;
  /** The first ones of each kind, at most `DIFFERENCES_SHOWN_MAX`. */
  differences: CreditDifference[];
  positions: BankPosition[];
  /** All differences. */
  found: FoundDifference[];
};

export type CreditReconciliationParts = {
  /** All that is on record of the bank; read anew at each call. */
  own(): Promise<OwnMoney>;
  /** A page of the bank's book of credits; undefined where the bank has none. Throws where it gives none. */
  page(after: string | undefined): Promise<CreditPage | undefined>;
  /** Whether something is under way that changes what one side has: then balances are shown, and no difference. */
  isPending: boolean;
};

/** Undefined where the bank has no book of credits. */
export async function reconcileCredits({
  own,
  page,
  isPending,
}: CreditReconciliationParts): Promise<CreditReconciliation | undefined> {
  const before = await own();
  const book = await bookOf(page, before.credits);
  if (book === undefined) return undefined;
  const { credits, external } = await own();
  const found: CreditDifference[] = [...book.lines.values()].flatMap((line) =>
    differencesOf(credits.get(line.creditReference), line),
  );
  let isMoving = isPending || !isSame(before.external, external);
  for (const credit of credits.values()) {
    const { creditReference } = credit;
    if (book.lines.has(creditReference)) continue;
    // The bank may have it in its book since the page was read on which it stands.
    if (before.credits.has(creditReference)) found.push(...missingOf(credit));
    else isMoving = true;
  }
  const positions = positionsOf({ credits, external }, book.balances);
  const isWhole = !isMoving && !found.some((one) => one.difference !== "credit_unassigned");
  if (isWhole) found.push(...positions.flatMap(balanceDifferenceOf));
  const kinds = [...CREDIT_DIFFERENCES, BALANCE_DIFFERENCE] as const;
  const counts = Object.fromEntries(
    kinds.map((kind) => [kind, 0]),
  ) as CreditReconciliation["counts"];
  const differences = found.filter(
    ({ difference }) => ++counts[difference] <= DIFFERENCES_SHOWN_MAX,
  );
  const agree = found.length === 0;
  return {
    ...{ agree, here: credits.size, there: book.lines.size, counts, differences, positions },
    found: found.map((one) => foundOf(one, credits)),
  };
}

/** Of a balance what stays is by how much it differs: both sides move with everything that is paid meanwhile. */
function foundOf(
  { difference, creditReference, here, there }: CreditDifference,
  credits: OwnMoney["credits"],
): FoundDifference {
  if (creditReference === undefined) return { difference, of: gapOf(here, there) };
  const home = credits.get(creditReference)?.home;
  return { difference, of: creditReference, ...(home !== undefined && { home }) };
}

function gapOf(here = "", there = ""): string {
  const [ours = "0", currency = ""] = here.split(" ");
  return `${currency} ${BigInt(ours) - BigInt(there.split(" ")[0] ?? "0")}`;
}

function isSame(one: OwnMoney["external"], other: OwnMoney["external"]): boolean {
  return one.size === other.size && [...one].every(([of, sum]) => other.get(of) === sum);
}

/** The bank's book to its end; undefined where it has none. `known`: what is on record here before it is read. */
async function bookOf(page: CreditReconciliationParts["page"], known: OwnMoney["credits"]) {
  const lines = new Map<string, CreditBookLine>();
  let balances: CreditPage["balances"];
  const reading = linesOfBook<CreditBookLine>({
    book: "the bank's book of credits",
    async page(after) {
      const read = await page(after);
      balances = read?.balances;
      return read && { lines: read.credits, next: read.next };
    },
    idOf: ({ creditReference }) => creditReference,
    isKnown: (creditReference) => known.has(creditReference),
  });
  for (;;) {
    const { value, done } = await reading.next();
    if (done === true) return value ? { lines, balances } : undefined;
    lines.set(value.creditReference, value);
  }
}

function differencesOf(own: OwnCredit | undefined, line: CreditBookLine): CreditDifference[] {
  const { creditReference, status } = line;
  const there = moneyOf(line);
  if (own === undefined) return [{ difference: "credit_unknown_here", creditReference, there }];
  const here = moneyOf(own);
  const found: CreditDifference[] = [];
  if (here !== there) {
    found.push({ difference: "credit_amount_differs", creditReference, here, there });
    if (own.isContradicted) found.push({ difference: "credit_contradicted", creditReference });
  }
  const isBack = own.state === "returned";
  if (own.state !== "returning" && isBack !== (status === "returned")) {
    const states = { here: own.state, there: status };
    found.push({ difference: "credit_status_differs", creditReference, ...states });
  }
  return [...found, ...unassignedOf(own)];
}

function missingOf(own: OwnCredit): CreditDifference[] {
  const { creditReference, isContradicted } = own;
  const here = moneyOf(own);
  return [
    { difference: "credit_missing_there", creditReference, here },
    ...(isContradicted ? [{ difference: "credit_contradicted" as const, creditReference }] : []),
    ...unassignedOf(own),
  ];
}

function unassignedOf(own: OwnCredit): CreditDifference[] {
  if (own.state !== "nobodys") return [];
  const { creditReference } = own;
  return [{ difference: "credit_unassigned", creditReference, here: moneyOf(own) }];
}

function positionsOf(
  { credits, external }: OwnMoney,
  balances: CreditPage["balances"],
): BankPosition[] {
  const nobodys = new Map<string, bigint>();
  for (const { state, currency, amount } of credits.values()) {
    if (state === "nobodys") {
      nobodys.set(currency, (nobodys.get(currency) ?? 0n) + BigInt(amount));
    }
  }
  const currencies = new Set([
    ...external.keys(),
    ...nobodys.keys(),
    ...Object.keys(balances ?? {}),
  ]);
  return [...currencies].sort().map((currency) => {
    const [inAccounts, inNone] = [external.get(currency) ?? 0n, nobodys.get(currency) ?? 0n];
    const there = balances === undefined ? undefined : (balances[currency] ?? "0");
    return {
      ...{ currency, external: String(inAccounts), nobodys: String(inNone) },
      here: String(inAccounts + inNone),
      ...(there !== undefined && { there }),
    };
  });
}

function balanceDifferenceOf({ currency, here, there }: BankPosition): CreditDifference[] {
  if (there === undefined || here === there) return [];
  const said = { here: `${here} ${currency}`, there: `${there} ${currency}` };
  return [{ difference: BALANCE_DIFFERENCE, ...said }];
}

function moneyOf({ amount, currency }: { amount: string; currency: string }): string {
  return `${amount} ${currency}`;
}
