/** For tests: statements whose heads say what their entries come to, from movements. */
import { createHash } from "node:crypto";
import type { StatementEntry } from "../../../src/contract/values/statement_csv.ts";
import type { StatementFormat } from "../../../src/contract/values/statement_formats.ts";
import type { FileStatement, StatementHead } from "../../../src/statement_files/statement.ts";
import { statementFile } from "../../../src/statement_files/statement_file.ts";
import { CODE_POINT, fc } from "../properties.ts";

export const ACCOUNT = "acct_01KB0123456789ABCDEFGHJKMN";
export const OTHER = "acct_01KB0123456789ABCDEFGHJKMP";
export const PRODUCT = "prod_01KB0123456789ABCDEFGHJKMQ";
export const FROM_MS = Date.parse("2026-11-01T00:00:00.000Z");
export const BELOW_MS = Date.parse("2026-12-01T00:00:00.000Z");

export type Movement = Partial<Omit<StatementEntry, "balanceMinor" | "currency">>;

/** The entries of the movements, in their order, and the head that they lead to. */
export function statementWith({
  openingMinor = 0n,
  movements = [],
  currency = "EUR",
  ...head
}: Partial<StatementHead> & { movements?: readonly Movement[] }): {
  head: StatementHead;
  entries: StatementEntry[];
} {
  let balanceMinor = openingMinor;
  const sums = { debit: 0n, credit: 0n };
  const hash = createHash("sha256");
  const entries = movements.map((movement, at) => {
    const direction = movement.direction ?? "credit";
    const amountMinor = movement.amountMinor ?? 1n;
    balanceMinor += direction === "debit" ? -amountMinor : amountMinor;
    sums[direction] += amountMinor;
    hash.update(`${at} ${direction} ${amountMinor} ${balanceMinor}\n`);
    return {
      bookedAtMs: FROM_MS + at,
      transferId: `tr_${String(at).padStart(26, "0")}`,
      kind: "book",
      accountId: ACCOUNT,
      counterpartyAccountId: OTHER,
      ...movement,
      ...{ direction, amountMinor, balanceMinor, currency },
    };
  });
  return {
    head: {
      ...{ scope: "account", accountId: ACCOUNT, productId: PRODUCT, productName: "Wallets" },
      ...{ month: "2026-11", fromMs: FROM_MS, belowMs: BELOW_MS, partial: false },
      ...{ timeZone: "UTC", createdAtMs: Date.parse("2026-12-02T09:30:00.123Z") },
      ...head,
      ...{ currency, openingMinor, closingMinor: balanceMinor, entryCount: entries.length },
      ...{ totalDebitsMinor: sums.debit, totalCreditsMinor: sums.credit },
      entriesDigest: hash.digest("hex"),
    },
    entries,
  };
}

export function fileBytes(format: StatementFormat, ...statements: FileStatement[]): Buffer {
  return Buffer.concat([...statementFile(format, statements)]);
}

export function fileText(format: StatementFormat, ...statements: FileStatement[]): string {
  return fileBytes(format, ...statements).toString("utf8");
}

const HOSTILE = [
  "",
  " ",
  "=HYPERLINK(1)",
  "a\u0000b\u001fc\u007f",
  "lone \ud800 and \udc00",
  "&<>]]>\"'&amp;",
  "one\r\ntwo\rthree\nfour\tfive",
  "שלום 123 עולם",
  "مرحبا بالعالم",
  "Ελληνικά Łódź Čeština Київ",
  "中文描述 日本語 한국어 ไทย हिन्दी",
  "😀👩‍👩‍👧‍👦🇩🇪💰",
  "-".repeat(500),
  ":".repeat(200),
  "word ".repeat(100),
  "x".repeat(500),
  "中".repeat(500),
  "💰".repeat(250),
  "/REMI/ /EREF/ //",
  `${"x".repeat(7)}${":61:2611011101C1,00NMSCNONREF".repeat(16)}`,
  "\ufffe\uffff\u202eevil\u200b",
];
const ANY_TEXT = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: CODE_POINT, maxLength: 500 }),
  fc.string({ maxLength: 60 }),
);

/** Movements of any kind, with amounts of at most `amountMax` minor units and any text. */
export function anyMovements(amountMax: bigint): fc.Arbitrary<Movement[]> {
  const movement = fc.record({
    bookedAtMs: fc.integer({ min: FROM_MS, max: BELOW_MS - 1 }),
    kind: fc.constantFrom(
      ...["book", "funding", "hold", "reversal", "action", "collection", "payout", "fee", "new"],
    ),
    direction: fc.constantFrom<StatementEntry["direction"]>("debit", "credit"),
    amountMinor: fc.bigInt({ min: 1n, max: amountMax }),
    description: fc.option(ANY_TEXT, { nil: undefined }),
    externalId: fc.option(fc.string({ unit: PRINTABLE, minLength: 1, maxLength: 64 }), {
      nil: undefined,
    }),
  });
  return fc.array(movement, { maxLength: 20 });
}

const PRINTABLE = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code));

/** A statement of any currency of 0, 2 or 3 decimals. */
export function anyStatement(
  amountMax: bigint,
): fc.Arbitrary<{ head: StatementHead; entries: StatementEntry[] }> {
  return fc
    .record({
      movements: anyMovements(amountMax),
      openingMinor: fc.bigInt({ min: -amountMax, max: amountMax }),
      currency: fc.constantFrom("EUR", "JPY", "KWD"),
      partial: fc.boolean(),
      name: fc.option(ANY_TEXT, { nil: undefined }),
      productName: ANY_TEXT,
      timeZone: fc.constantFrom("UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"),
      iban: fc.constantFrom(undefined, "DE89370400440532013000", "MT84MALT011000012345MTLCAST001S"),
    })
    .map(statementWith);
}

/** What a decimal is in minor units, by digits alone. */
export function minorOf(decimal: string, currency: string): bigint {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)[.,]?(\d*)$/.exec(decimal) ?? [];
  const places = { EUR: 2, JPY: 0, KWD: 3 }[currency] ?? Number.NaN;
  if (whole === "" || fraction.length !== places) throw new Error(`${decimal} is no ${currency}`);
  return BigInt(`${sign}${whole}${fraction}`);
}

/** What every format must give back of an entry. */
export type Core = { transferId: string; minor: bigint };

export function coreOf({ transferId, direction, amountMinor }: StatementEntry): Core {
  return { transferId, minor: direction === "debit" ? -amountMinor : amountMinor };
}

/** The text as XML can say it, in one line: what a reader finds where a caller wrote anything. */
export function inOneLine(said: string): string {
  const sayable = Array.from(said, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const isControl = code < 32 && ![9, 10, 13].includes(code);
    const isLone = code >= 0xd800 && code <= 0xdfff;
    return isControl || isLone || code === 0xfffe || code === 0xffff ? "\ufffd" : character;
  });
  return sayable
    .join("")
    .replaceAll("\r\n", " ")
    .replaceAll(/[\r\n\t]/g, " ");
}
