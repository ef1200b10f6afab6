/** search.retrieve: what one piece of text finds, and what a search must not show. */
import assert from "node:assert/strict";
import { keyCaller, STRANGER } from "../../../test/world/callers.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { createAccount, createCustomer, fund } from "../../../test/world/parties.ts";
import type { World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { customerSuspend } from "../customer/customer.suspend.ts";
import { RESOURCES } from "../registry.ts";
import { searchRetrieveOf } from "./search.retrieve.ts";

const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";
const EVERY_TYPE = keyCaller({ scopes: RESOURCES.map(({ readScope }) => readScope) });
const searchRetrieve = searchRetrieveOf(RESOURCES);

function given(world: World) {
  const ada = createCustomer(world, { externalId: "crm-1" });
  const grace = createCustomer(world, {
    entity: { kind: "person", displayName: "Grace Hopper", country: "DE" },
  });
  const owner = { type: "customer", id: ada.customerId };
  const wallet = createAccount(world, { owner, name: "Ada's Wallet", externalId: "acc-1" });
  const suspension = { customerId: grace.customerId, reason: "review" };
  world.run(customerSuspend, suspension, { idempotencyKey: KEY });
  const transferId = fund(world, wallet.accountId, 5n);
  return {
    ada: ada.customerId,
    adaEntity: ada.entity.entityId,
    grace: grace.customerId,
    graceEntity: grace.entity.entityId,
    wallet: wallet.accountId,
    transferId,
  };
}
type Given = ReturnType<typeof given>;

/** Texts, and the things that a search for each text finds, by their names in `Given`. */
const FOUND: { title: string; input: (given: Given) => Input; expected: (keyof Given)[] }[] = [
  { title: "a customer's id", input: ({ ada }) => ({ q: ada }), expected: ["ada"] },
  { title: "an account's id", input: ({ wallet }) => ({ q: wallet }), expected: ["wallet"] },
  { title: "an external id", input: () => ({ q: "crm-1" }), expected: ["ada"] },
  { title: "an external id in another case", input: () => ({ q: "CRM-1" }), expected: [] },
  { title: "part of names", input: () => ({ q: "ADA" }), expected: ["adaEntity", "ada", "wallet"] },
  { title: "one type", input: () => ({ q: "ada", types: "account" }), expected: ["wallet"] },
  {
    title: "an entity id",
    input: ({ graceEntity }) => ({ q: graceEntity }),
    expected: ["graceEntity", "grace"],
  },
  {
    title: "part of names, as `search`",
    input: () => ({ q: undefined, search: "ADA" }),
    expected: ["adaEntity", "ada", "wallet"],
  },
  {
    title: "one text under both names",
    input: () => ({ q: "crm-1", search: "crm-1" }),
    expected: ["ada"],
  },
  { title: "an id of nothing", input: () => ({ q: "acct_x" }), expected: [] },
  { title: "a key of nothing", input: () => ({ q: KEY.replace("0", "1") }), expected: [] },
];

const rows = FOUND.map(
  ({ title, input, expected }): Row<never, Given> => ({
    title,
    input,
    outcome: expected.join(", ") || "nothing",
    reply: { complete: true },
    check: ({ reply }, made) =>
      assert.deepEqual(
        reply.items.map(({ id }: Answer) => id),
        expected.map((name) => made[name]),
      ),
  }),
);

decisionTable(searchRetrieve, {
  given,
  input: () => ({ q: "ada" }),
  asking: () => ({ caller: EVERY_TYPE }),
  rows: [
    ...rows,
    {
      title: "another Product by its id",
      input: { productId: STRANGER.product.productId },
      code: "resource_not_found",
      details: { resourceType: "product", productId: STRANGER.product.productId },
    },
    {
      title: "neither q nor search",
      input: { q: undefined },
      code: "invalid_request",
      details: {
        issues: [
          {
            code: "required",
            message: "q is required: the text to look for",
            path: ["q"],
          },
        ],
      },
    },
    {
      title: "q and search with different texts",
      input: { search: "grace" },
      code: "invalid_request",
      details: {
        issues: [
          {
            code: "conflict",
            message: "q and search mean the same and have different values; send one of them",
            path: ["search"],
          },
        ],
      },
    },
    {
      title: "a key in upper case",
      input: { q: KEY.toUpperCase() },
      outcome: "the operation and the receipt of its request",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.items.map(({ type, title }: Answer) => [type, title]),
          [
            ["operation", "customer.suspend"],
            ["receipt", "customer.suspend"],
          ],
        ),
    },
    {
      title: "an operation's id",
      input: ({ transferId }) => ({ q: transferId.replace("tr_", "op_") }),
      outcome: "the operation by its name",
      check: ({ reply, input: { q } }) =>
        assert.deepEqual(reply.items, [
          { type: "operation", id: q, title: "sandbox.account_funding.create" },
        ]),
    },
    {
      title: "a transfer's id",
      input: ({ transferId }) => ({ q: transferId }),
      outcome: "the transfer by its amount",
      check: ({ reply, input: { q } }) =>
        assert.deepEqual(reply.items, [{ type: "transfer", id: q, title: "5 EUR" }]),
    },
    {
      title: "an id of another Product",
      given: ({ world }) => world.realmOf(STRANGER),
      input: ({ wallet }) => ({ q: wallet }),
      asking: { caller: keyCaller({ ...STRANGER.key, scopes: EVERY_TYPE.key.scopes }) },
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "a key without the scope of a type",
      asking: { caller: keyCaller({ scopes: ["customers:read"] }) },
      outcome: "that type is left out",
      check: ({ reply }, { ada }) =>
        assert.deepEqual(
          reply.items.map(({ id }: Answer) => id),
          [ada],
        ),
    },
    {
      title: "an account's id and no scope of it",
      input: ({ wallet }) => ({ q: wallet }),
      asking: { caller: keyCaller({ scopes: ["search:read"] }) },
      outcome: "nothing",
      reply: { items: [] },
    },
    {
      title: "more than limit",
      input: { limit: "1" },
      outcome: "that many, not complete",
      reply: { complete: false },
      check: ({ reply }) => assert.equal(reply.items.length, 1),
    },
  ],
});
