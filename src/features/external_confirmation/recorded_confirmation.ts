/** How a confirmation comes into being: its document, and the facts of its record. */
import type { DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import { digestOfFacts } from "./confirmed_facts.ts";
import type {
  ConfirmedFacts,
  ExternalConfirmationDocument,
} from "./external_confirmation_document.ts";
import { externalConfirmations } from "./external_confirmation_noun.ts";

type Context = Pick<DecisionContext, "nowMs" | "actor" | "newId">;
export type NewConfirmation = Omit<ExternalConfirmationDocument, "realm">;

/**
 * A confirmation of what `said` says. `resourceId`: of what it confirms, where that is on record; the confirmation is then
 * matched at once.
 */
export function newConfirmation(
  said: ConfirmedFacts,
  resourceId: string | undefined,
  { nowMs, actor, newId }: Context,
): NewConfirmation {
  const isMatched = resourceId !== undefined;
  const { resource } = said;
  return {
    externalConfirmationId: newId("conf"),
    ...said,
    resource: isMatched ? { type: resource.type, id: resourceId } : resource,
    evidenceDigest: digestOfFacts(said),
    status: isMatched ? "matched" : "recorded",
    createdAtMs: nowMs,
    reachedAtMs: { recorded: nowMs, ...(isMatched && { matched: nowMs }) },
    updatedAtMs: nowMs,
    revision: 1,
    changedBy: actorText(actor),
  };
}

/** The facts of a new confirmation. Where it is matched at once both events show it as it then is. */
export function recordedFacts(made: NewConfirmation): readonly Fact[] {
  const recorded = externalConfirmations.fact("recorded", made);
  return made.status === "recorded"
    ? [recorded]
    : [recorded, externalConfirmations.fact("matched", made)];
}
