/** Amounts, days and months as people read them in a PDF. */
import { signedDecimal } from "./file_values.ts";
import type { LocalTime } from "./local_time.ts";

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July", "August", "September"],
  ...["October", "November", "December"],
];

/** "-1,234,567.89" */
export function shownAmount(minor: bigint, currency: string): string {
  return signedDecimal(minor, currency).replace(/^-?\d+/, (whole) =>
    whole.replaceAll(/\B(?=(\d{3})+$)/g, ","),
  );
}

/** "November 2026" */
export function shownMonth(month: string): string {
  const [year, number] = month.split("-");
  return `${MONTHS[Number(number) - 1]} ${year}`;
}

/** "30 November 2026" */
export function shownDay({ date }: LocalTime): string {
  return `${Number(date.slice(8))} ${shownMonth(date.slice(0, 7))}`;
}

/** "30 November 2026, 23:59:59" */
export function shownMoment(at: LocalTime): string {
  return `${shownDay(at)}, ${at.time.slice(0, 8)}`;
}

const KINDS: Readonly<Record<string, string>> = {
  ...{ book: "Transfer", funding: "Funding", hold: "Settled hold", reversal: "Reversal" },
  ...{ action: "Action", collection: "Collection", payout: "Payout", fee: "Fee" },
};

/** "Settled hold"; a kind that has no words is shown as it is. */
export function shownKind(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? kind) : kind;
}
