/** For tests: rows that the reads of one object share. */
import assert from "node:assert/strict";
import { objectCreate } from "../../../../src/features/object/object.create.ts";
import { productBuildInstall } from "../../../../src/features/product/product.build.install.ts";
import { STRANGER } from "../../../world/callers.ts";
import type { Row } from "../../../world/decision_table.ts";
import { createCustomer } from "../../../world/parties.ts";
import { OTHER_PRODUCT } from "../../../world/rows.ts";
import type { World } from "../../../world/world.ts";
import { INVOICE } from "../../programs/programs.ts";
import { installable } from "../product/installed.ts";
import { DEAL_PROGRAM } from "./deals.ts";

/** A kind whose objects need a customer and a currency alone, the field of the customer, and another kind. */
export type SimpleKind = { program: unknown; kind: string; field: string; other: string };
const ORDER: SimpleKind = { program: INVOICE, kind: "order", field: "buyer", other: "invoice" };

export const DEAL_ITEM: SimpleKind = {
  program: DEAL_PROGRAM,
  kind: "item",
  field: "owner",
  other: "deal",
};

type Codes = "resource_not_found" | "noun_instance_not_found";

/** An object of the simple kind: of the caller, or of another tenant's Product. */
export function simpleObject(
  world: World,
  { kind, field }: SimpleKind = ORDER,
  caller = world.caller,
): string {
  const { customerId } = createCustomer(world, {}, { caller });
  const { productId } = caller.principal;
  const fields = { [field]: customerId, currency: "EUR" };
  return world.made(objectCreate, { productId, kind, fields }, { caller }).objectId;
}

/** An object of another tenant's Product, which runs the program too. */
export function strangeObject(world: World, simple: SimpleKind = ORDER): string {
  const build = installable(simple.program);
  const asking = { cause: "platform", caller: STRANGER } as const;
  world.run(productBuildInstall, { build, origin: 8_192 }, asking);
  return simpleObject(world, simple, STRANGER);
}

/** Paths that lead to no object of the caller; the input of the table leads to one. */
export function unknownObjects(simple: SimpleKind = ORDER): Row<Codes, object>[] {
  const row = (
    title: string,
    inputOf: (world: World) => { kind?: string; objectId: string },
  ): Row<Codes, object> => ({
    title,
    input: ({ world }) => inputOf(world),
    code: "noun_instance_not_found",
    check({ details, input: { kind, objectId } }) {
      assert.deepEqual(details, { kind, objectId });
    },
  });
  const { kind, other } = simple;
  return [
    OTHER_PRODUCT,
    row("an id of nothing", () => ({ objectId: `obj_${"0".repeat(26)}` })),
    row("a malformed id", () => ({ objectId: "obj_unknown" })),
    row("an id with another prefix", (world) => ({
      kind,
      objectId: simpleObject(world, simple).replace("obj_", "cust_"),
    })),
    row("an object of another kind", (world) => ({
      kind: other,
      objectId: simpleObject(world, simple),
    })),
    row("an object of another Product", (world) => ({
      kind,
      objectId: strangeObject(world, simple),
    })),
  ];
}
