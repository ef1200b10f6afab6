/** The world that the engine of programs asks, over the objects, accounts and people of a realm. */
import { invariant } from "../../base/invariant.ts";
import type { Account } from "../../programs/run/account.ts";
import type { ObjectRecord } from "../../programs/run/object_record.ts";
import type {
  AggregateKey,
  ClaimKey,
  ConsentRecord,
  DecisionRecord,
  LimitKey,
  Party,
  World,
} from "../../programs/run/world.ts";
import { consentRecordOf } from "../consent/consent_use.ts";
import { recordOfDocument } from "./object_document.ts";
import type { AccountRef, ObjectSource } from "./object_source.ts";
import { aggregateKey, claimKey, limitKey } from "./object_state.ts";

/**
 * The moment of a call. `nowMs`: the Product's clock. `unseen`: what is on an account, and the object has not been told of yet; less
 * than nothing where the account is seen with money that is still to come.
 */
export type CallMoment = {
  nowMs: number;
  productId: string;
  checksBalances: boolean;
  unseen?: UnseenMoney | undefined;
};
export type UnseenMoney = { accountId: string; amountMinor: bigint };

export class ObjectWorld implements World {
  readonly nowMs: number;
  readonly productId: string;
  readonly checksBalances: boolean;
  readonly #source: ObjectSource;
  readonly #unseen: UnseenMoney | undefined;
  /** By the account as an expression gave it, because one that moves money is asked for again and again. */
  readonly #accounts = new Map<Account, AccountRef | undefined>();
  #objects: Map<string, ObjectRecord> | undefined;
  #parties: Map<string, Party | undefined> | undefined;

  constructor(source: ObjectSource, { nowMs, productId, checksBalances, unseen }: CallMoment) {
    this.#source = source;
    this.nowMs = nowMs;
    this.productId = productId;
    this.checksBalances = checksBalances;
    this.#unseen = unseen;
  }

  balance(account: Account): bigint {
    const found = this.accountOf(account);
    if (found === undefined) return 0n;
    const unseen = this.#unseen?.accountId === found.accountId ? this.#unseen.amountMinor : 0n;
    return this.#source.available(found) - unseen;
  }

  reserved(account: Account): bigint {
    const found = this.accountOf(account);
    return found === undefined ? 0n : this.#source.reserved(found);
  }

  accountIdOf(account: Account): string {
    return this.accountOf(account)?.accountId ?? account.key;
  }

  /** The account that a program names; undefined where there is none. */
  accountOf(account: Account): AccountRef | undefined {
    const known = this.#accounts.get(account);
    if (known !== undefined || this.#accounts.has(account)) return known;
    const found = this.#find(account);
    this.#accounts.set(account, found);
    return found;
  }

  object(kind: string, objectId: string): ObjectRecord | undefined {
    const known = this.#objects?.get(objectId);
    if (known !== undefined) return known.kind === kind ? known : undefined;
    const document = this.#source.object(objectId);
    if (document?.kind !== kind) return undefined;
    const program = this.#source.compiled(document.buildId);
    invariant(program !== undefined, "the Build of an object is installed");
    const record = recordOfDocument(program, document);
    this.#objects ??= new Map();
    this.#objects.set(objectId, record);
    return record;
  }

  claimedBy(claim: ClaimKey): string | undefined {
    return this.#source.claimedBy(claimKey(this.#source.realm, claim));
  }

  aggregate(key: AggregateKey): bigint {
    return this.#source.total(aggregateKey(this.#source.realm, key));
  }

  exposure(key: LimitKey): bigint {
    return this.#source.total(limitKey(this.#source.realm, key));
  }

  party(customerId: string): Party | undefined {
    this.#parties ??= new Map();
    const known = this.#parties.get(customerId);
    if (known !== undefined || this.#parties.has(customerId)) return known;
    const party = this.#partyOf(customerId);
    this.#parties.set(customerId, party);
    return party;
  }

  decision(objectId: string, gate: string): DecisionRecord | undefined {
    const decisionId = this.#source.object(objectId)?.decisions?.[gate];
    const decision = decisionId === undefined ? undefined : this.#source.decision(decisionId);
    if (decision === undefined) return undefined;
    const { status, deadlineMs, onTimeout, usedAtMs } = decision;
    return {
      decisionId: decision.decisionId,
      status,
      deadlineMs,
      onTimeout,
      isUsed: usedAtMs !== undefined,
    };
  }

  consent(consentId: string): ConsentRecord | undefined {
    const consent = this.#source.consent(consentId);
    return consent && consentRecordOf(consent, this.nowMs);
  }

  isRetired(kind: string): boolean {
    return this.#source.program()?.retiredKinds.includes(kind) === true;
  }

  #find(account: Account): AccountRef | undefined {
    const source = this.#source;
    switch (account.kind) {
      case "own": {
        const accountId = source.object(account.objectId)?.ownAccounts?.[account.name];
        return accountId === undefined ? undefined : source.account(accountId);
      }
      case "product": {
        const accountId = source.program()?.accounts[`${account.name}.${account.currency}`];
        return accountId === undefined ? undefined : source.account(accountId);
      }
      case "customer":
        return source.accountOfCustomer(account.customerId, account.role, account.currency);
      case "account":
        return source.account(account.accountId);
      case "beneficiary":
      case "mandate":
        return undefined;
    }
  }

  #partyOf(customerId: string): Party | undefined {
    const source = this.#source;
    const customer = source.customer(customerId);
    if (customer === undefined) return undefined;
    const {
      entityId,
      status: entityStatus,
      kind: entityKind,
      kycTier: tier,
    } = source.entityOf(customer);
    const access = source.accessOf(customer);
    const stands = access !== undefined && access.status !== "revoked";
    return {
      customerId,
      status: customer.status,
      entityId,
      entityStatus,
      entityKind,
      tier,
      access: stands
        ? {
            customerAccessId: access.customerAccessId,
            status: access.status,
            isRefused: access.compliance.outcome === "refused",
          }
        : undefined,
    };
  }
}
