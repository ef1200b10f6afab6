/** When keys, sessions and tokens were used last. */
import { noEvents } from "../../contract/event.ts";
import type { Feature } from "../../contract/feature.ts";
import type { PersonalAccessTokenState } from "../personal_access_token/personal_access_token_state.ts";
import type { PlatformState } from "../platform/platform_state.ts";
import type { SessionState } from "../session/session_state.ts";
import { CREDENTIAL_USED, credentialUseFacts } from "./credential_use_facts.ts";
import { type CredentialUseState, createCredentialUseState } from "./credential_use_state.ts";
import { platformCredentialUseRecord } from "./platform.credential_use.record.ts";

export const credentialUseFeature = {
  operations: [platformCredentialUseRecord],
  facts: credentialUseFacts,
  eventsOf: { [CREDENTIAL_USED]: noEvents },
  createState: createCredentialUseState,
  tables: ({ credentialUses }) => [credentialUses],
} satisfies Feature<CredentialUseState & PlatformState & SessionState & PersonalAccessTokenState>;
