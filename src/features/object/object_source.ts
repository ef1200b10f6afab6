/**
 * Where a call of a program finds what it asks for: in the memory of the shard, which decides, or in a snapshot,
 * from which previews are answered. Both give the same answers about the same moment.
 */
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import type { ConsentDocument } from "../consent/consent_document.ts";
import type { CustomerDocument } from "../customer/customer_document.ts";
import type { CustomerAccessDocument } from "../customer_access/customer_access_document.ts";
import type { DecisionDocument } from "../decision/decision_document.ts";
import type { EntityDocument } from "../entity/entity_document.ts";
import type { ProductProgramDocument } from "../product/product_build_document.ts";
import type { ObjectDocument } from "./object_document.ts";

/** An account that is there; `ordinal` is its number in the ledger. */
export type AccountRef = { accountId: string; ordinal: number };

export interface ObjectSource {
  readonly realm: number;
  /** What the Product runs; undefined for a Product without a Build. */
  program(): ProductProgramDocument | undefined;
  /** The program of a Build that the Product has, or had. */
  compiled(buildId: string): CompiledProgram | undefined;
  object(objectId: string): ObjectDocument | undefined;
  /** By the keys of `object_state.ts`. */
  claimedBy(key: string): string | undefined;
  total(key: string): bigint;
  decision(decisionId: string): DecisionDocument | undefined;
  consent(consentId: string): ConsentDocument | undefined;
  customer(customerId: string): CustomerDocument | undefined;
  entityOf(customer: CustomerDocument): EntityDocument;
  accessOf(customer: CustomerDocument): CustomerAccessDocument | undefined;
  account(accountId: string): AccountRef | undefined;
  /**
   * The oldest account of the customer with role and currency that is not closed; the oldest closed one where
   * there is no other.
   */
  accountOfCustomer(customerId: string, role: string, currency: string): AccountRef | undefined;
  /** What the account may spend. */
  available(account: AccountRef): bigint;
  /** What is on the account, and reserved. */
  reserved(account: AccountRef): bigint;
}
