/** What a call of a program asks for, as a snapshot shows it: for previews and for lists of allowed actions. */
import { suffixOf } from "../../base/id.ts";
import { invariant } from "../../base/invariant.ts";
import type { Seen } from "../../contract/declare/resource.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { accountsOfCustomer } from "../account/customer_accounts.ts";
import { consents } from "../consent/consent_noun.ts";
import { customers } from "../customer/customer_noun.ts";
import { customerAccesses } from "../customer_access/customer_access_noun.ts";
import { decisions } from "../decision/decision_noun.ts";
import { entities } from "../entity/entity_resource.ts";
import { type SeenAccount, seeAccount } from "../ledger/account_rows.ts";
import { seeBalance } from "../ledger/balance_block.ts";
import { type RoleName, roleCodeOf } from "../ledger/roles.ts";
import { compiledIn, programIn } from "../product/running_program.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { objects } from "./object_resource.ts";
import type { AccountRef, ObjectSource } from "./object_source.ts";
import type { ClaimDocument, TotalDocument } from "./object_state.ts";

export function sourceOfSnapshot(snapshot: Snapshot, realm: number): ObjectSource {
  const documentOf = <T>(table: number, key: string): T | undefined => {
    const value = snapshot.get(table, realm, key);
    return value === undefined ? undefined : decodeDocument<T>(value);
  };
  const named = <D>(
    resource: { find(snapshot: Snapshot, realm: number, id: string): Seen<D> | undefined },
    id: string,
  ): D | undefined => resource.find(snapshot, realm, id)?.document;
  return {
    realm,
    program: () => programIn(snapshot, realm),
    compiled: (buildId) => compiledIn(snapshot, realm, buildId),
    object: (objectId) => named(objects, objectId),
    claimedBy: (key) => documentOf<ClaimDocument>(LEDGER_TABLE.objectClaim, key)?.claimedBy,
    total: (key) => BigInt(documentOf<TotalDocument>(LEDGER_TABLE.objectTotal, key)?.total ?? "0"),
    decision: (decisionId) => named(decisions, decisionId),
    consent: (consentId) => named(consents, consentId),
    customer: (customerId) => named(customers, customerId),
    entityOf({ entity }) {
      const found = named(entities, entity.entityId);
      invariant(found !== undefined, "a customer has an entity");
      return found;
    },
    accessOf: ({ access }) => access && named(customerAccesses, access.customerAccessId),
    account(accountId) {
      const seen = seeAccount(snapshot, realm, accountId);
      return seen && refOf(seen);
    },
    accountOfCustomer(customerId, role, currency) {
      const suffix = suffixOf("cust", customerId);
      if (suffix === undefined) return undefined;
      const roleCode = roleCodeOf(role as RoleName);
      const all = [...accountsOfCustomer(snapshot, realm, suffix)].filter(
        ({ document }) => document.roleCode === roleCode && document.currency === currency,
      );
      const usable = all.filter(({ document: { status } }) => status !== "closed");
      const oldest = usable.at(-1) ?? all.at(-1);
      return oldest && refOf(oldest);
    },
    available({ ordinal }) {
      const { creditsPosted, debitsPosted, debitsPending } = seeBalance(snapshot, ordinal);
      return creditsPosted - debitsPosted - debitsPending;
    },
    reserved: ({ ordinal }) => seeBalance(snapshot, ordinal).debitsPending,
  };
}

function refOf({ suffix, document: { ordinal } }: SeenAccount): AccountRef {
  return { accountId: `acct_${suffix}`, ordinal };
}
