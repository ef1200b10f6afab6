/**
 * Double entry. A plan is an all-or-nothing list of legs decided against the accounts as they are
 * plus the legs before it; its rows are facts; `applyTransferRow` is the only code that changes a
 * balance, live and on replay alike.
 * Guarantees: each row debits one account and credits another by one amount, so every currency of
 * every scope sums to zero; no account but the platform's goes below zero available; no counter
 * passes COUNTER_MAX.
 * Does not check status, currency or ownership: the operations do, each in its own order.
 */

import type { Place } from "../../base/id.ts";
import { encodeIdSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { RecordHead } from "../../contract/record.ts";
import type { AccountTable } from "./account_table.ts";
import type { LedgerState } from "./ledger_state.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "./roles.ts";
import {
  type RowExtras,
  type RowPosition,
  type Step,
  TRANSFER_ROW,
  type TransferKind,
  type TransferRow,
} from "./transfer_row.ts";

/** Largest value of a counter, minor units: what the signed 64 bits of a row hold. */
export const COUNTER_MAX = 2n ** 63n - 1n;
/** One of this many rows of an account is indexed by time, which bounds a walk by date. */
export const ENTRY_INDEX_EVERY = 256;

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);
const NO_BYTES = new Uint8Array(0);

/** Why a leg is refused: the source has too little available, or a counter would pass its limit. */
export type LegRefusal =
  | { reason: "insufficient"; availableMinor: bigint }
  | { reason: "counter"; accountId: string; currentMinor: bigint };

export type Leg = {
  step: Step;
  transferKind: TransferKind;
  sub: number;
  sourceOrdinal: number;
  destinationOrdinal: number;
  amountMinor: bigint;
  /** Minor units that the step takes out of reservation; 0n except for cleared and released. */
  reservedMinor: bigint;
  extras?: RowExtras | undefined;
};

type Staged = {
  ordinal: number;
  debitsPosted: bigint;
  creditsPosted: bigint;
  debitsPending: bigint;
  creditsPending: bigint;
  head: RowPosition;
};

/** An account that an earlier fact of the plan's record creates. */
export type PlannedAccount = { accountId: string; currency: string; roleCode: number };

/** The legs decided so far for one record at `place`. Balances change when the rows are applied. */
export class Plan {
  readonly rows: TransferRow[] = [];
  readonly #accounts: AccountTable;
  readonly #place: Place;
  readonly #staged = new Map<number, Staged>();
  readonly #planned = new Map<number, PlannedAccount>();

  constructor(accounts: AccountTable, place: Place) {
    this.#accounts = accounts;
    this.#place = place;
  }

  /**
   * Allows legs to name an account that does not exist yet; returns the ordinal that the account
   * will have. The facts that create such accounts must stand in the record in the order of these
   * calls, before the plan's rows.
   */
  willCreate(account: PlannedAccount): number {
    const ordinal = this.#accounts.count + this.#planned.size;
    this.#planned.set(ordinal, account);
    this.#staged.set(ordinal, {
      ordinal,
      debitsPosted: 0n,
      creditsPosted: 0n,
      debitsPending: 0n,
      creditsPending: 0n,
      head: { place: 0, sub: 0 },
    });
    return ordinal;
  }

  /** The amount available to spend after the legs so far, minor units. */
  available(ordinal: number): bigint {
    const account = this.#staged.get(ordinal) ?? this.#read(ordinal);
    return account.creditsPosted - account.debitsPosted - account.debitsPending;
  }

  /** Adds the leg, or returns why it is refused. A refused leg leaves the plan unchanged. */
  add(leg: Leg): LegRefusal | undefined {
    const source = this.#staged.get(leg.sourceOrdinal) ?? this.#read(leg.sourceOrdinal);
    const destination =
      this.#staged.get(leg.destinationOrdinal) ?? this.#read(leg.destinationOrdinal);
    const refusal = this.#refusalOf(leg, source, destination);
    if (refusal !== undefined) return refusal;
    moveCounters(leg, source, destination);
    this.#push(leg, source, destination);
    return undefined;
  }

  /** Adds a row for a leg that was refused; the row moves nothing. */
  addFailed(leg: Leg, failureCode: string): void {
    const source = this.#staged.get(leg.sourceOrdinal) ?? this.#read(leg.sourceOrdinal);
    const destination =
      this.#staged.get(leg.destinationOrdinal) ?? this.#read(leg.destinationOrdinal);
    this.#push(
      { ...leg, step: "failed", extras: { ...leg.extras, failureCode } },
      source,
      destination,
    );
  }

  #push(leg: Leg, source: Staged, destination: Staged): void {
    const position = { place: this.#place, sub: leg.sub };
    this.rows.push({
      kind: TRANSFER_ROW,
      step: leg.step,
      transferKind: leg.transferKind,
      currency: this.#currency(leg.sourceOrdinal),
      sub: leg.sub,
      amountMinor: leg.amountMinor,
      reservedMinor: leg.reservedMinor,
      sourceOrdinal: leg.sourceOrdinal,
      destinationOrdinal: leg.destinationOrdinal,
      sourcePosted: source.creditsPosted - source.debitsPosted,
      sourceHeld: source.debitsPending,
      destinationPosted: destination.creditsPosted - destination.debitsPosted,
      destinationHeld: destination.debitsPending,
      sourcePrevious: source.head,
      destinationPrevious: destination.head,
      extras: leg.extras,
    });
    source.head = position;
    destination.head = position;
    this.#staged.set(leg.sourceOrdinal, source);
    this.#staged.set(leg.destinationOrdinal, destination);
  }

  #refusalOf(leg: Leg, source: Staged, destination: Staged): LegRefusal | undefined {
    if (leg.step === "released") return undefined;
    const debits = source.debitsPosted + source.debitsPending + leg.amountMinor;
    if (debits - leg.reservedMinor > COUNTER_MAX) {
      return this.#counterRefusal(leg.sourceOrdinal, source.debitsPosted);
    }
    const credits = destination.creditsPosted + destination.creditsPending + leg.amountMinor;
    if (credits - leg.reservedMinor > COUNTER_MAX) {
      return this.#counterRefusal(leg.destinationOrdinal, destination.creditsPosted);
    }
    if (leg.step !== "cleared" && !this.#mayGoNegative(leg.sourceOrdinal)) {
      const availableMinor = source.creditsPosted - source.debitsPosted - source.debitsPending;
      if (availableMinor < leg.amountMinor) return { reason: "insufficient", availableMinor };
    }
    return undefined;
  }

  #counterRefusal(ordinal: number, currentMinor: bigint): LegRefusal {
    const accountId = this.#planned.get(ordinal)?.accountId ?? this.#accounts.accountId(ordinal);
    return { reason: "counter", accountId, currentMinor };
  }

  #mayGoNegative(ordinal: number): boolean {
    const roleCode = this.#planned.get(ordinal)?.roleCode ?? this.#accounts.roleCode(ordinal);
    return roleCode === EXTERNAL_CODE;
  }

  #currency(ordinal: number): string {
    return this.#planned.get(ordinal)?.currency ?? this.#accounts.currency(ordinal);
  }

  #read(ordinal: number): Staged {
    const accounts = this.#accounts;
    return {
      ordinal,
      debitsPosted: accounts.debitsPosted(ordinal),
      creditsPosted: accounts.creditsPosted(ordinal),
      debitsPending: accounts.debitsPending(ordinal),
      creditsPending: accounts.creditsPending(ordinal),
      head: { place: accounts.headPlace(ordinal), sub: accounts.headSub(ordinal) },
    };
  }
}

type Counters = Pick<Staged, "debitsPosted" | "creditsPosted" | "debitsPending" | "creditsPending">;

/** The whole arithmetic of the ledger: how a step changes the four counters of both accounts. */
function moveCounters(
  { step, amountMinor, reservedMinor }: Pick<Leg, "step" | "amountMinor" | "reservedMinor">,
  source: Counters,
  destination: Counters,
): void {
  switch (step) {
    case "posted":
      source.debitsPosted += amountMinor;
      destination.creditsPosted += amountMinor;
      return;
    case "reserved":
      source.debitsPending += amountMinor;
      destination.creditsPending += amountMinor;
      return;
    case "cleared":
      source.debitsPending -= reservedMinor;
      destination.creditsPending -= reservedMinor;
      source.debitsPosted += amountMinor;
      destination.creditsPosted += amountMinor;
      return;
    case "released":
      source.debitsPending -= reservedMinor;
      destination.creditsPending -= reservedMinor;
      return;
    case "failed":
      return;
  }
}

/**
 * Moves the money of one row. Never refuses: a row that does not lead to the balances that it names
 * is a bug or damage, and stops the actor.
 */
export function applyTransferRow(state: LedgerState, row: TransferRow, head: RecordHead): void {
  const { accounts } = state;
  const { sourceOrdinal, destinationOrdinal } = row;
  const source = countersOf(accounts, sourceOrdinal);
  const destination = countersOf(accounts, destinationOrdinal);
  moveCounters(row, source, destination);
  invariant(
    source.creditsPosted - source.debitsPosted === row.sourcePosted &&
      source.debitsPending === row.sourceHeld,
    "a row leads to the source balance it names",
  );
  invariant(
    destination.creditsPosted - destination.debitsPosted === row.destinationPosted &&
      destination.debitsPending === row.destinationHeld,
    "a row leads to the destination balance it names",
  );
  setCounters(accounts, sourceOrdinal, source);
  setCounters(accounts, destinationOrdinal, destination);
  if (row.step === "posted" || row.step === "cleared") {
    state.books.enter(accounts, row, head.timeMs);
  }
  const position = { place: head.place, sub: row.sub };
  moveHead(state, sourceOrdinal, position, row.sourcePrevious, head);
  moveHead(state, destinationOrdinal, position, row.destinationPrevious, head);
}

function moveHead(
  { accounts, entryIndex }: LedgerState,
  ordinal: number,
  position: RowPosition,
  previous: RowPosition,
  head: RecordHead,
): void {
  invariant(
    accounts.headPlace(ordinal) === previous.place && accounts.headSub(ordinal) === previous.sub,
    "a row follows the newest row of its account",
  );
  accounts.setHead(ordinal, position);
  if (accounts.rowCount(ordinal) % ENTRY_INDEX_EVERY === 0) {
    const row = encodeIdSuffix(head.timeMs, head.shard, position.place, position.sub);
    entryIndex.add(accounts.scope(ordinal), accounts.suffix(ordinal) + row, NO_BYTES);
  }
}

function countersOf(accounts: AccountTable, ordinal: number): Counters {
  return {
    debitsPosted: accounts.debitsPosted(ordinal),
    creditsPosted: accounts.creditsPosted(ordinal),
    debitsPending: accounts.debitsPending(ordinal),
    creditsPending: accounts.creditsPending(ordinal),
  };
}

function setCounters(accounts: AccountTable, ordinal: number, counters: Counters): void {
  accounts.setCounters(
    ordinal,
    counters.debitsPosted,
    counters.creditsPosted,
    counters.debitsPending,
    counters.creditsPending,
  );
}
