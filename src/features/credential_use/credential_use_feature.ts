/** When keys, sessions and tokens were used last. */
import { noEvents } from "../../contract/declare/event.ts";
import type { Feature } from "../../contract/declare/feature.ts";
import { credentialUseRecord } from "./credential_use.record.ts";
import { CREDENTIAL_USED, credentialUseFacts } from "./credential_use_facts.ts";
import { type CredentialUseState, createCredentialUseState } from "./credential_use_state.ts";

export const credentialUseFeature = {
  operations: [credentialUseRecord],
  facts: credentialUseFacts,
  eventsOf: { [CREDENTIAL_USED]: noEvents },
  createState: createCredentialUseState,
  tables: ({ credentialUses }) => [credentialUses],
} satisfies Feature<CredentialUseState>;
