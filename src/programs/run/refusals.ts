/** Refusals that more than one file of the engine gives. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";

/** The refusal of a field that refers to an object that does not exist in the realm. */
export function referenceNotFound(
  field: string,
  kind: string,
  objectId: string,
): Refusal<"noun_reference_not_found"> {
  const message = `${field} names ${objectId}, and there is no such object of ${kind}`;
  return refuse("noun_reference_not_found", message, { field, kind, objectId });
}

/** The refusal of a subject that is no customer of the realm. */
export function subjectNotFound(
  field: string,
  subjectId: string,
): Refusal<"noun_subject_not_found"> {
  const message = `the subject ${field} names ${subjectId}, and there is no such customer`;
  return refuse("noun_subject_not_found", message, { field, subjectId });
}

/** The refusal of a customer that does not exist in the realm, in a field that is not the subject. */
export function customerNotFound(customerId: string): Refusal<"customer_not_found"> {
  return refuse("customer_not_found", `there is no customer ${customerId}`, { customerId });
}

/** The refusal of every call on objects of a kind that is retired in the environment. */
export function nounRetired(kind: string): Refusal<"noun_retired"> {
  return refuse("noun_retired", `${kind} is retired, and nothing may be done with it`, { kind });
}
