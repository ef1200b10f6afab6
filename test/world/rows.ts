/** For tests: rows that the decision tables of many operations share. */
import assert from "node:assert/strict";
import type { ProductKeyCaller } from "../../src/contract/declare/caller.ts";
import type { ErrorCode } from "../../src/contract/refusals/error_catalog.ts";
import { STRANGER } from "./callers.ts";
import type { Row } from "./decision_table.ts";
import type { Input } from "./input.ts";
import { createCustomer, openAccount } from "./parties.ts";
import type { AnyRead } from "./reading.ts";
import type { World } from "./world.ts";

/** A Product of another tenant is answered as an unknown one. */
export const OTHER_PRODUCT = {
  title: "Product of someone else",
  input: { productId: STRANGER.principal.productId },
  code: "resource_not_found",
  details: { resourceType: "product" },
} as const satisfies Row<"resource_not_found", object>;

export type UnknownIds<C extends ErrorCode> = {
  /** The field of the details that has the id; also of the input, where `inputOf` is absent. */
  field: string;
  /** The input with the id, where it is not a field of its own. */
  inputOf?: (id: string) => Input;
  code: C;
  /** Makes an object of the caller. Returns its id. */
  create(world: World, caller: ProductKeyCaller): string;
};

/** Ids that name no object of the caller: all get the same refusal, which names the id. */
export function unknownIds<C extends ErrorCode>(ids: UnknownIds<C>): Row<C, object>[] {
  const { field, code, create, inputOf = (id: string) => ({ [field]: id }) } = ids;
  const row = (title: string, idOf: (world: World) => string): Row<C, object> => ({
    title,
    input: ({ world }) => inputOf(idOf(world)),
    code,
    check({ details, input }) {
      const named = inputOf(details[field]);
      for (const name of Object.keys(named)) assert.deepEqual(input[name], named[name]);
    },
  });
  const own = (world: World) => create(world, world.caller);
  return [
    row("an id of nothing", (world) => own(world).replace(/_.*/, `_${"0".repeat(26)}`)),
    row("a malformed id", (world) => own(world).replace(/_.*/, "_unknown")),
    row("an id with a character more", (world) => `${own(world)}0`),
    row("an id with another prefix", (world) => own(world).replace(/^[a-z]+/, "other")),
    row("an id in another Product", (world) => create(world, STRANGER)),
    {
      ...row("a Product that has no realm yet", own),
      asking: { caller: STRANGER },
    },
  ];
}

/** Rows with accounts that are not the caller's. */
export const UNKNOWN_ACCOUNTS = unknownIds({
  field: "accountId",
  code: "account_not_found",
  create: (world, caller) => openAccount(world, { caller }),
});

/** Rows with customers that are not the caller's. */
export const UNKNOWN_CUSTOMERS = unknownIds({
  field: "customerId",
  code: "customer_not_found",
  create: (world, caller) => createCustomer(world, {}, { caller }).customerId,
});

/**
 * A cursor is bound to the filters of its list; `filter` is a filter that the table's input lacks.
 */
export function cursorOfOtherFilters(operation: AnyRead, filter: Input): Row<never, object> {
  return {
    title: "a cursor of other filters",
    async input({ world }, base) {
      const page = await world.found(operation, { ...base, limit: "1" });
      return { ...filter, cursor: page.nextCursor };
    },
    code: "invalid_request",
    check: ({ details }) => assert.equal(details["issues"][0].code, "cursor_mismatch"),
  };
}
