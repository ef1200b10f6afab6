/** Steps 2 to 7 of a call, each as the specification says it: who may call, for whom, and on what. */
import { currencyOf } from "./naive_expression.ts";
import { isAmount, refuse, shown, type Value } from "./naive_value.ts";
import {
  type Consent,
  type Customer,
  type Decision,
  type NaiveObject,
  nounOf,
  subjectOf,
  type World,
} from "./naive_world.ts";

type Fields = ReturnType<typeof nounOf>["fields"];
export type Caller = { actor: string; customer: string | undefined };

/** Step 2: some port lets the actor call the action; a customer is the one whom the port asks for. */
export function checkPort(
  world: World,
  object: NaiveObject,
  action: string,
  { actor, customer }: Caller,
): void {
  if (world.off.has("ports")) return;
  const { subject } = nounOf(world, object.kind);
  const isOpen = Object.values(world.program.ports).some(({ actors, allow, as }) => {
    if (!allow.includes(`${object.kind}.${action}`)) return false;
    if (!(actors as readonly string[]).includes(actor)) return false;
    if (actor !== "customer" || as === undefined || customer === undefined) return true;
    const field = as === "subject" ? (subject?.field ?? "") : as.slice("fields.".length);
    const asked = object.fields.get(field);
    // What is no customer at all is refused for its form, in step 6.
    return !isName(asked) || asked === customer;
  });
  if (!isOpen) refuse("port_actor_not_allowed", `${actor} may not call ${action}`);
}

/** Step 3 for customers whom the caller names, after the subject: they are there, and active. */
export function checkCustomers(
  world: World,
  declared: Fields,
  given: Readonly<Record<string, unknown>>,
): void {
  for (const [name, { type }] of Object.entries(declared)) {
    const value = given[name];
    if (type !== "customer" || !isName(value)) continue;
    const customer = world.customers.get(value);
    if (customer === undefined) refuse("customer_not_found", name);
    checkActive(world, customer);
  }
}

/** Step 3 for the customer who calls. */
export function checkCaller(world: World, { customer }: Caller): void {
  if (customer === undefined || world.off.has("party")) return;
  const known = world.customers.get(customer);
  if (known === undefined) refuse("customer_not_found", customer);
  checkUse(world, known);
}

/** What is no name of a customer is refused with the other fields, in step 6. */
function isName(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(value);
}

/** Who calls, or whom it is about, may use the Product. */
function checkUse(world: World, customer: Customer): void {
  checkActive(world, customer);
  if (customer.barred !== undefined && !world.off.has("party")) refuse(customer.barred);
}

function checkActive(world: World, { status }: Customer): void {
  if (status !== "active" && !world.off.has("party")) refuse("customer_status_forbidden", status);
}

/** Step 3 for the subject: active, of a kind that the noun accepts, and known well enough. */
export function checkSubject(world: World, object: NaiveObject): void {
  const { subject } = nounOf(world, object.kind);
  if (subject === undefined || !isName(object.fields.get(subject.field))) return;
  const customer = subjectOf(world, object);
  if (customer === undefined) refuse("noun_subject_not_found");
  checkUse(world, customer);
  const kinds: readonly string[] = subject.kinds ?? ["person", "organization"];
  if (!kinds.includes(customer.kind) && !world.off.has("subject_kinds")) {
    refuse("noun_subject_kind_forbidden", customer.kind);
  }
  if (customer.tier < (subject.minTier ?? "tier_0") && !world.off.has("tiers")) {
    refuse("kyc_tier_insufficient", customer.tier);
  }
}

/** Step 5: an action that waits for a decision runs when it was approved, once. */
export function checkGate(world: World, object: NaiveObject, action: string): void {
  const { gate, opens } = nounOf(world, object.kind).actions[action] ?? {};
  if (gate !== undefined && !world.off.has("gates")) useApproval(world, object, gate);
  if (opens === undefined) return;
  const before = newestDecision(world, object, opens);
  if (before?.status === "pending" && world.nowMs < before.deadlineMs) {
    refuse("state_conflict", "the decision is asked for already");
  }
}

export function newestDecision(
  { decisions }: World,
  { objectId }: NaiveObject,
  gate: string,
): Decision | undefined {
  return decisions.findLast((each) => each.objectId === objectId && each.gate === gate);
}

function useApproval(world: World, object: NaiveObject, gate: string): void {
  const decision = newestDecision(world, object, gate);
  if (decision === undefined || decision.isUsed) refuse("state_conflict", "nobody has approved it");
  if (decision.status === "declined") refuse("noun_decision_declined");
  if (decision.status === "pending" && world.nowMs < decision.deadlineMs) {
    refuse("state_conflict", "the decision is pending");
  }
  if (decision.status !== "approved" && !isApprovedByTime(world, object.kind, gate)) {
    refuse("noun_decision_timeout");
  }
  decision.isUsed = true;
}

function isApprovedByTime(world: World, kind: string, gate: string): boolean {
  const onTimeout = nounOf(world, kind).decisions?.[gate]?.onTimeout;
  return onTimeout === "approve" && !world.off.has("timeouts");
}

/**
 * Step 7: the references that are given, and those that are claimed. Each check is for all of them before the next.
 * `holder`: the object whose references they are.
 */
export function checkReferences(
  world: World,
  holder: NaiveObject,
  given: { declared: Fields; values: ReadonlyMap<string, Value> },
  claims: readonly string[],
): void {
  if (world.off.has("references")) return;
  const { fields } = nounOf(world, holder.kind);
  const all = [
    ...Object.entries(given.declared).map(([name, field]) => ({
      field,
      value: given.values.get(name),
      isNeeded: field.required === true,
    })),
    ...claims
      .filter((name) => given.declared[name] !== fields[name])
      .map((name) => ({
        field: fields[name] as Fields[string],
        value: holder.fields.get(name),
        isNeeded: true,
      })),
  ].filter(({ field }) => field.type === "ref");
  if (all.some(({ value, isNeeded }) => value === undefined && isNeeded)) {
    refuse("noun_reference_required");
  }
  const named = all.filter(({ value }) => value !== undefined);
  const targetOf = ({ value }: { value: Value | undefined }) => world.objects.get(String(value));
  for (const each of named) {
    if (targetOf(each)?.kind !== each.field.kind) refuse("noun_reference_not_found");
  }
  for (const each of named) {
    const { state = "" } = targetOf(each) ?? {};
    if (each.field.states?.includes(state) === false) refuse("noun_reference_status_forbidden");
  }
  for (const each of named) {
    const target = targetOf(each) as NaiveObject;
    for (const name of each.field.congruent ?? []) checkCongruent(world, holder, target, name);
  }
  for (const name of claims) claim(world, holder, name);
}

export function checkConsents(
  world: World,
  object: NaiveObject,
  declared: Fields,
  values: ReadonlyMap<string, Value>,
): void {
  for (const [name, field] of Object.entries(declared)) {
    const value = values.get(name);
    if (field.type === "consent" && value !== undefined) {
      checkConsentField(world, object, field, value);
    }
  }
}

/** A consent in a field is the subject's, of the type that the field asks for, and in force. */
function checkConsentField(
  world: World,
  object: NaiveObject,
  { consentType }: Fields[string],
  value: Value,
): void {
  const consent = world.consents.get(String(value));
  if (consent === undefined || consent.of !== subjectOf(world, object)?.name) {
    refuse("consent_not_found");
  }
  if (consentType !== undefined && consent.type !== consentType) {
    refuse("state_constraint_failed", "the consent is for something else");
  }
  checkInForce(world, consent);
}

/** A consent that has ended, or has not begun, allows nothing. */
export function checkInForce(world: World, { status, expiresAtMs }: Consent): void {
  if (status === "revoked") refuse("consent_revoked");
  if (status === "expired") refuse("consent_expired");
  if (expiresAtMs !== undefined && world.nowMs >= expiresAtMs) refuse("consent_expired");
  if (status !== "active") refuse("consent_not_active", status);
}

/** A collection is taken under a consent of the subject that is in force, proven, and covers the amount. */
export function checkCollectable(
  world: World,
  object: NaiveObject,
  consentName: string,
  amount: bigint,
): void {
  const consent = world.consents.get(consentName);
  if (consent === undefined || consent.of !== subjectOf(world, object)?.name) {
    refuse("consent_not_found");
  }
  checkInForce(world, consent);
  if (!consent.verified) refuse("collection_authorization_unverified");
  if (world.off.has("consent_limits")) return;
  const { maxAmount, maxTotal, maxCount, usedTotal, usedCount } = consent;
  if (maxAmount !== undefined && amount > maxAmount) refuse("consent_not_active", "amount");
  if (maxTotal !== undefined && usedTotal + amount > maxTotal)
    refuse("consent_not_active", "total");
  if (maxCount !== undefined && usedCount + 1n > maxCount) refuse("consent_not_active", "count");
}

/** As `checkCollectable`, of what a bank is asked for by an action. */
export function checkMandate(
  world: World,
  object: NaiveObject,
  consentName: string,
  amount: bigint,
): void {
  checkCollectable(world, object, consentName, amount);
  const { hasMandate } = world.consents.get(consentName) ?? {};
  if (hasMandate !== true) refuse("consent_not_active", "no mandate");
}

function checkCongruent(world: World, one: NaiveObject, other: NaiveObject, name: string): void {
  if (world.off.has("congruence")) return;
  const partOf = (object: NaiveObject): unknown => {
    if (name === "currency") return currencyOf(world, object);
    const field = name === "subject" ? (nounOf(world, object.kind).subject?.field ?? "") : name;
    const value = object.fields.get(field);
    return value !== undefined && isAmount(value) ? value.minor : value && shown(value);
  };
  if (partOf(one) !== partOf(other)) refuse("noun_reference_incongruent", name);
}

/** Exclusive references that are claimed when the object is made: those that no action claims. */
export function claimedAtOnce({ fields, actions }: ReturnType<typeof nounOf>): string[] {
  return Object.entries(fields)
    .filter(([, { exclusive }]) => exclusive === true)
    .map(([name]) => name)
    .filter((name) => !Object.values(actions).some(({ claim: names }) => names?.includes(name)));
}

/** Takes an exclusive reference, which no two objects of a kind hold at one time. */
function claim(world: World, object: NaiveObject, field: string): void {
  const target = object.fields.get(field);
  if (target === undefined) return;
  const holder = [...world.objects.values()].find(
    (other) =>
      other.objectId !== object.objectId &&
      other.kind === object.kind &&
      other.claims.has(field) &&
      other.fields.get(field) === target,
  );
  if (holder !== undefined && !world.off.has("claims")) {
    refuse("noun_reference_already_claimed", holder.objectId);
  }
  object.claims.add(field);
}
