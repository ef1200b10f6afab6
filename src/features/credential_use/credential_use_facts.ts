/** The fact about uses of credentials: of each credential the newest use of a batch. */
import type { Apply } from "../../contract/declare/operation.ts";
import type { CredentialUse } from "../../contract/messages/credential_use.ts";
import type { Fact } from "../../contract/records/record.ts";
import { PLATFORM_REALM } from "../platform/platform_state.ts";
import type { CredentialUseState } from "./credential_use_state.ts";

/** The most uses of one record. */
export const CREDENTIAL_USES_MAX = 1_000;

export const CREDENTIAL_USED = "credential.used.1";

export type CredentialUsed = Fact & {
  kind: typeof CREDENTIAL_USED;
  uses: readonly CredentialUse[];
};

/** Edges report apart from each other: the newest use stands, whichever edge reported first. */
export const credentialUseFacts: Record<typeof CREDENTIAL_USED, Apply<CredentialUseState>> = {
  [CREDENTIAL_USED]: ({ credentialUses }, fact) => {
    for (const { id, atMs, address } of (fact as CredentialUsed).uses) {
      const before = credentialUses.find(id);
      if (before !== undefined && before.atMs >= atMs) continue;
      credentialUses.set(id, { realm: PLATFORM_REALM, atMs, address });
    }
  },
};
