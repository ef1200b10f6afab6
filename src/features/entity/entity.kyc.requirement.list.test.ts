/** entity.kyc.requirement.list: what each tier asks of each kind, and how each thing stands. */
import assert from "node:assert/strict";
import { changeEntity, UNKNOWN_ENTITIES } from "../../../test/support/features/entity/entities.ts";
import { submit } from "../../../test/support/features/entity/kyc.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { entityKycRequirementList } from "./entity.kyc.requirement.list.ts";
import type { KycFieldStatus } from "./kyc_field_status.ts";

const PERSON = {
  tier_1: ["legalName", "dateOfBirth", "address", "email", "phone"],
  tier_2: ["taxId", "nationality", "identityDocument"],
  tier_3: ["sourceOfFunds", "occupation", "proofOfAddress"],
};
const ORGANIZATION = [
  ["legalName", "registrationNumber", "registeredAddress", "email", "phone"],
  ["taxId", "incorporationDate", "beneficialOwners"],
  ["sourceOfFunds", "proofOfAddress"],
].flat();
const fieldsOf = (items: Answer[]): string[] => items.map(({ field }) => field);

type Made = { world: World; entityId: string };
const found = (items: Answer[], wanted: string): Answer =>
  items.find(({ field }) => field === wanted);

/** The identity document of a profile: what was submitted as text, and the file. */
const PARTS: [
  text: KycFieldStatus | undefined,
  file: KycFieldStatus | undefined,
  stands: string,
][] = [
  [undefined, undefined, "missing"],
  ["pending", undefined, "missing"],
  [undefined, "pending", "missing"],
  ["pending", "pending", "pending"],
  ["met", "pending", "pending"],
  ["met", "met", "met"],
  ["rejected", undefined, "rejected"],
  ["met", "rejected", "rejected"],
];

decisionTable(entityKycRequirementList, {
  given: (world) => ({ entityId: createCustomer(world).entity.entityId }),
  input: ({ entityId }) => ({ entityId }),
  rows: [
    {
      title: "nothing asked for",
      outcome: "the next tier",
      check: ({ reply }) => assert.deepEqual(fieldsOf(reply.items), PERSON.tier_1),
    },
    {
      title: "tier_0",
      input: { tier: "tier_0" },
      outcome: "nothing: an entity has what it asks for",
      reply: { items: [] },
    },
    {
      title: "tier_3",
      input: { tier: "tier_3" },
      outcome: "all tiers in their order, also in pages of one",
      async check({ reply, input }, { world }) {
        assert.deepEqual(fieldsOf(reply.items), Object.values(PERSON).flat());
        const paged = await listAll(world, entityKycRequirementList, input, 1);
        assert.deepEqual(paged, reply.items);
        assert.deepEqual(found(reply.items, "proofOfAddress"), {
          field: "proofOfAddress",
          tier: "tier_3",
          status: "missing",
          reason: "the field was not submitted",
        });
      },
    },
    {
      title: "a tier that was asked for",
      given: ({ world, entityId }) => submit(world, entityId, { nationality: "DE" }, "tier_2"),
      outcome: "that tier and those below",
      check({ reply: { items } }) {
        assert.deepEqual(fieldsOf(items), [...PERSON.tier_1, ...PERSON.tier_2]);
        assert.equal(found(items, "nationality").status, "pending");
      },
    },
    {
      title: "the tier that was asked for is attained",
      given: ({ world, entityId }) =>
        changeEntity(
          world,
          entityId,
          { kycTier: "tier_1", kycStatus: "verified" },
          { profile: { entityId, tierRequested: "tier_1", fields: {} } },
        ),
      outcome: "the next one",
      check: ({ reply: { items } }) =>
        assert.deepEqual(fieldsOf(items), [...PERSON.tier_1, ...PERSON.tier_2]),
    },
    ...PARTS.map(([text, file, stands]) => ({
      title: `an identity document ${text ?? "not submitted"}, its file ${file ?? "not added"}`,
      given({ world, entityId }: Made) {
        const kycDocumentId = world.nextId("kdoc");
        const tier = "tier_2" as const;
        const identityDocument = text && { tier, submittedAtMs: 1, status: text };
        const added = file && { kycDocumentId, submittedAtMs: 1, status: file };
        const profile = {
          entityId,
          fields: identityDocument === undefined ? {} : { identityDocument },
          ...(added !== undefined && { files: { identityDocument: added } }),
        };
        changeEntity(world, entityId, {}, { profile });
      },
      input: { tier: "tier_2" },
      outcome: stands,
      check: ({ reply: { items } }: { reply: Answer }) =>
        assert.equal(found(items, "identityDocument").status, stands),
    })),
    {
      title: "an organization",
      input: ({ world }) => {
        const entity = { kind: "organization", displayName: "Engines", country: "GB" };
        return { entityId: createCustomer(world, { entity }).entity.entityId, tier: "tier_3" };
      },
      outcome: "what is asked of organizations",
      check: ({ reply: { items } }) => assert.deepEqual(fieldsOf(items), ORGANIZATION),
    },
    { title: "no tier", input: { tier: "tier_4" }, code: "invalid_request" },
    cursorOfOtherFilters(entityKycRequirementList, { tier: "tier_2" }),
    ...UNKNOWN_ENTITIES,
  ],
});
