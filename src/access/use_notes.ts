/**
 * The uses of credentials that an edge has noted and not reported yet: of each credential the newest.
 * The tables of credentials call `note` at most every `USE_NOTED_MS` for a credential. Where there are
 * `NOTED_USES_MAX` credentials, a further one is not noted: it shows its earlier use.
 */
import { ipText } from "../base/ip_address.ts";
import type { CredentialUse } from "../contract/messages/credential_use.ts";
import type { OnUse } from "./people_table.ts";

/** The most credentials with a use that is not reported: about 20 MB. */
export const NOTED_USES_MAX = 100_000;

/** Collects uses until the edge reports them. */
export class UseNotes {
  readonly #uses = new Map<string, CredentialUse>();

  readonly note: OnUse = (id, address, nowMs, digest) => {
    this.#put({ id, atMs: nowMs, address: ipText(address), ...(digest && { digest }) });
  };

  /** Removes and returns all noted uses. */
  take(): CredentialUse[] {
    const uses = [...this.#uses.values()];
    this.#uses.clear();
    return uses;
  }

  /** Notes again what was taken and could not be reported. */
  giveBack(uses: readonly CredentialUse[]): void {
    for (const use of uses) this.#put(use);
  }

  #put(use: CredentialUse): void {
    const before = this.#uses.get(use.id);
    if (before === undefined && this.#uses.size >= NOTED_USES_MAX) return;
    if (before === undefined || before.atMs < use.atMs) this.#uses.set(use.id, use);
  }
}
