/** What a call of a program asks for, in the memory of the shard. */
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import type { ConsentDocument } from "../consent/consent_document.ts";
import type { CustomerDocument } from "../customer/customer_document.ts";
import type { CustomerAccessDocument } from "../customer_access/customer_access_document.ts";
import { accessOf } from "../customer_access/used_access.ts";
import type { DecisionDocument } from "../decision/decision_document.ts";
import type { EntityDocument } from "../entity/entity_document.ts";
import { entityOf } from "../entity/entity_lifecycle.ts";
import { type RoleName, roleCodeOf } from "../ledger/roles.ts";
import type { ProductProgramDocument } from "../product/product_build_document.ts";
import { compiledOf, programOf } from "../product/running_program.ts";
import type { ObjectDocument } from "./object_document.ts";
import type { AccountRef, ObjectSource } from "./object_source.ts";
import type { ObjectState } from "./object_state.ts";

export class StateSource implements ObjectSource {
  readonly realm: number;
  readonly #state: ObjectState;
  /** The object that was asked for last: a call asks for its own object again and again. */
  #object: ObjectDocument | undefined;

  /** Sees the realm as it is now: of use until the state changes. `known`: an object as it is now. */
  constructor(state: ObjectState, realm: number, known?: ObjectDocument) {
    this.#state = state;
    this.realm = realm;
    this.#object = known;
  }

  program(): ProductProgramDocument | undefined {
    return programOf(this.#state, this.realm);
  }

  compiled(buildId: string): CompiledProgram | undefined {
    return compiledOf(this.#state, this.realm, buildId);
  }

  object(objectId: string): ObjectDocument | undefined {
    if (this.#object?.objectId === objectId) return this.#object;
    const found = this.#state.objects.byId(this.realm, objectId);
    this.#object = found;
    return found;
  }

  claimedBy(key: string): string | undefined {
    return this.#state.objectClaims.get(this.realm, key)?.claimedBy;
  }

  total(key: string): bigint {
    return BigInt(this.#state.objectTotals.get(this.realm, key)?.total ?? "0");
  }

  decision(decisionId: string): DecisionDocument | undefined {
    return this.#state.decisions.byId(this.realm, decisionId);
  }

  consent(consentId: string): ConsentDocument | undefined {
    return this.#state.consents.byId(this.realm, consentId);
  }

  customer(customerId: string): CustomerDocument | undefined {
    return this.#state.customers.byId(this.realm, customerId);
  }

  entityOf(customer: CustomerDocument): EntityDocument {
    return entityOf(this.#state, this.realm, customer);
  }

  accessOf(customer: CustomerDocument): CustomerAccessDocument | undefined {
    return accessOf(this.#state, customer);
  }

  account(accountId: string): AccountRef | undefined {
    return this.#refOf(this.#state.accounts.ordinalOf(this.realm, accountId));
  }

  accountOfCustomer(customerId: string, role: string, currency: string): AccountRef | undefined {
    const { accounts } = this.#state;
    const roleCode = roleCodeOf(role as RoleName);
    let oldest = -1;
    let oldestUsable = -1;
    for (const ordinal of accounts.ofOwner("customer", customerId)) {
      if (accounts.realm(ordinal) !== this.realm || accounts.roleCode(ordinal) !== roleCode)
        continue;
      if (!accounts.hasCurrency(ordinal, currency)) continue;
      oldest = ordinal;
      if (accounts.status(ordinal) !== "closed") oldestUsable = ordinal;
    }
    return this.#refOf(oldestUsable < 0 ? oldest : oldestUsable);
  }

  available({ ordinal }: AccountRef): bigint {
    const { accounts } = this.#state;
    return (
      accounts.creditsPosted(ordinal) -
      accounts.debitsPosted(ordinal) -
      accounts.debitsPending(ordinal)
    );
  }

  reserved({ ordinal }: AccountRef): bigint {
    return this.#state.accounts.debitsPending(ordinal);
  }

  #refOf(ordinal: number): AccountRef | undefined {
    return ordinal < 0
      ? undefined
      : { ordinal, accountId: this.#state.accounts.accountId(ordinal) };
  }
}
