/** What a call of a program asks for, in the memory of the shard. */
import { accessOf } from "../customer_access/used_access.ts";
import { entityOf } from "../entity/entity_lifecycle.ts";
import { type RoleName, roleCodeOf } from "../ledger/roles.ts";
import { compiledOf, programOf } from "../product/running_program.ts";
import type { AccountRef, ObjectSource } from "./object_source.ts";
import type { ObjectState } from "./object_state.ts";

export function sourceOfState(state: ObjectState, realm: number): ObjectSource {
  const { accounts, customers, objects, consents, decisions, objectClaims, objectTotals } = state;
  const refOf = (ordinal: number): AccountRef | undefined =>
    ordinal < 0 ? undefined : { ordinal, accountId: accounts.accountId(ordinal) };
  return {
    realm,
    program: () => programOf(state, realm),
    compiled: (buildId) => compiledOf(state, realm, buildId),
    object: (objectId) => objects.byId(realm, objectId),
    claimedBy: (key) => objectClaims.get(realm, key)?.claimedBy,
    total: (key) => BigInt(objectTotals.get(realm, key)?.total ?? "0"),
    decision: (decisionId) => decisions.byId(realm, decisionId),
    consent: (consentId) => consents.byId(realm, consentId),
    customer: (customerId) => customers.byId(realm, customerId),
    entityOf: (customer) => entityOf(state, realm, customer),
    accessOf: (customer) => accessOf(state, customer),
    account: (accountId) => refOf(accounts.ordinalOf(realm, accountId)),
    accountOfCustomer(customerId, role, currency) {
      const roleCode = roleCodeOf(role as RoleName);
      let oldest = -1;
      let oldestUsable = -1;
      for (const ordinal of accounts.ofOwner("customer", customerId)) {
        if (accounts.realm(ordinal) !== realm || accounts.roleCode(ordinal) !== roleCode) continue;
        if (!accounts.hasCurrency(ordinal, currency)) continue;
        oldest = ordinal;
        if (accounts.status(ordinal) !== "closed") oldestUsable = ordinal;
      }
      return refOf(oldestUsable < 0 ? oldest : oldestUsable);
    },
    available: ({ ordinal }) =>
      accounts.creditsPosted(ordinal) -
      accounts.debitsPosted(ordinal) -
      accounts.debitsPending(ordinal),
  };
}
