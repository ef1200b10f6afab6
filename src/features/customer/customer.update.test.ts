/** Decision table of customer.update. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import type { Outcome } from "../../../test/world/writing.ts";
import { customerClose } from "./customer.close.ts";
import { customerSuspend } from "./customer.suspend.ts";
import { customerUpdate } from "./customer.update.ts";
import { customerList, customerRetrieve } from "./customer_noun.ts";
import type { Customer } from "./customer_schema.ts";

/** Changes to what the customer is already. */
const UNCHANGED: [title: string, input: Input][] = [
  ["nothing", {}],
  ["its own revision alone", { expectedRevision: 1 }],
  ["its own values", { externalId: "own", metadata: { a: "1", b: null } }],
];
type Made = { world: World; customer: Customer };

decisionTable(customerUpdate, {
  given(world) {
    createCustomer(world, { externalId: "taken" });
    return { customer: createCustomer(world, { externalId: "own", metadata: { a: "1" } }) };
  },
  input: ({ customer: { customerId } }) => ({ customerId }),
  stepMs: 1_000,
  rows: [
    {
      title: "metadata and external id",
      input: { metadata: { b: "2" }, externalId: "two" },
      outcome: "merged and replaced, next revision, as GET shows it",
      reply: { metadata: { a: "1", b: "2" }, externalId: "two", revision: 2 },
      async check({ reply }, { world, customer: { customerId, createdAt, updatedAt } }) {
        assert.notEqual(reply.updatedAt, updatedAt);
        assert.equal(reply.createdAt, createdAt);
        await assertShows(world, customerRetrieve, { customerId }, reply);
      },
    },
    {
      title: "suspended",
      given: ({ world, customer: { customerId } }) =>
        world.made(customerSuspend, { customerId, reason: "review" }),
      input: { metadata: { b: "2" } },
      outcome: "updated",
      reply: { metadata: { a: "1", b: "2" }, revision: 3 },
    },
    {
      title: "metadata with null and an empty text",
      input: { metadata: { a: null, b: "", c: "3" } },
      outcome: "the keys are removed",
      reply: { metadata: { c: "3" } },
    },
    {
      title: "null as metadata",
      input: { metadata: null },
      outcome: "no keys",
      reply: { metadata: {} },
    },
    {
      title: "null as the external id",
      input: { externalId: null },
      outcome: "removed, as GET and a list show, and free for another",
      async check({ reply }, { world, customer: { customerId } }) {
        assert.deepEqual(["externalId" in reply, reply.revision], [false, 2]);
        await assertShows(world, customerRetrieve, { customerId }, reply);
        const { productId } = world.principal;
        const { items } = await world.found(customerList, { productId, search: "own" });
        assert.deepEqual(items, []);
        createCustomer(world, { externalId: "own" });
      },
    },
    ...UNCHANGED.map(([title, input]) => ({
      title,
      input,
      outcome: "as it stands: no next revision, no fact, a record",
      async check({ reply, facts, place }: Outcome, { world, customer }: Made) {
        assert.deepEqual([reply, facts, place > 0], [customer, [], true]);
        await assertShows(world, customerRetrieve, { customerId: customer.customerId }, customer);
      },
    })),
    { title: "free external id", input: { externalId: "free" }, outcome: "updated" },
    {
      title: "unknown customer",
      input: { customerId: "cust_unknown" },
      code: "customer_not_found",
    },
    {
      title: "closed",
      given: ({ world, customer: { customerId } }) => world.made(customerClose, { customerId }),
      input: { metadata: {} },
      code: "customer_status_forbidden",
    },
    {
      title: "closed comes before the revision",
      given: ({ world, customer: { customerId } }) => world.made(customerClose, { customerId }),
      input: { expectedRevision: 9 },
      code: "customer_status_forbidden",
    },
    {
      title: "other revision",
      input: { expectedRevision: 7 },
      code: "state_conflict",
      details: { expected: 7, actual: 1 },
    },
    { title: "external id that is taken", input: { externalId: "taken" }, code: "state_conflict" },
    {
      title: "metadata of 51 keys with those before",
      input: { metadata: Object.fromEntries([...Array(50)].map((_, at) => [`k${at}`, "v"])) },
      code: "state_constraint_failed",
      details: { constraint: "metadata_keys", limit: 50 },
    },
  ],
});
