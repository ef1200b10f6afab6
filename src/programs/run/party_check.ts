/**
 * Step 3 of a call: whether its parties may take part. Of the subject, and of a customer who calls, it checks the
 * customer, its access, its entity, then the kind and tier that the noun requires of its subject. Of other
 * customers whom fields name it checks that they exist and are active. Parties are checked before the input
 * is read; a value that is no id is refused in step 6.
 */
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import { LIST_ITEMS_MAX } from "../program_limits.ts";
import { itemField } from "../value_type.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import type { CallActor } from "./object_record.ts";
import { customerNotFound, subjectNotFound } from "./refusals.ts";
import { stop } from "./refused.ts";
import type { FieldSources } from "./values.ts";
import type { Party, World } from "./world.ts";

/** Stops with the refusal of the first party that may not take part. */
export function checkParties(
  noun: CompiledNoun,
  {
    subject,
    actor,
    given,
  }: {
    /** Absent where the noun has none, or none was given. */
    subject: string | undefined;
    actor: CallActor;
    /** What the caller gives, by its declaration. */
    given: { sources: FieldSources; values: unknown };
  },
  world: World,
): void {
  if (subject !== undefined) checkSubject(noun, subject, world);
  if (actor.type === "customer" && actor.id !== subject) {
    const party = found(world.party(actor.id, "actor")) ?? stop(customerNotFound(actor.id));
    checkUse(party, world);
  }
  for (const customerId of customersIn(given.sources, given.values)) {
    if (customerId === subject) continue;
    const party = found(world.party(customerId, "named")) ?? stop(customerNotFound(customerId));
    checkStatus(party);
  }
}

function checkSubject({ subject }: CompiledNoun, customerId: string, world: World): void {
  const { field = "subject", kinds, minTier } = subject ?? {};
  const party =
    found(world.party(customerId, "subject")) ?? stop(subjectNotFound(field, customerId));
  checkUse(party, world);
  const { entityKind: kind, entityId, tier } = party;
  if (kinds !== undefined && !kinds.includes(kind)) {
    const message = `the subject is a ${kind}; it must be ${kinds.join(" or ")}`;
    stop(refuse("noun_subject_kind_forbidden", message, { kind, allowed: kinds }));
  }
  // The names of tiers sort as the tiers do.
  if (minTier !== undefined && tier < minTier) {
    const message = `entity ${entityId} has attained ${tier}; ${minTier} is needed`;
    const details = { requiredTier: minTier, attainedTier: tier, entityId };
    stop(refuse("kyc_tier_insufficient", message, details));
  }
}

function found(party: Party | Refusal | undefined): Party | undefined {
  return party !== undefined && "refused" in party ? stop(party) : party;
}

function checkUse(party: Party, { productId }: World): void {
  checkStatus(party);
  const { customerId, access, entityId, entityStatus } = party;
  if (access === undefined) {
    const message = `customer ${customerId} has no access to Product ${productId}`;
    stop(refuse("customer_access_required", message, { customerId, productId }));
  }
  const { customerAccessId, status, isRefused } = access;
  if (isRefused) {
    const message = `compliance has refused customer access ${customerAccessId}`;
    stop(refuse("customer_access_compliance_forbidden", message, { customerAccessId }));
  }
  if (status !== "active") {
    const message = `customer access ${customerAccessId} is ${status}, must be active`;
    stop(refuse("customer_access_status_forbidden", message, { customerAccessId, status }));
  }
  if (entityStatus !== "active") {
    const message = `entity ${entityId} is ${entityStatus}, must be active`;
    stop(refuse("entity_status_forbidden", message, { entityId, status: entityStatus }));
  }
}

function checkStatus({ customerId, status }: Party): void {
  if (status === "active") return;
  const message = `customer ${customerId} is ${status}, must be active`;
  stop(refuse("customer_status_forbidden", message, { customerId, status, allowed: ["active"] }));
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The id that a field has in what a caller gives; undefined where there is none that could be one.
 */
export function idIn(given: unknown, field: string): string | undefined {
  if (typeof given !== "object" || given === null || !Object.hasOwn(given, field)) return undefined;
  const id = (given as Record<string, unknown>)[field];
  return typeof id === "string" && ID.test(id) ? id : undefined;
}

function customersIn(sources: FieldSources, given: unknown): ReadonlySet<string> {
  const customers = new Set<string>();
  const add = (values: unknown, field: string) => {
    const id = idIn(values, field);
    if (id !== undefined) customers.add(id);
  };
  for (const [name, { type, of = {} }] of Object.entries(sources)) {
    if (type === "customer") add(given, name);
    if (type !== "list") continue;
    const list = (given as Readonly<Record<string, unknown>> | undefined | null)?.[name];
    if (!Array.isArray(list) || !Object.hasOwn(given as object, name)) continue;
    for (const [field, item] of Object.entries(of)) {
      if (itemField(item).type !== "customer") continue;
      for (const each of list.slice(0, LIST_ITEMS_MAX)) add(each, field);
    }
  }
  return customers;
}
