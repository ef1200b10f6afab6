/**
 * Where credits are looked up: the views of all ledger shards. Which shard has a credit of a bank already, as a received
 * credit of an address or as one that is nobody's; and which addresses of the bank one was sent to. Nothing is searched.
 */
import { originOf } from "../base/id.ts";
import type { CreditTarget } from "../contract/messages/provider_credit.ts";
import type { AddressDetails } from "../contract/messages/provider_protocol.ts";
import { FIRST_LEDGER_SHARD, PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import type { FoundRow } from "../contract/tables/document_index.ts";
import { decodeDocument } from "../contract/tables/table.ts";
import { normalDetails, textOfDetails } from "../features/financial_address/address_details.ts";
import type { FinancialAddressDocument } from "../features/financial_address/financial_address_document.ts";
import { entryOf } from "../features/financial_address/financial_address_noun.ts";
import {
  keyOfRequest,
  PROVIDER_REQUEST_PREFIX,
  type ProviderRequestDocument,
} from "../features/provider_request/provider_request_document.ts";
import { SIMULATOR } from "../features/provider_request/providers.ts";
import { LEDGER_TABLE } from "../features/table_codes.ts";
import {
  keyOfUnassigned,
  type UnassignedCreditDocument,
} from "../features/unassigned_credit/unassigned_credit_document.ts";
import {
  openCreditsCountIn,
  unassignedCreditIn,
} from "../features/unassigned_credit/unassigned_credit_state.ts";
import type { ShardView } from "../views/shard_view.ts";

const ADDRESS_PREFIX = "fa";

/** What of a shard's view it is looked up in. */
export type CreditView = Pick<
  ShardView,
  "shard" | "sequence" | "refreshed" | "realmNumberOf" | "record" | "get" | "ascend"
>;

/** A credit by the bank that told it and the bank's own name of it. */
export type NamedCredit = Pick<UnassignedCreditDocument, "provider" | "reference">;
/** Where a credit is, or will be. `isNobodys`: in the platform's realm. */
export type CreditHome = { shard: number; realm: number; isNobodys: boolean };
export type AddressHome = { shard: number; realm: number; financialAddressId: string };

export class CreditViews {
  readonly #views = new Map<number, CreditView>();

  add(view: CreditView): void {
    this.#views.set(view.shard, view);
  }

  /** The numbers of the shards whose views are open. */
  get shards(): Iterable<number> {
    return this.#views.keys();
  }

  /** Whether the view of the shard shows an address with the details, or one that had them; `entry`: see `entryOf`. */
  showsDetails(shard: number, entry: string): boolean {
    const view = this.#views.get(shard);
    view?.refreshed();
    return view?.get(LEDGER_TABLE.financialAddressByDetails, 0, entry) !== undefined;
  }

  /** The frame at which the view of a shard stands now. */
  sequenceOf(shard: number): number {
    const view = this.#views.get(shard);
    view?.refreshed();
    return view?.sequence ?? -1;
  }

  /** Where credits stand that are nobody's; undefined while that shard's view is not open, or has no such realm. */
  get nobodys(): CreditHome | undefined {
    const view = this.#views.get(FIRST_LEDGER_SHARD);
    view?.refreshed();
    const realm = view?.realmNumberOf(PLATFORM_REALM_KEY);
    return realm === undefined ? undefined : { shard: FIRST_LEDGER_SHARD, realm, isNobodys: true };
  }

  /** How many credits are nobody's, and nobody has said what becomes of them. */
  get openCount(): number {
    const view = this.#views.get(FIRST_LEDGER_SHARD);
    view?.refreshed();
    return view === undefined ? 0 : openCreditsCountIn(view);
  }

  /** The credit, where it is nobody's or was until the operator said whose; undefined where it never was. */
  nobodysCredit(named: NamedCredit): UnassignedCreditDocument | undefined {
    const { nobodys } = this;
    const view = nobodys && this.#views.get(nobodys.shard);
    return view && unassignedCreditIn(view, nobodys.realm, named);
  }

  /**
   * Who has the credit, as the views show it. One that was nobody's stays with where it was, though it was assigned and is
   * a received credit by now.
   */
  holderOf(named: NamedCredit): CreditHome | undefined {
    if (this.nobodysCredit(named) !== undefined) return this.nobodys;
    const entry = keyOfUnassigned(named.provider, named.reference);
    for (const view of this.#views.values()) {
      view.refreshed();
      const value = view.get(LEDGER_TABLE.receivedCreditByReference, 0, entry);
      if (value === undefined) continue;
      const { realm } = decodeDocument<FoundRow>(value);
      return { shard: view.shard, realm, isNobodys: false };
    }
    return undefined;
  }

  /**
   * The addresses of this bank that are named so: none, one, or one on each of several shards. Also those that are not
   * active. A bank cannot credit another bank's address, nor one of a sandbox.
   */
  addressesOf(provider: string, target: CreditTarget): AddressHome[] {
    if (provider === SIMULATOR) return [];
    if ("address" in target) return this.#byDetails(provider, target.address);
    const found =
      "effectId" in target
        ? this.#byEffect(provider, target.effectId)
        : this.#byId(provider, target.financialAddressId);
    return found === undefined ? [] : [found];
  }

  #byDetails(provider: string, told: AddressDetails): AddressHome[] {
    const entry = entryOf(normalDetails(told));
    return [...this.#views.values()].flatMap((view) => {
      view.refreshed();
      const value = view.get(LEDGER_TABLE.financialAddressByDetails, 0, entry);
      return (value && addressIn(view, provider, decodeDocument<FoundRow>(value))) ?? [];
    });
  }

  #byId(provider: string, financialAddressId: string): AddressHome | undefined {
    const made = this.#madeBy(ADDRESS_PREFIX, financialAddressId);
    const key = financialAddressId.slice(ADDRESS_PREFIX.length + 1);
    return made && addressIn(made.view, provider, { key, realm: made.realm });
  }

  /** The address that an effect has opened, or was to change. */
  #byEffect(provider: string, effectId: string): AddressHome | undefined {
    const made = this.#madeBy(PROVIDER_REQUEST_PREFIX, effectId);
    if (made === undefined) return undefined;
    const { view, realm } = made;
    const value = view.get(LEDGER_TABLE.providerRequest, realm, keyOfRequest(effectId));
    const request = value && decodeDocument<ProviderRequestDocument>(value);
    if (request?.kind !== "address" || request.provider !== provider) return undefined;
    return this.#byId(provider, request.subject.id);
  }

  /** The view and the realm in which a record has made the thing with this id. */
  #madeBy(prefix: string, id: string): { view: CreditView; realm: number } | undefined {
    const origin = originOf(prefix, id);
    const view = origin && this.#views.get(origin.shard);
    if (origin === undefined || view === undefined) return undefined;
    view.refreshed();
    const realm = view.record(origin.place)?.realm;
    return realm === undefined ? undefined : { view, realm };
  }
}

function addressIn(
  view: CreditView,
  provider: string,
  { key, realm }: FoundRow,
): AddressHome | undefined {
  const value = view.get(LEDGER_TABLE.financialAddress, realm, key);
  const address = value && decodeDocument<FinancialAddressDocument>(value);
  if (address?.provider !== provider) return undefined;
  return { shard: view.shard, realm, financialAddressId: address.financialAddressId };
}

/** What an address was named by, on one line. */
export function textOfTarget(target: CreditTarget): string {
  if ("address" in target) return textOfDetails(normalDetails(target.address));
  return "effectId" in target
    ? `effect ${target.effectId}`
    : `address ${target.financialAddressId}`;
}
