/**
 * Takes the credits that banks tell: finds the one place that has a credit or is to have it, and asks that shard to take it
 * (decisions/0139).
 * Guarantees: the tellings of one reference are taken one after another, and all go to one place, whose record is the last
 * word; where a credit went is remembered until the view of that shard shows it. Keeps no credit.
 */
import { frameOf, originOf } from "../base/id.ts";
import type { ProviderCredit } from "../contract/messages/provider_credit.ts";
import type { CreditVerdict } from "../contract/messages/provider_news.ts";
import { isCurrency } from "../contract/values/currencies.ts";
import type { UnassignedReason } from "../features/unassigned_credit/unassigned_credit_document.ts";
import { keyOfUnassigned } from "../features/unassigned_credit/unassigned_credit_document.ts";
import { keptPayer } from "../features/unassigned_credit/unassigned_credit_payer.ts";
import {
  type AddressHome,
  type CreditHome,
  type CreditViews,
  type NamedCredit,
  textOfTarget,
} from "./credit_views.ts";
import { OpenedDetails } from "./opened_details.ts";
import type { ProviderReport } from "./provider_shard.ts";

/** References of which it is remembered where they went; one more that is new is answered with 503. */
export const REMEMBERED_MAX = 65_536;
/**
 * How long a report whose end is not known is remembered, milliseconds: by then its shard has decided it, or has ended.
 */
export const UNCERTAIN_MS = 600_000;
/** Stands for an address that nobody has, in a telling of a credit that a shard has by an address. */
const NO_ADDRESS = `fa_${"0".repeat(26)}`;

export type ProviderCreditsParts = {
  views: CreditViews;
  /** Resolves with the shard's answer when it is durable; rejects where its end is not known. */
  report(report: ProviderReport): Promise<unknown>;
  /** Resolves when the views show all that was acknowledged when this was called. */
  shown(): Promise<void>;
  /** Called for a credit that has become nobody's, and for a telling that contradicts an earlier one. */
  noted(verdict: "unassigned" | "contradictory", named: NamedCredit): void;
  nowMs(): number;
};

/** Where the tellings of a reference go. `frame`: of the record; absent while its end is not known, or the views tell. */
type Remembered = { place: CreditHome; named: NamedCredit; sinceMs: number; frame?: number };
type Answer = { status: number; body: string | undefined };

export class ProviderCredits {
  readonly #parts: ProviderCreditsParts;
  /** The newest telling of each reference that is being taken. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #remembered = new Map<string, Remembered>();
  readonly #opened: OpenedDetails;

  constructor(parts: ProviderCreditsParts) {
    this.#parts = parts;
    this.#opened = new OpenedDetails(parts.views, parts.nowMs);
  }

  /** Notes the details of an address that a report is about to tell its shard; to be called before it is sent. */
  noteDetails(provider: string, report: Pick<ProviderReport, "shard" | "input">): void {
    this.#opened.note(provider, report);
  }

  /** How many references are remembered. */
  get size(): number {
    return this.#remembered.size;
  }

  /**
   * Resolves when the credit is on disk, or was; undefined where it cannot be taken now. Rejects where that is not known:
   * then it is to be told again.
   */
  async take(provider: string, credit: ProviderCredit): Promise<CreditVerdict | undefined> {
    const key = keyOfUnassigned(provider, credit.creditReference);
    const before = this.#underWay.get(key) ?? Promise.resolve();
    const taking = before.then(() => this.#takeNext(provider, credit));
    const ended = taking.then(ignored, ignored);
    this.#underWay.set(key, ended);
    try {
      return await taking;
    } finally {
      if (this.#underWay.get(key) === ended) this.#underWay.delete(key);
    }
  }

  /** Forgets what the views show by now, and what is too old to be decided still. */
  look(): void {
    const { views, nowMs } = this.#parts;
    this.#opened.look();
    const now = nowMs();
    const shown = new Map<number, number>();
    for (const [key, { place, named, frame, sinceMs }] of this.#remembered) {
      const { shard } = place;
      const sequence = shown.get(shard) ?? views.sequenceOf(shard);
      shown.set(shard, sequence);
      const isShown = frame === undefined ? views.holderOf(named) !== undefined : sequence >= frame;
      if (isShown || now - sinceMs > UNCERTAIN_MS) this.#remembered.delete(key);
    }
  }

  async #takeNext(provider: string, credit: ProviderCredit): Promise<CreditVerdict | undefined> {
    const named = { provider, reference: credit.creditReference };
    let { holder, addresses } = this.#lookUp(named, credit);
    if (holder === undefined && addresses.length === 0) {
      // The bank's answer to the opening may be on the disk and not in the view.
      await this.#parts.shown();
      ({ holder, addresses } = this.#lookUp(named, credit));
    }
    if (holder === undefined && this.#remembered.size >= REMEMBERED_MAX) return undefined;
    if (holder?.isNobodys === true) return await this.#toNobody(named, credit, "address_unknown");
    if (holder !== undefined) {
      const address = addresses.find(({ shard }) => shard === holder.shard) ?? addresses[0];
      return (await this.#toShard(named, credit, holder, address)) || undefined;
    }
    const [address, other] = addresses;
    const isAmbiguous = other !== undefined || this.#isElsewhere(provider, credit, address);
    const reason = reasonOf(credit, address, isAmbiguous);
    if (address === undefined || reason !== undefined) {
      return await this.#toNobody(named, credit, reason ?? "address_unknown");
    }
    const place = { shard: address.shard, realm: address.realm, isNobodys: false };
    const verdict = await this.#toShard(named, credit, place, address);
    return verdict || (await this.#toNobody(named, credit, "not_taken"));
  }

  #lookUp(named: NamedCredit, { target }: ProviderCredit) {
    const { views } = this.#parts;
    const remembered = this.#remembered.get(keyOfUnassigned(named.provider, named.reference));
    return {
      holder: remembered?.place ?? views.holderOf(named),
      addresses: views.addressesOf(named.provider, target),
    };
  }

  /** Whether another shard than that of the address is about to have the details by which the credit was sent. */
  #isElsewhere(
    provider: string,
    { target }: ProviderCredit,
    address: AddressHome | undefined,
  ): boolean {
    if (address === undefined || !("address" in target)) return false;
    const { shards } = this.#parts.views;
    return this.#opened.isElsewhere(provider, target.address, { shards, not: [address.shard] });
  }

  /** False where the shard has refused it, so that it has not taken it. */
  async #toShard(
    named: NamedCredit,
    credit: ProviderCredit,
    place: CreditHome,
    address: AddressHome | undefined,
  ): Promise<CreditVerdict | false> {
    const { financialAddressId = NO_ADDRESS } = address ?? {};
    const input = { ...named, financialAddressId, ...toldOf(credit) };
    const answer = await this.#report(named, place, "received_credit.take", input);
    if (answer.status !== 200) {
      this.#remembered.delete(keyOfUnassigned(named.provider, named.reference));
      return false;
    }
    const told = JSON.parse(answer.body ?? "{}") as {
      receivedCreditId: string;
      verdict: CreditVerdict;
    };
    const origin = originOf("rc", told.receivedCreditId);
    this.#remember(named, place, origin && frameOf(origin.place));
    return this.#noted(told.verdict, named);
  }

  async #toNobody(
    named: NamedCredit,
    credit: ProviderCredit,
    reason: UnassignedReason,
  ): Promise<CreditVerdict | undefined> {
    const place = this.#parts.views.nobodys;
    if (place === undefined) return undefined;
    const input = { ...named, reason, sentTo: textOfTarget(credit.target), ...toldOf(credit) };
    const answer = await this.#report(named, place, "unassigned_credit.take", input);
    if (answer.status !== 200) return undefined;
    const { verdict } = JSON.parse(answer.body ?? "{}") as { verdict: CreditVerdict };
    return this.#noted(verdict, named);
  }

  /** Whatever becomes of it, later tellings go there too, until it is known that nothing did. */
  async #report(
    named: NamedCredit,
    place: CreditHome,
    operation: ProviderReport["operation"],
    input: Record<string, unknown>,
  ): Promise<Answer> {
    this.#remember(named, place, undefined);
    const { shard, realm } = place;
    return (await this.#parts.report({ shard, realm, operation, input })) as Answer;
  }

  #remember(named: NamedCredit, place: CreditHome, frame: number | undefined): void {
    const key = keyOfUnassigned(named.provider, named.reference);
    const sinceMs = this.#parts.nowMs();
    const entry = { place, named, sinceMs, ...(frame !== undefined && { frame }) };
    this.#remembered.set(key, entry);
  }

  #noted(verdict: CreditVerdict, named: NamedCredit): CreditVerdict {
    if (verdict === "unassigned" || verdict === "contradictory") this.#parts.noted(verdict, named);
    return verdict;
  }
}

/** Why a credit that nobody has yet is nobody's; undefined where it is the address's. */
function reasonOf(
  { currency }: ProviderCredit,
  address: AddressHome | undefined,
  isAmbiguous: boolean,
): UnassignedReason | undefined {
  if (address === undefined) return "address_unknown";
  if (isAmbiguous) return "address_ambiguous";
  return isCurrency(currency) ? undefined : "currency_unknown";
}

/** What both steps take of a telling. The number of the payer's account is cut here. */
function toldOf({ newsId, amount, currency, payer, remittance, occurredAtMs }: ProviderCredit) {
  const kept = payer && keptPayer(payer);
  return {
    ...{ newsId, amount, currency, occurredAtMs },
    ...(kept !== undefined && { payer: kept }),
    ...(remittance !== undefined && remittance !== "" && { remittance }),
  };
}

function ignored(): void {}
