/** What a new payout asks for, as a snapshot shows it: for previews of actions that pay out. */
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { seenBeneficiary } from "../beneficiary/beneficiary_noun.ts";
import { customers } from "../customer/customer_noun.ts";
import { entities } from "../entity/entity_resource.ts";
import { accountsSeen } from "../ledger/seen_accounts.ts";
import type { NewPayoutSight } from "../payout/payout_sight.ts";
import { providersIn } from "../provider/provider_state.ts";
import { LEDGER_TABLE } from "../table_codes.ts";

export function payoutsSeen(snapshot: Snapshot, realm: number): NewPayoutSight {
  const documentOf = <T>(table: number, key: string): T | undefined => {
    const value = snapshot.get(table, realm, key);
    return value === undefined ? undefined : decodeDocument<T>(value);
  };
  return {
    accounts: accountsSeen(snapshot, realm),
    customers: {
      get: (_, key) => customers.find(snapshot, realm, `cust_${key}`)?.document,
      // The customer's document says whether it may pay.
      flagged: { has: () => true },
    },
    entities: { byId: (_, entityId) => entities.find(snapshot, realm, entityId)?.document },
    beneficiaries: {
      // Finds a beneficiary by the id that was chosen for it, too.
      byId: (_, beneficiaryId) => seenBeneficiary(snapshot, realm, beneficiaryId)?.document,
      inGroup: () => [],
    },
    providers: { values: () => providersIn(snapshot) },
    payoutLimits: { get: (_, key) => documentOf(LEDGER_TABLE.payoutLimit, key) },
    payoutUsages: { get: (_, key) => documentOf(LEDGER_TABLE.payoutUsage, key) },
  };
}
