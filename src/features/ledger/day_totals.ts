/**
 * What moved in one currency of a realm on one day: by kind of transfer, in and out of the Product, and how many accounts took
 * part. Statements and statistics are sums of these.
 */
import type { Place } from "../../base/id.ts";
import { decodeDocument, encodeDocument } from "../../contract/tables/table.ts";
import type { TransferKind } from "./transfer_row.ts";

/** Sums over transfers of one kind, minor units. */
export type Moved = {
  /** Transfers that moved posted money. */
  count: number;
  volumeMinor: bigint;
  /** Of the volume, what came from outside of the Product, out of an external account, and what went there. */
  inMinor: bigint;
  outMinor: bigint;
  /** Transfers that were refused, and stay on record. */
  failed: number;
};

/** Transfers that correct one of an earlier month: by that month, `YYYY-MM`, and their kind. They are in `kinds` as well. */
export type Corrections = Map<string, Map<TransferKind, Moved>>;

export type DayTotals = {
  kinds: Map<TransferKind, Moved>;
  corrections: Corrections;
  /** Accounts of the Product that moved money on the day, and those of them that did for the first time in the month. */
  activeAccounts: number;
  firstInMonth: number;
  /** The place of the record that has the first of the rows. */
  firstPlace: Place;
  /** The digest of all entries of the realm and currency up to the last block of the day: `entry_digest.ts`, hexadecimal. */
  digest: string;
  /** The entries after that block, hexadecimal; of a day that is over none are left. */
  rest: string;
};

/** The key of a day: its date and the currency, so the days of all currencies stand together, oldest first. */
export function dayKey(day: string, currency: string): string {
  return day + currency;
}

export function partsOfDayKey(key: string): { day: string; currency: string } {
  const dayEnd = "YYYY-MM-DD".length;
  return { day: key.slice(0, dayEnd), currency: key.slice(dayEnd) };
}

type StoredMoved = [count: number, volume: string, in_: string, out: string, failed: number];
type StoredKinds = Record<string, StoredMoved>;
type StoredDay = {
  kinds: StoredKinds;
  corrections?: Record<string, StoredKinds>;
  active: number;
  first: number;
  from: Place;
  digest: string;
  rest?: string;
};

export function nothingMoved(): Moved {
  return { count: 0, volumeMinor: 0n, inMinor: 0n, outMinor: 0n, failed: 0 };
}

/** The sums under a key, made where there are none. */
export function movedOf<K>(sums: Map<K, Moved>, key: K): Moved {
  const known = sums.get(key);
  if (known !== undefined) return known;
  const moved = nothingMoved();
  sums.set(key, moved);
  return moved;
}

export function addMoved(to: Moved, more: Moved): void {
  to.count += more.count;
  to.volumeMinor += more.volumeMinor;
  to.inMinor += more.inMinor;
  to.outMinor += more.outMinor;
  to.failed += more.failed;
}

export function addKinds(to: Map<TransferKind, Moved>, more: Map<TransferKind, Moved>): void {
  for (const [kind, moved] of more) addMoved(movedOf(to, kind), moved);
}

export function addCorrections(to: Corrections, more: Corrections): void {
  for (const [month, kinds] of more) addKinds(kindsOf(to, month), kinds);
}

export function kindsOf(corrections: Corrections, month: string): Map<TransferKind, Moved> {
  const known = corrections.get(month);
  if (known !== undefined) return known;
  const kinds = new Map<TransferKind, Moved>();
  corrections.set(month, kinds);
  return kinds;
}

export function encodeDay(day: DayTotals): Uint8Array {
  const { kinds, corrections, activeAccounts, firstInMonth, firstPlace, digest, rest } = day;
  const corrected = [...corrections].map(([month, of]) => [month, storedKinds(of)]);
  const stored: StoredDay = {
    kinds: storedKinds(kinds),
    ...(corrected.length > 0 && { corrections: Object.fromEntries(corrected) }),
    active: activeAccounts,
    first: firstInMonth,
    from: firstPlace,
    digest,
    ...(rest !== "" && { rest }),
  };
  return encodeDocument(stored);
}

export function decodeDay(value: Uint8Array): DayTotals {
  const stored = decodeDocument<StoredDay>(value);
  const { kinds, corrections = {}, active, first, from, digest, rest } = stored;
  return {
    kinds: kindsIn(kinds),
    corrections: new Map(Object.entries(corrections).map(([month, of]) => [month, kindsIn(of)])),
    activeAccounts: active,
    firstInMonth: first,
    firstPlace: from,
    digest,
    rest: rest ?? "",
  };
}

function storedKinds(kinds: Map<TransferKind, Moved>): StoredKinds {
  return Object.fromEntries(
    [...kinds].map(([kind, { count, volumeMinor, inMinor, outMinor, failed }]) => {
      const stored: StoredMoved = [
        count,
        String(volumeMinor),
        String(inMinor),
        String(outMinor),
        failed,
      ];
      return [kind, stored];
    }),
  );
}

function kindsIn(stored: StoredKinds): Map<TransferKind, Moved> {
  return new Map(
    Object.entries(stored).map(([kind, [count, volume, in_, out, failed]]) => [
      kind as TransferKind,
      {
        count,
        volumeMinor: BigInt(volume),
        inMinor: BigInt(in_),
        outMinor: BigInt(out),
        failed,
      },
    ]),
  );
}
