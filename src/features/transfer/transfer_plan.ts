/**
 * Plans one movement of money that a caller names; shared by single transfers, batches, holds and
 * funding.
 */
import { wholeNumber } from "../../base/whole_number.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import { externalIdTaken, refuseTakenExternalId } from "../external_id.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import type { Leg, Plan } from "../ledger/ledger.ts";
import type { RowExtras } from "../ledger/transfer_row.ts";
import { moneyRefusal, PARTY_REFUSALS, type Parties, type PartyRefusal } from "./transfer_party.ts";
import { transfers } from "./transfer_resource.ts";
import type { TransferDraft } from "./transfer_schema.ts";
import type { TransferState } from "./transfer_state.ts";

/** Codes of one movement that a caller names, in order of precedence. */
export const TRANSFER_REFUSALS = [
  ...PARTY_REFUSALS,
  "state_conflict",
  "exposure_cap_exceeded",
  "insufficient_balance",
] as const;
export type TransferRefusal = (typeof TRANSFER_REFUSALS)[number];

type Planned = {
  parties: Parties | PartyRefusal;
  sub: number;
  claimed?: ReadonlyMap<string, string>;
};

/** Refuses a draft whose two accounts are the same, which a schema cannot express. */
export function checkParties(draft: { sourceAccountId?: string; destinationAccountId: string }) {
  if (draft.sourceAccountId !== draft.destinationAccountId) return [];
  return [
    {
      code: "accounts_must_differ",
      message:
        "destinationAccountId is the same account as sourceAccountId; a transfer needs two accounts",
      path: ["destinationAccountId"],
    },
  ];
}

/**
 * Adds the transfer of `draft` to the plan with the number `sub`, or returns the refusal. When
 * money is missing, the plan gets a failed row, as the specification requires. `claimed`: the
 * external ids that earlier transfers of the plan took, and the ids of those transfers. `parties`:
 * what `partiesOf` or `checkedParties` said of the draft.
 */
export function planTransfer(
  state: TransferState,
  plan: Plan,
  realm: number,
  draft: TransferDraft,
  { parties, sub, claimed }: Planned,
): Refusal<TransferRefusal> | undefined {
  if (parties.refused) return parties;
  const { externalId } = draft;
  const claimant = externalId === undefined ? undefined : claimed?.get(externalId);
  const taken =
    claimant === undefined
      ? refuseTakenExternalId(transfers, state.transferExternalIds, realm, { externalId })
      : externalIdTaken(transfers, externalId, claimant);
  if (taken !== undefined) return taken;
  const leg: Leg = {
    step: "posted",
    transferKind: "book",
    sub,
    sourceOrdinal: parties.sourceOrdinal,
    destinationOrdinal: parties.destinationOrdinal,
    amountMinor: wholeNumber(draft.amount),
    reservedMinor: 0n,
    extras: extrasOf(draft),
  };
  return addOrFail(state.accounts, plan, leg);
}

/** Adds the leg. When the ledger refuses it, adds it as a failed row and returns the refusal. */
export function addOrFail(
  accounts: AccountTable,
  plan: Plan,
  leg: Leg,
): Refusal<"insufficient_balance" | "exposure_cap_exceeded"> | undefined {
  const refused = plan.add(leg);
  if (refused === undefined) return undefined;
  const refusal = moneyRefusal(refused, accounts, leg.sourceOrdinal, leg.amountMinor);
  plan.addFailed(leg, refusal.code);
  return refusal;
}

/** The optional fields of a draft that its row keeps; undefined when the draft has none of them. */
export function extrasOf(draft: {
  description?: string;
  metadata?: Record<string, string>;
  externalId?: string;
}): RowExtras | undefined {
  const { description, metadata, externalId } = draft;
  if (description === undefined && metadata === undefined && externalId === undefined) {
    return undefined;
  }
  const extras: RowExtras = {};
  if (description !== undefined) extras.description = description;
  if (metadata !== undefined) extras.metadata = metadata;
  if (externalId !== undefined) extras.externalId = externalId;
  return extras;
}
