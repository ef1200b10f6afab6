/** For tests: Products that run a program, and objects that the real operations make. */
import type { Place } from "../../../../src/base/id.ts";
import { objectActionCall } from "../../../../src/features/object/object.action.call.ts";
import { objectCreate } from "../../../../src/features/object/object.create.ts";
import type { ActionResult, ProgramObject } from "../../../../src/features/object/object_schema.ts";
import type { Input } from "../../../world/input.ts";
import { createAccount, createCustomer, fund } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import type { Asking } from "../../../world/writing.ts";
import { INVOICE } from "../../programs/programs.ts";
import { changeEntity } from "../entity/entities.ts";
import { install, installable } from "../product/installed.ts";

/** The world's Product runs the program. */
export function runProgram(world: World, source: unknown = INVOICE, number = 1): void {
  const { status } = install(world, installable(source, number));
  if (status >= 300) throw new Error("the program was not installed");
}

export function objectMade(
  world: World,
  kind: string,
  fields: Input,
  more: Input = {},
): ProgramObject {
  const { productId } = world.principal;
  return world.made(objectCreate, { productId, kind, fields, ...more }) as ProgramObject;
}

/** Calls an action, which must run. */
export function called(
  world: World,
  { kind, objectId }: Pick<ProgramObject, "kind" | "objectId">,
  action: string,
  more: Input = {},
  asking: Asking = {},
): ActionResult {
  const { productId } = world.principal;
  const input = { productId, kind, objectId, action, ...more };
  return world.made(objectActionCall, input, asking) as ActionResult;
}

/** The same of an action whose answer waits for rows that are due at once. Returns the place of its record. */
export function begun(
  world: World,
  object: Pick<ProgramObject, "kind" | "objectId">,
  action: string,
): Place {
  const { code, place } = world.run(objectActionCall, { ...pathOf(world, object), action });
  if (code !== undefined) throw new Error(`${action} was refused with ${code}`);
  return place;
}

/** A customer of tier 1 with an account that has money. */
export function payer(world: World, { currency = "USD", amount = 100_000n } = {}) {
  const { customerId, entity } = createCustomer(world);
  changeEntity(world, entity.entityId, { kycTier: "tier_1", kycStatus: "verified" });
  const owner = { type: "customer", id: customerId };
  const { accountId } = createAccount(world, { currency, owner });
  if (amount > 0n) fund(world, accountId, amount);
  return { customerId, accountId };
}

/** An invoice of 10,000 minor units in USD, and who pays and gets the money. */
export function invoice(world: World, more: Input = {}) {
  const from = payer(world);
  const to = payer(world, { amount: 0n });
  const object = objectMade(world, "invoice", {
    payer: from.customerId,
    payee: to.customerId,
    currency: "USD",
    total: "10000",
    dueDate: "2026-03-31",
    lines: [{ label: "work", amount: "10000" }],
    ...more,
  });
  return { from, to, object };
}

/** The same, issued and paid: its row is due three days later. */
export function fundedInvoice(world: World, more: Input = {}) {
  const made = invoice(world, more);
  called(world, made.object, "issue");
  const onBehalfOf = made.from.customerId;
  called(world, made.object, "pay", { onBehalfOf, input: { amount: "10000" } });
  return made;
}

export function pathOf(
  { principal: { productId } }: World,
  { kind, objectId }: Pick<ProgramObject, "kind" | "objectId">,
) {
  return { productId, kind, objectId };
}

export function stateOf(world: World, objectId: string): string | undefined {
  return world.state.objects.byId(world.realmOf(world.caller), objectId)?.state;
}
