/** Refusals that more than one file of the engine gives. */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";

export function referenceNotFound(
  field: string,
  kind: string,
  objectId: string,
): Refusal<"noun_reference_not_found"> {
  const message = `${field} names ${objectId}, and there is no such object of ${kind}`;
  return refuse("noun_reference_not_found", message, { field, kind, objectId });
}

export function subjectNotFound(
  field: string,
  subjectId: string,
): Refusal<"noun_subject_not_found"> {
  const message = `the subject ${field} names ${subjectId}, and there is no such customer`;
  return refuse("noun_subject_not_found", message, { field, subjectId });
}

export function customerNotFound(customerId: string): Refusal<"customer_not_found"> {
  return refuse("customer_not_found", `there is no customer ${customerId}`, { customerId });
}

export function nounRetired(kind: string): Refusal<"noun_retired"> {
  return refuse("noun_retired", `${kind} is retired, and nothing may be done with it`, { kind });
}
