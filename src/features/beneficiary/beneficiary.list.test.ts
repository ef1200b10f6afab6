/** Decision table of beneficiary.list: where the reserved one stands, and what its filters leave. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { made, onBook } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, OTHER_PRODUCT } from "../../../test/world/rows.ts";
import { openWorld } from "../../../test/world/world.ts";
import { beneficiaryArchive } from "./beneficiary.archive.ts";
import { beneficiaryList } from "./beneficiary.list.ts";
import { beneficiaryRetrieve } from "./beneficiary.retrieve.ts";
import { RESERVED_ID } from "./beneficiary_document.ts";

type Items = { items: { beneficiaryId: string }[]; nextCursor?: string };
const idsOf = ({ items }: Items) => items.map(({ beneficiaryId }) => beneficiaryId);

/** The lists of the rows, and the chosen ids that each has, in order. */
const LISTS: [title: string, input: object, ids: string[]][] = [
  ["without filters", {}, ["third", "second", "first", RESERVED_ID]],
  ["in a status", { status: "archived" }, ["second"]],
  ["active", { status: "active" }, ["third", "first", RESERVED_ID]],
  ["of a rail", { rail: "sepa" }, ["third"]],
  ["on the book", { rail: "book" }, ["second", "first", RESERVED_ID]],
  ["of the company", { ownerType: "tenant" }, ["first", RESERVED_ID]],
  ["with a part of a name", { search: "ADA" }, ["third"]],
  ["with a part of a nickname", { search: "pencil" }, ["first"]],
  ["with a part of a chosen id", { search: "seco" }, ["second"]],
  ["with an external id", { search: "X-9" }, ["second"]],
  ["with the name of the reserved one", { search: "revenue" }, [RESERVED_ID]],
  ["with an id of nothing", { search: "ben_" }, []],
  ["made before the Product", { createdTo: "2000-01-01T00:00:00Z" }, []],
];

decisionTable(beneficiaryList, {
  async given(world) {
    const { customerId } = createCustomer(world);
    const own = { beneficiaryId: "first", ownerType: "tenant", nickname: "Pencils" };
    onBook(world, own);
    onBook(world, { beneficiaryId: "second", externalId: "X-9" });
    world.made(beneficiaryArchive, { beneficiaryId: "second" });
    const owner = { ownerType: "customer", ownerId: customerId, name: "Ada Lovelace" };
    await made(world, { beneficiaryId: "third", ...owner });
    return { customerId };
  },
  input: ({ world }) => ({ productId: world.principal.productId }),
  stepMs: 1_000,
  rows: [
    ...LISTS.map(([title, input, ids]) => ({
      title,
      input: { ...input },
      outcome: ids.join(", ") || "nothing",
      check: ({ reply }: { reply: Items }) => assert.deepEqual(idsOf(reply), ids),
    })),
    {
      title: "of a customer",
      input: ({ customerId }) => ({ ownerId: customerId }),
      outcome: "its own",
      check: ({ reply }) => assert.deepEqual(idsOf(reply), ["third"]),
    },
    OTHER_PRODUCT,
    cursorOfOtherFilters(beneficiaryList, { rail: "book" }),
  ],
});

test("beneficiary.list: pages of one -> each once, the reserved one last and without a cursor", async () => {
  const world = await openWorld({ stepMs: 1_000 });
  for (const beneficiaryId of ["a", "b"]) onBook(world, { beneficiaryId });
  const { productId } = world.principal;
  const ids: string[] = [];
  for (let page: Items = { items: [], nextCursor: "" }; page.nextCursor !== undefined; ) {
    const cursor = page.nextCursor;
    const input = { productId, limit: "1", ...(cursor !== "" && { cursor }) };
    page = (await world.found(beneficiaryList, input)) as Items;
    ids.push(...idsOf(page));
  }
  assert.deepEqual(ids, ["b", "a", RESERVED_ID]);
});

test("beneficiary.list: a Product that has made nothing -> its reserved one, as GET answers it", async () => {
  const world = await openWorld();
  const asking = { caller: STRANGER };
  const { productId } = STRANGER.principal;
  const { items } = await world.found(beneficiaryList, { productId }, asking);
  const reserved = { beneficiaryId: RESERVED_ID };
  assert.deepEqual(items, [await world.found(beneficiaryRetrieve, reserved, asking)]);
});
