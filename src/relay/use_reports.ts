/** Records on the platform shard which credentials the edges saw in use. */
import { invariant } from "../base/invariant.ts";
import type { CredentialUse } from "../contract/messages/credential_use.ts";
import { PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import { CREDENTIAL_USES_MAX } from "../features/credential_use/credential_use_facts.ts";
import { systemCommand } from "../shard/system_command.ts";
import type { RecorderParts } from "./teller.ts";

/** Resolves when every use is durable, in records of at most so many; rejects where that is not known. */
export async function recordUses(
  { realmOf, run }: RecorderParts,
  uses: readonly CredentialUse[],
): Promise<void> {
  const realm = realmOf(PLATFORM_REALM_KEY);
  invariant(realm !== undefined, "the platform shard has the platform's realm");
  for (let from = 0; from < uses.length; from += CREDENTIAL_USES_MAX) {
    const input = { uses: uses.slice(from, from + CREDENTIAL_USES_MAX) };
    const command = systemCommand("credential_use.record", input, realm, "platform", 0);
    const { status, body } = await run(command);
    if (status >= 300) throw new Error(`the uses of credentials were refused: ${body}`);
  }
}
