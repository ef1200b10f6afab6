/**
 * Double entry. A plan is an all-or-nothing list of legs decided against the accounts as they are
 * plus the legs before it; its rows are facts; `applyTransferRow` is the only code that changes a
 * balance, live and on replay alike.
 * Guarantees: each row debits one account and credits another by one amount, so every currency of
 * every realm sums to zero; no account but the platform's goes below zero available, and a Product's
 * account of losses by what a bank has taken; no balance passes BALANCE_MAX. What an account was debited and credited in its life has no limit.
 * Does not check status, currency or ownership: the operations do, each in its own order.
 */
import type { Place } from "../../base/id.ts";
import { encodeIdSuffix } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { RecordHead } from "../../contract/records/record.ts";
import { correctedPlace } from "./correction.ts";
import type { LedgerAccounts } from "./ledger_accounts.ts";
import type { LedgerState } from "./ledger_state.ts";
import { EXTERNAL_ROLE, PRODUCT_LOSSES_ROLE, roleCodeOf } from "./roles.ts";
import {
  type RowExtras,
  type RowPosition,
  type Step,
  TRANSFER_ROW,
  type TransferKind,
  type TransferRow,
} from "./transfer_row.ts";

/**
 * The largest balance of an account, minor units, with what holds reserve for the account: so a hold
 * can always be cleared. What external accounts have has no limit: one is debited all that is in the
 * realm, and would close the realm's currency to new money. What is reserved for one has this limit.
 */
export const BALANCE_MAX = 2n ** 63n - 1n;
/** One of this many rows of an account is indexed by time, which bounds a walk by date. */
export const ENTRY_INDEX_EVERY = 256;

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);
const LOSSES_CODE = roleCodeOf(PRODUCT_LOSSES_ROLE);
const NO_BYTES = new Uint8Array(0);

/**
 * Why a leg is refused: the source has too little available, or the destination would have more than
 * BALANCE_MAX. `currentMinor`: what the destination has, and what holds reserve for it.
 */
export type LegRefusal =
  | { reason: "insufficient"; availableMinor: bigint }
  | { reason: "balance"; accountId: string; currentMinor: bigint };

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
  readonly #accounts: LedgerAccounts;
  readonly #place: Place;
  readonly #staged = new Map<number, Staged>();
  readonly #planned = new Map<number, PlannedAccount>();

  constructor(accounts: LedgerAccounts, place: Place) {
    this.#accounts = accounts;
    this.#place = place;
  }

  /**
   * Allows legs to name an account that does not exist yet; returns the ordinal that the account
   * will have. The facts that create such accounts must stand in the record in the order of these
   * calls, before the plan's rows.
   */
  willCreate(account: PlannedAccount): number {
    const { count } = this.#accounts;
    invariant(count !== undefined, "a plan that opens accounts is over those in memory");
    const ordinal = count + this.#planned.size;
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
    // The amount was reserved at the source, and within the destination's limit.
    if (leg.step === "cleared" || leg.step === "released") return undefined;
    const currentMinor = this.#limitedOf(leg, destination);
    if (currentMinor !== undefined && currentMinor + leg.amountMinor > BALANCE_MAX) {
      const accountId = this.#accountId(leg.destinationOrdinal);
      return { reason: "balance", accountId, currentMinor };
    }
    if (this.#isExternal(leg.sourceOrdinal)) {
      invariant(leg.step !== "reserved", "nothing is reserved at an external account");
      return undefined;
    }
    if (this.#isLoss(leg)) return undefined;
    const availableMinor = source.creditsPosted - source.debitsPosted - source.debitsPending;
    if (availableMinor < leg.amountMinor) return { reason: "insufficient", availableMinor };
    return undefined;
  }

  #accountId(ordinal: number): string {
    return this.#planned.get(ordinal)?.accountId ?? this.#accounts.accountId(ordinal);
  }

  /**
   * What of the destination may not pass BALANCE_MAX, before the leg: of an external account only what is reserved for
   * it; undefined where nothing is limited.
   */
  #limitedOf({ step, destinationOrdinal }: Leg, destination: Staged): bigint | undefined {
    const { creditsPosted, debitsPosted, creditsPending } = destination;
    if (!this.#isExternal(destinationOrdinal)) return creditsPosted - debitsPosted + creditsPending;
    return step === "reserved" ? creditsPending : undefined;
  }

  #isExternal(ordinal: number): boolean {
    return this.#roleCode(ordinal) === EXTERNAL_CODE;
  }

  /**
   * A bank has taken money that nobody has any more: back from a collection, or for a payout that it had said it would not carry out.
   * Other collections debit accounts of customers, and other payouts of accounts of losses have reserved what they pay, or stay within
   * the Product.
   */
  #isLoss({ step, transferKind, sourceOrdinal, destinationOrdinal }: Leg): boolean {
    if (step !== "posted" || this.#roleCode(sourceOrdinal) !== LOSSES_CODE) return false;
    if (transferKind === "collection") return true;
    return transferKind === "payout" && this.#roleCode(destinationOrdinal) === EXTERNAL_CODE;
  }

  #roleCode(ordinal: number): number {
    return this.#planned.get(ordinal)?.roleCode ?? this.#accounts.roleCode(ordinal);
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

/**
 * The whole arithmetic of the ledger: how a step changes what the source was debited and what the
 * destination was credited. It changes no other counter.
 */
function moveCounters(
  { step, amountMinor, reservedMinor }: Pick<Leg, "step" | "amountMinor" | "reservedMinor">,
  source: Pick<Staged, "debitsPosted" | "debitsPending">,
  destination: Pick<Staged, "creditsPosted" | "creditsPending">,
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
 * is a bug or damage, and stops the shard.
 */
export function applyTransferRow(state: LedgerState, row: TransferRow, head: RecordHead): void {
  const { accounts } = state;
  const { sourceOrdinal, destinationOrdinal } = row;
  const source = {
    debitsPosted: accounts.debitsPosted(sourceOrdinal),
    debitsPending: accounts.debitsPending(sourceOrdinal),
  };
  const destination = {
    creditsPosted: accounts.creditsPosted(destinationOrdinal),
    creditsPending: accounts.creditsPending(destinationOrdinal),
  };
  moveCounters(row, source, destination);
  invariant(
    accounts.creditsPosted(sourceOrdinal) - source.debitsPosted === row.sourcePosted &&
      source.debitsPending === row.sourceHeld,
    "a row leads to the source balance it names",
  );
  invariant(
    destination.creditsPosted - accounts.debitsPosted(destinationOrdinal) ===
      row.destinationPosted && accounts.debitsPending(destinationOrdinal) === row.destinationHeld,
    "a row leads to the destination balance it names",
  );
  accounts.setDebits(sourceOrdinal, source.debitsPosted, source.debitsPending);
  accounts.setCredits(destinationOrdinal, destination.creditsPosted, destination.creditsPending);
  if (row.step === "posted" || row.step === "cleared") {
    state.books.enter(accounts, row, head.timeMs);
    state.days.enter(accounts, row, head, correctedPlace(row));
  } else if (row.step === "failed") state.days.enter(accounts, row, head);
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
    entryIndex.add(accounts.realm(ordinal), accounts.suffix(ordinal) + row, NO_BYTES);
  }
}
