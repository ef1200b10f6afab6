/**
 * Step 7 of a call: what fields refer to, objects and then consents. Each of the checks is made for
 * all references before the next: given, found, in a state that is allowed, congruent, and not
 * claimed by another.
 *
 * What is settled here: a reference is checked when it is given, and again when it is claimed, not
 * at every call. An exclusive reference is claimed when the object is made, unless an action of the
 * noun claims it: then by that action alone. A claim stands until an action releases it; the end of
 * the object does not release it, because what was paid once must not be paid again. A consent must
 * be the subject's own, of the type that the field asks for, and active.
 */
import { refuse } from "../../contract/refusals/refusal.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import { checkConsent, consentNotFound } from "./consent_check.ts";
import type { Reference } from "./field_types.ts";
import type { ObjectRecord } from "./object_record.ts";
import { referenceNotFound } from "./refusals.ts";
import { stop, stopAt } from "./refused.ts";
import type { Fields } from "./values.ts";
import type { ClaimKey, World } from "./world.ts";

type Found = { reference: Reference; target: ObjectRecord };

/**
 * `owner`: the object that refers, as far as it is known. `taken`: references of the object that
 * the call claims. Gives the claims that it does not hold yet.
 */
export function checkReferences(
  owner: ObjectRecord,
  {
    given,
    values,
    taken,
  }: {
    /** References that the caller gives, and where their values are. */
    given: readonly Reference[];
    values: Fields;
    taken: readonly Reference[];
  },
  world: World,
): ClaimKey[] {
  if (given.length === 0 && taken.length === 0) return [];
  for (const { name, source } of given) {
    if (source.required === true && !values.has(name)) required(name);
  }
  for (const { name } of taken) if (!owner.fields.has(name)) required(name);
  const known = taken.filter((each) => !given.includes(each));
  const found = [
    ...given.flatMap((each) => foundOf(each, values, owner, world)),
    ...known.flatMap((each) => foundOf(each, owner.fields, owner, world)),
  ];
  for (const each of found) checkState(each);
  for (const each of found) checkCongruent(owner, each);
  return taken.flatMap(({ name }) => claimOf(owner, name, world));
}

function required(field: string): never {
  return stop(refuse("noun_reference_required", `${field} must name an object`, { field }));
}

function foundOf(reference: Reference, values: Fields, owner: ObjectRecord, world: World): Found[] {
  const { name, kind } = reference;
  const objectId = values.get(name);
  if (typeof objectId !== "string") return [];
  const target = objectId === owner.objectId ? owner : world.object(kind, objectId);
  if (target === undefined || target.kind !== kind) {
    return stop(referenceNotFound(name, kind, objectId));
  }
  return [{ reference, target }];
}

function checkState({ reference: { name, source }, target }: Found): void {
  const allowed = source.states;
  if (allowed === undefined || allowed.includes(target.state)) return;
  const { state, objectId } = target;
  const message = `${name} names ${objectId}, which is ${state}; it must be ${allowed.join(" or ")}`;
  stop(refuse("noun_reference_status_forbidden", message, { field: name, state, allowed }));
}

function checkCongruent(owner: ObjectRecord, found: Found): void {
  const { name, source } = found.reference;
  const mismatched = (source.congruent ?? []).filter(
    (part) => partOf(owner, part) !== partOf(found.target, part),
  );
  if (mismatched.length === 0) return;
  const message = `${name} names ${found.target.objectId}, which has another ${mismatched.join(", ")}`;
  stop(refuse("noun_reference_incongruent", message, { field: name, mismatched }));
}

/** `currency` and `subject` are the object's where it has one, and else fields of that name. */
function partOf(object: ObjectRecord, part: string): unknown {
  if (part === "currency" && object.currency !== undefined) return object.currency;
  if (part === "subject" && object.subject !== undefined) return object.subject;
  return object.fields.get(part);
}

function claimOf(owner: ObjectRecord, field: string, world: World): ClaimKey[] {
  const objectId = owner.fields.get(field) as string;
  const claim = { kind: owner.kind, field, objectId };
  const claimedBy = world.claimedBy(claim);
  if (claimedBy === owner.objectId) return [];
  if (claimedBy === undefined) return [claim];
  const message = `${field} names ${objectId}, which ${claimedBy} holds`;
  return stop(refuse("noun_reference_already_claimed", message, { field, objectId, claimedBy }));
}

/** The claims of the object that the call gives up. */
export function releasedBy(
  owner: ObjectRecord,
  released: readonly Reference[],
  world: World,
): ClaimKey[] {
  return released.flatMap(({ name: field }) => {
    const objectId = owner.fields.get(field);
    if (typeof objectId !== "string") return [];
    const claim = { kind: owner.kind, field, objectId };
    return world.claimedBy(claim) === owner.objectId ? [claim] : [];
  });
}

/** Consents that the caller gives, or that the call sets. */
export function checkConsents(
  owner: ObjectRecord,
  consents: CompiledNoun["consents"],
  values: Fields,
  world: World,
): void {
  for (const { name, consentType } of consents) {
    const consentId = values.get(name);
    if (typeof consentId !== "string") continue;
    const consent = world.consent(consentId);
    const isOfOther = owner.subject !== undefined && consent?.customerId !== owner.subject;
    if (consent === undefined || isOfOther) stop(consentNotFound(consentId));
    if (consentType !== undefined && consent.type !== consentType) {
      const message = `${name} names consent ${consentId} for ${consent.type}; it must be for ${consentType}`;
      stopAt("consent_type", message);
    }
    const refusal = checkConsent(consent, world.nowMs);
    if (refusal !== undefined) stop(refusal);
  }
}
