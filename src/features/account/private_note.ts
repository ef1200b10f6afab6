/**
 * The private note of a freeze of the platform: why the platform froze an account, for the platform
 * alone. The note is in the log, in a fact that nothing is derived from, and no answer shows it.
 * Facts that are older than `account.freeze_noted.1` have the note as the freeze's `reason`, and the replies of
 * their records have it too: whatever shows recorded bytes must ask this file.
 */
import type { Fact } from "../../contract/records/record.ts";
import type { AccountExtras, Freeze } from "../ledger/account_document.ts";
import { publicWording } from "../ledger/freeze_wording.ts";
import { PLATFORM_WORDINGS } from "../ledger/platform_wordings.ts";
import type { Account } from "./account_schema.ts";

export const FREEZE_NOTED = "account.freeze_noted.1";

export type FreezeNoted = {
  kind: typeof FREEZE_NOTED;
  accountId: string;
  freezeId: string;
  note: string;
};

/** Whether the fact has a private note, alone or within what it says about an account. */
export function hasPrivateNote(fact: Fact): boolean {
  if (!fact.kind.startsWith("account.")) return false;
  if (fact.kind === FREEZE_NOTED) return true;
  const { freeze, replaced, extras } = fact as Fact & {
    freeze?: Freeze;
    replaced?: Freeze;
    extras?: AccountExtras;
  };
  const freezes = [freeze, replaced, ...(extras?.freezes ?? [])];
  return freezes.some((each) => each?.plane === "platform" && each.reason !== undefined);
}

const WORDINGS: ReadonlySet<string> = new Set(Object.values(PLATFORM_WORDINGS));

/**
 * A recorded reply that is an account, without the private notes that replies of earlier versions
 * have. Any other answer, and a reply without such a note, is returned as it was recorded.
 */
export function withoutPrivateNotes(reply: string): string {
  if (!reply.includes('"plane":"platform"')) return reply;
  const account = JSON.parse(reply) as Partial<Account>;
  const { freezes = [] } = account;
  const isPrivate = ({ plane, reason }: Account["freezes"][number]) =>
    plane === "platform" && !WORDINGS.has(reason);
  if (!freezes.some(isPrivate)) return reply;
  const shown = freezes.map((freeze) =>
    isPrivate(freeze) ? { ...freeze, reason: publicWording({ plane: "platform" }) } : freeze,
  );
  return JSON.stringify({ ...account, freezes: shown });
}
