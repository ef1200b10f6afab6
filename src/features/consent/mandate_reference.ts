/**
 * References of mandates: a bank calls a mandate by the creditor and the reference, so no two mandates of a Product may have the same one. Banks
 * tell no upper case from lower case and leave spaces out, so what differs by that alone is the same.
 */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { ConsentDocument } from "./consent_document.ts";

/** Consents that are found by the reference of their mandate. */
type ByReference = {
  consents: { inGroup(group: "reference", key: string): readonly ConsentDocument[] };
};
type Mandated = Pick<ConsentDocument, "status" | "mandate">;

/** Stands behind a reference in its index: no reference has a space there, so no text begins with another. */
const END = " ";

/** The texts of a consent in the index by reference. A mandate that the customer has rejected was none. */
export function referenceTextsOf({ status, mandate }: Mandated): readonly string[] {
  if (mandate === undefined || status === "rejected") return [];
  return [sameReference(mandate.reference) + END];
}

/** The group of a consent by the reference of its mandate; undefined for one that takes no reference. */
export function referenceGroupOf(
  consent: Mandated & Pick<ConsentDocument, "realm">,
): string | undefined {
  const [text] = referenceTextsOf(consent);
  return text === undefined ? undefined : groupIn(consent.realm, text);
}

/** Refuses a reference that a mandate of the realm has or had; undefined of a draft that chooses none. */
export function refuseTakenReference(
  { consents }: ByReference,
  realm: number,
  reference: string | undefined,
): Refusal<"state_conflict"> | undefined {
  if (reference === undefined) return undefined;
  const text = sameReference(reference) + END;
  const [holder] = consents.inGroup("reference", groupIn(realm, text));
  if (holder === undefined) return undefined;
  const { consentId, status } = holder;
  const message = `the mandate of consent ${consentId}, which is ${status}, has the reference ${holder.mandate?.reference}: a reference is of one mandate for ever`;
  return refuse("state_conflict", message, {
    // The request expects that no mandate has the reference.
    expected: null,
    actual: consentId,
    resource: { type: "consent", id: consentId },
    issues: [
      {
        code: "mandate_reference_taken",
        message: "reference is of another mandate",
        path: ["mandate", "reference"],
      },
    ],
  });
}

function sameReference(reference: string): string {
  return reference.replaceAll(" ", "").toUpperCase();
}

function groupIn(realm: number, text: string): string {
  return `${realm} ${text}`;
}
