/** What the parts of a scenario's steps stand for. */
import { refuseConstraint } from "../../contract/refusals/refusal.ts";
import { parseTimestamp } from "../../contract/values/timestamp_text.ts";
import { callersOf } from "../ports.ts";
import { DURATION } from "../schema_parts.ts";
import { isDay } from "../value_type.ts";
import { type Account, customerAccount, namedAccount, productAccount } from "./account.ts";
import { addDuration, durationMsOf, startOf } from "./calendar.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import type { CompiledProgram } from "./compiled_program.ts";
import type { HeldCollection, HeldPayout, MemoryWorld } from "./memory_world.ts";
import type { CallActor, ObjectRecord } from "./object_record.ts";
import { stop } from "./refused.ts";
import type {
  CallStep,
  CollectionStep,
  ConsentStep,
  CreateStep,
  CustomerStep,
  FundStep,
  PayoutStep,
} from "./scenario_schema.ts";
import type { ConsentRecord, Party } from "./world.ts";

/** Ends the scenario with a constraint `scenario`, for a step that cannot be read. */
export function scenarioFault(message: string): never {
  return stop(refuseConstraint("scenario", message));
}

const IS_DURATION = new RegExp(DURATION);

/** The moment that a text names, milliseconds UTC: a duration after `nowMs`, the first moment of a date, or a time. */
export function momentIn(text: string, nowMs: number): number {
  if (IS_DURATION.test(text)) return addDuration(nowMs, durationMsOf(text));
  if (isDay(text)) return startOf(text);
  const timeMs = parseTimestamp(text);
  if (timeMs !== undefined) return addDuration(timeMs, 0);
  const forms = "write P1D, PT12H, 2026-01-31 or 2026-01-31T09:30:00Z";
  return scenarioFault(`this is no duration, day or time; ${forms}`);
}

/** By number or name; the newest where `wanted` is absent. */
export function objectIn({ objects }: MemoryWorld, wanted: CallStep["object"]): ObjectRecord {
  const all = [...objects.values()];
  if (wanted === undefined) return all.at(-1) ?? scenarioFault("there is no object yet");
  const found = typeof wanted === "number" ? all[wanted] : objects.get(wanted);
  return found ?? scenarioFault(`there is no object ${wanted}: name one that was made before`);
}

/** Who calls. A customer who is not named is the one whom the port asks for. */
export function callerIn(
  { ports }: CompiledProgram,
  noun: CompiledNoun,
  action: string,
  { as, customer }: Pick<CreateStep | CallStep, "as" | "customer">,
  customerAt: (field: string) => unknown,
): CallActor {
  const type = as ?? (customer === undefined ? "operator" : "customer");
  if (type !== "customer") return { type, id: type };
  if (customer !== undefined) return { type, id: customer };
  const callers = callersOf(ports, noun.kind, action).filter(({ actor }) => actor === "customer");
  for (const { as: whom } of callers) {
    const field = whom === "subject" ? noun.subject?.field : whom?.slice("fields.".length);
    const id = field === undefined ? undefined : customerAt(field);
    if (typeof id === "string") return { type, id };
  }
  return scenarioFault('name the customer who calls: "customer": "…"');
}

/**
 * The customer of a step, with an entity of its own: an active person of tier 3, where the step does not say
 * otherwise.
 */
export function customerIn(step: CustomerStep): Party {
  const { customer, kind = "person", tier = "tier_3", status = "active" } = step;
  return {
    customerId: customer,
    status,
    entityId: customer,
    entityStatus: "active",
    entityKind: kind,
    tier,
    access: { customerAccessId: customer, status: "active", isRefused: false },
  };
}

/** The consent of a step. Where the step changes a consent, the amount that was used stays used. */
export function consentIn(step: ConsentStep, world: MemoryWorld): ConsentRecord {
  const {
    consent: consentId,
    of,
    type = "collection",
    status = "active",
    verified,
    mandate,
  } = step;
  if (!world.customers.has(of)) scenarioFault(`there is no customer ${of}`);
  const before = world.consents.get(consentId);
  const { maxAmount, maxTotal, maxCount, expiresAt } = step;
  return {
    consentId,
    customerId: of,
    type,
    status,
    isVerified: verified !== false,
    ...(mandate === true && { hasMandate: true }),
    usedTotal: before?.usedTotal ?? 0n,
    usedCount: before?.usedCount ?? 0,
    ...(status === "revoked" && { revokedAtMs: world.nowMs }),
    ...(expiresAt !== undefined && { expiresAtMs: momentIn(expiresAt, world.nowMs) }),
    ...(maxAmount !== undefined && { maxAmount: BigInt(maxAmount) }),
    ...(maxTotal !== undefined && { maxTotal: BigInt(maxTotal) }),
    ...(maxCount !== undefined && { maxCount }),
  };
}

/** The newest payout of the object with the label, which the step's end can reach. */
export function payoutIn(
  { payout: label, ended, object }: PayoutStep,
  world: MemoryWorld,
): HeldPayout {
  const { objectId } = objectIn(world, object);
  const found = world.payouts.findLast(
    (each) => each.objectId === objectId && each.label === label,
  );
  if (found === undefined) return scenarioFault(`${objectId} has no payout ${label}`);
  const { status } = found;
  if (status === "processing" || (status === "posted" && ended === "returned")) return found;
  return scenarioFault(`the payout ${label} of ${objectId} is ${status}, and cannot be ${ended}`);
}

/** The newest collection by a mandate of the object for the schedule, which the step's end can reach. */
export function collectionIn(
  { collection: label, ended, object }: CollectionStep,
  world: MemoryWorld,
): HeldCollection {
  const { objectId } = objectIn(world, object);
  const found = world.collections.findLast(
    (each) => each.objectId === objectId && each.label === label,
  );
  if (found === undefined) return scenarioFault(`${objectId} has no collection ${label}`);
  const { status } = found;
  if (status === "processing" || (status === "collected" && ended === "returned")) return found;
  const cannot = `and cannot be ${ended}`;
  return scenarioFault(`the collection ${label} of ${objectId} is ${status}, ${cannot}`);
}

const PRODUCT = /^product\.([A-Za-z0-9_]+)$/;
const CUSTOMER = /^customer\(([A-Za-z0-9_-]+)\)\.([a-z_]+)$/;
const NAMED = /^[A-Za-z0-9_-]{1,64}$/;

/** The account that a step funds. Own accounts of objects get money from moves alone. */
export function accountIn(
  { fund, currency }: FundStep,
  { currencies, typed }: CompiledProgram,
  world: MemoryWorld,
): Account {
  const [only = "", ...others] = currencies;
  const [, product] = PRODUCT.exec(fund) ?? [];
  const declared = product === undefined ? undefined : typed.source.accounts?.[product];
  const code = currency ?? declared?.currency ?? (others.length === 0 ? only : undefined);
  if (code === undefined) return scenarioFault(`say the currency: ${currencies.join(", ")}`);
  if (!currencies.includes(code)) return scenarioFault(`the program has no currency ${code}`);
  if (product !== undefined) {
    if (declared === undefined) return scenarioFault(`the program has no account ${fund}`);
    return productAccount(product, declared.role, code);
  }
  const [, customer, role = ""] = CUSTOMER.exec(fund) ?? [];
  if (customer !== undefined) {
    if (!world.customers.has(customer)) return scenarioFault(`there is no customer ${customer}`);
    return customerAccount(customer, role, code);
  }
  if (NAMED.test(fund)) return namedAccount(fund, code);
  return scenarioFault("fund product.lending, customer(ada).customer_balance, or an account's id");
}
