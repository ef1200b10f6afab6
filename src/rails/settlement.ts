/**
 * When money that is sent over a rail arrives, and until when it can be sent back. Times of day are those of the schemes where
 * these have one; a bank may be earlier, and what it says itself goes before. What each figure rests on stands in the table `TERMS`.
 */
import { invariant } from "../base/invariant.ts";
import { bankDayAfter, type Calendar } from "./bank_days.ts";
import { dayNumber, dayText, LAST_DAY, MINUTE_MS } from "./days.ts";
import type { RailName } from "./rails.ts";
import { instantOf, localTime, type Zone } from "./zone_time.ts";

export type Settlement = {
  /** The day on which the rail takes the order, in the rail's zone, `YYYY-MM-DD`. */
  submittedOn: string;
  /** The day on which the money is there, in the rail's zone, `YYYY-MM-DD`. */
  arrivesOn: string;
  /** When it is there at the latest, UTC milliseconds; never before the order. */
  settlesAtMs: number;
};

/**
 * What becomes of a credit transfer that is sent at `atMs`, UTC milliseconds from 1970 to 9999. An order at the cut-off itself is late:
 * it is taken on the next bank day. No day is later than 9999-12-31.
 */
export function settlement(rail: RailName, atMs: number): Settlement {
  invariant(Number.isSafeInteger(atMs) && atMs >= 0, "an order has a time from 1970 on");
  const { zone, banks } = TERMS[rail];
  const local = localTime(zone, atMs);
  const today = Math.min(local.day, LAST_DAY);
  if (banks === undefined) {
    const day = dayText(today);
    return { submittedOn: day, arrivesOn: day, settlesAtMs: atMs };
  }
  const isLate = local.inDayMs >= banks.cutOffMinute * MINUTE_MS;
  const settled = settledOf(rail, banks, today, isLate);
  return settled.settlesAtMs >= atMs ? settled : { ...settled, settlesAtMs: atMs };
}

/**
 * The last day, `YYYY-MM-DD`, on which the bank of the payee may send a credit transfer back that has arrived on `day`; undefined for a
 * rail that has no such day. Money can still come back later, where the payee agrees to it.
 */
export function returnWindowEndsOn(rail: RailName, day: string): string | undefined {
  const banks = TERMS[rail].banks;
  if (banks?.daysToReturn === undefined) return undefined;
  return dayText(bankDayAfter(banks.calendar, dayNumber(day), banks.daysToReturn));
}

/** The day, `YYYY-MM-DD`, that it is at `atMs` where the rail works. */
export function railDay(rail: RailName, atMs: number): string {
  return dayText(Math.min(localTime(TERMS[rail].zone, atMs).day, LAST_DAY));
}

type BankTerms = {
  calendar: Calendar;
  /** Minute of the day from which an order counts as given on the next bank day. */
  cutOffMinute: number;
  /** Bank days from the one that takes the order to the one of arrival. */
  daysToArrive: number;
  /** Minute of the day of arrival at which the money is there. */
  arrivalMinute: number;
  /** Bank days after arrival within which the payee's bank may return; absent: the rail has no such time. */
  daysToReturn?: number;
};

/** Without `banks` a rail works at every moment, and at once. */
type Terms = { zone: Zone; banks?: BankTerms };

const TERMS: Record<RailName, Terms> = {
  sepa: {
    zone: "Europe/Brussels",
    banks: {
      calendar: "t2",
      // Chosen: the scheme has no time of its own, and banks set theirs by Article 78(1) of Directive (EU) 2015/2366. 16:00 was that of the
      // last day-time cycle of STEP2 SCT (ebaclearing.eu, "Settlement and processing cycles") until STEP2 came to settle all day, in 2022.
      cutOffMinute: minuteOf(16, 0),
      // Article 83(1) of the Directive, and the SEPA Credit Transfer Rulebook, EPC125-05: the next banking day at the latest.
      daysToArrive: 1,
      // Chosen: the rules ask for the day alone.
      arrivalMinute: minuteOf(9, 0),
      // EPC125-05, "Exception Processing Flow": the payee's bank returns within three banking business days after settlement.
      daysToReturn: 3,
    },
  },
  ach: {
    zone: "America/New_York",
    banks: {
      calendar: "fed",
      // The last window of the working day of FedACH, frbservices.org, 19 February 2020. The windows at night are left to banks.
      cutOffMinute: minuteOf(16, 45),
      // A credit that is not a Same Day Entry settles on the next banking day.
      daysToArrive: 1,
      // Nacha Operating Rules, subsection 3.3.1.1: available by 9:00 on the settlement date, in the time of the payee's bank. Which
      // that is nobody knows here, so it is that of New York.
      arrivalMinute: minuteOf(9, 0),
      // Nacha Operating Rules, section 3.8: a return is at the sender's bank by the opening of the second banking day after settlement.
      daysToReturn: 2,
    },
  },
  // Faster Payments takes single payments 24 hours a day, each day of the year, and answers within seconds; what was sent is not
  // reversed (fasterpayments.org.uk, FAQs), and its published rules give the payee's bank no last day for sending money back.
  fps: { zone: "Europe/London" },
  wire: {
    zone: "America/New_York",
    banks: {
      calendar: "fed",
      // Fedwire Funds Service, frbservices.org, operating hours: 18:45 for the benefit of third parties.
      cutOffMinute: minuteOf(18, 45),
      // A wire is final when it is processed, so it arrives on its own day, and no rule gives a last day for sending it back.
      daysToArrive: 0,
      // The close of Fedwire, by when every wire of the day has been processed.
      arrivalMinute: minuteOf(19, 0),
    },
  },
  book: { zone: "UTC" },
};

/** The order that was asked about last, of each rail: those of one day, before the cut-off or after it, settle alike. */
const RECENT = new Map<RailName, { today: number; isLate: boolean; settled: Settlement }>();

/** What becomes of an order of `today`, by its day alone: when it is there may be before it was given. */
function settledOf(rail: RailName, banks: BankTerms, today: number, isLate: boolean): Settlement {
  const recent = RECENT.get(rail);
  if (recent?.today === today && recent.isLate === isLate) return recent.settled;
  const submitted = submissionDay(banks, today, isLate);
  const arrives =
    banks.daysToArrive === 0
      ? submitted
      : bankDayAfter(banks.calendar, submitted, banks.daysToArrive);
  const settled = {
    submittedOn: dayText(submitted),
    arrivesOn: dayText(arrives),
    settlesAtMs: instantOf(TERMS[rail].zone, arrives, banks.arrivalMinute),
  };
  RECENT.set(rail, { today, isLate, settled });
  return settled;
}

/** The first bank day from `today` on; after the cut-off of a bank day, the next. */
function submissionDay(banks: BankTerms, today: number, isLate: boolean): number {
  const first = bankDayAfter(banks.calendar, today, 0);
  return isLate && first === today ? bankDayAfter(banks.calendar, today, 1) : first;
}

function minuteOf(hour: number, minute: number): number {
  return hour * 60 + minute;
}
