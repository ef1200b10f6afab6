/** What is asked for before a bank is: the memory of the shard answers it, and for previews of actions a snapshot. */
import type { BeneficiarySight } from "../beneficiary/beneficiary_noun.ts";
import type { ConsentDocument } from "../consent/consent_document.ts";
import type { OwnedAccounts } from "../ledger/ledger_accounts.ts";
import type { ProviderSight } from "../provider/provider_state.ts";

export type ConsentSight = {
  consents: { byId(realm: number, consentId: string): ConsentDocument | undefined };
};

export type CollectingSight = { accounts: OwnedAccounts } & ConsentSight &
  BeneficiarySight &
  ProviderSight;
