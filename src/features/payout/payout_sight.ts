/**
 * What a new payout asks for while it is decided. The memory of the shard answers it, and for previews of actions a snapshot
 * (`object/snapshot_payouts.ts`), so that both are decided by the same code.
 */
import type { BeneficiarySight } from "../beneficiary/beneficiary_noun.ts";
import type { EntitySight } from "../entity/entity_lifecycle.ts";
import type { OwnedAccounts } from "../ledger/ledger_accounts.ts";
import type { PayoutLimitSight } from "../payout_limit/payout_limit_refusal.ts";
import type { ProviderSight } from "../provider/provider_state.ts";
import type { OwnerSight } from "../transfer/transfer_party.ts";

export type PayoutPartySight = { accounts: OwnedAccounts } & OwnerSight &
  EntitySight &
  BeneficiarySight;

export type NewPayoutSight = PayoutPartySight & ProviderSight & PayoutLimitSight;
