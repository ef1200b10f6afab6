/** Decision table of entity.update. */
import assert from "node:assert/strict";
import { changeEntity, UNKNOWN_ENTITIES } from "../../../test/support/features/entity/entities.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import type { Outcome } from "../../../test/world/writing.ts";
import type { CustomerFact } from "../customer/customer_facts.ts";
import { customerRetrieve } from "../customer/customer_noun.ts";
import type { Customer } from "../customer/customer_schema.ts";
import { entityUpdate } from "./entity.update.ts";
import type { EntityFact } from "./entity_facts.ts";
import { entityRetrieve } from "./entity_resource.ts";

type Made = { world: World; customer: Customer };
const kindsOf = ({ facts }: Pick<Outcome, "facts">) => facts.map(({ kind }) => kind);

decisionTable(entityUpdate, {
  given: (world) => ({ customer: createCustomer(world) }),
  input: ({ customer: { entity } }) => ({ entityId: entity.entityId }),
  stepMs: 1_000,
  rows: [
    {
      title: "name, country and metadata",
      input: { displayName: "Countess Lovelace", country: "GB", metadata: { a: "1" } },
      outcome: "changed, as GET shows it, and on its customer in the same record",
      reply: {
        displayName: "Countess Lovelace",
        country: "GB",
        metadata: { a: "1" },
        revision: 2,
      },
      async check({ reply, facts }, { world, customer }) {
        const { customerId, entity } = customer;
        await assertShows(world, entityRetrieve, { entityId: entity.entityId }, reply);
        assert.deepEqual(kindsOf({ facts }), ["entity.updated.1", "customer.updated.1"]);
        const [own, copy] = facts as [EntityFact, CustomerFact];
        assert.deepEqual(own.previous, {
          displayName: "Ada Lovelace",
          country: "DE",
          metadata: {},
        });
        assert.deepEqual(copy.previous, { entity: customer.entity });
        const { displayName, country } = reply;
        await assertShows(
          world,
          customerRetrieve,
          { customerId },
          {
            ...customer,
            entity: { ...entity, displayName, country },
            revision: 2,
            updatedAt: reply.updatedAt,
          },
        );
      },
    },
    {
      title: "metadata alone",
      input: { metadata: { a: "1" } },
      outcome: "changed; its customer, which shows none of it, stays",
      reply: { metadata: { a: "1" }, revision: 2 },
      check: ({ facts }) => assert.deepEqual(kindsOf({ facts }), ["entity.updated.1"]),
    },
    {
      title: "verified",
      given: ({ world, customer: { entity } }: Made) =>
        changeEntity(world, entity.entityId, { kycStatus: "verified", kycTier: "tier_1" }),
      input: { displayName: "Ada King" },
      outcome: "changed, and still verified",
      reply: { kyc: { status: "verified", tierAttained: "tier_1" } },
    },
    ...[{}, { expectedRevision: 1 }, { displayName: "Ada Lovelace", metadata: {} }].map(
      (input) => ({
        title: `what it is already: ${JSON.stringify(input)}`,
        input,
        outcome: "as it stands: no next revision, no fact, a record",
        reply: { revision: 1 },
        check: ({ facts, place }: Outcome) => assert.deepEqual([facts, place > 0], [[], true]),
      }),
    ),
    ...UNKNOWN_ENTITIES,
    ...(["restricted", "suspended", "archived"] as const).map((status) => ({
      title: `${status}, which comes before the revision`,
      given: ({ world, customer: { entity } }: Made) =>
        changeEntity(world, entity.entityId, { status }),
      input: { displayName: "Ada King", expectedRevision: 9 },
      code: "entity_status_forbidden" as const,
      details: { status },
    })),
    {
      title: "other revision, which comes before the country",
      input: { expectedRevision: 7, country: "XX" },
      code: "state_conflict",
      details: { expected: 7, actual: 1 },
    },
    {
      title: "country that is not served",
      input: { country: "IR" },
      code: "kyc_country_unsupported",
    },
    {
      title: "no country",
      input: { country: "UK" },
      code: "kyc_country_unsupported",
      check: ({ message }) =>
        assert.equal(message, 'country UK is no code of ISO 3166-1; did you mean "GB"?'),
    },
    { title: "a blank name", input: { displayName: " " }, code: "invalid_request" },
    { title: "null as the name", input: { displayName: null }, code: "invalid_request" },
    {
      title: "metadata of 51 keys",
      input: { metadata: Object.fromEntries([...Array(51)].map((_, at) => [`k${at}`, "v"])) },
      code: "state_constraint_failed",
      details: { constraint: "metadata_keys", limit: 50 },
    },
  ],
});
