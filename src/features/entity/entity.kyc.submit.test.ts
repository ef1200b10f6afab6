/** Decision table of entity.kyc.submit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeEntity,
  entityIn,
  profileIn,
  UNKNOWN_ENTITIES,
} from "../../../test/support/features/entity/entities.ts";
import {
  firstTierFields,
  ORGANIZATION_FIELDS,
  PERSON_FIELDS,
} from "../../../test/support/features/entity/kyc.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import { memoryEntityKeys } from "../../../test/world/entity_keys.ts";
import { at, createCustomer } from "../../../test/world/parties.ts";
import { preparedIn, preparing } from "../../../test/world/preparing.ts";
import { assertShows, openWorld, type World } from "../../../test/world/world.ts";
import type { Answer } from "../../../test/world/writing.ts";
import { openEntitySealer } from "../../access/entity_sealer.ts";
import { KYC_TIERS } from "../ledger/roles.ts";
import { entityKycRetrieve } from "./entity.kyc.retrieve.ts";
import { entityKycSubmit } from "./entity.kyc.submit.ts";
import { KYC_STATUSES } from "./entity_document.ts";
import type { EntityFact } from "./entity_facts.ts";
import { BENEFICIAL_OWNERS_MAX, KycFields } from "./kyc_field_schemas.ts";
import { fieldsUpTo } from "./kyc_fields.ts";

type Made = { world: World; entityId: string; firm: string };
type Rows = Row<(typeof entityKycSubmit.refusals)[number], Omit<Made, "world">>[];

/** A person and an organization; the world stands in 2026. */
function given(world: World) {
  preparing(world, { keys: memoryEntityKeys(), files: new Map() });
  const entity = { kind: "organization", displayName: "Engines", country: "GB" };
  return {
    entityId: createCustomer(world).entity.entityId,
    firm: createCustomer(world, { entity }).entity.entityId,
  };
}

const changed = (change: Parameters<typeof changeEntity>[2]) => (made: Made) =>
  changeEntity(made.world, made.entityId, change);

const identityDocument = (change: object) => ({
  fields: { identityDocument: { ...PERSON_FIELDS.identityDocument, ...change } },
});
const address = (change: object) => ({
  fields: { address: { ...PERSON_FIELDS.address, ...change } },
});

/** Values that a schema, or the decision, refuses, and where. */
const WRONG: [title: string, fields: object, path: (string | number)[]][] = [
  ["no field", {}, ["fields"]],
  ["an unknown field", { shoeSize: "42" }, ["fields", "shoeSize"]],
  ["a field of organizations", { registrationNumber: "1" }, ["fields", "registrationNumber"]],
  ["a blank name", { legalName: " " }, ["fields", "legalName"]],
  ["a name of 201", { legalName: "n".repeat(201) }, ["fields", "legalName"]],
  ["a birth before 1900", { dateOfBirth: "1899-12-31" }, ["fields", "dateOfBirth"]],
  ["a birth tomorrow", { dateOfBirth: "2026-02-01" }, ["fields", "dateOfBirth"]],
  ["a birth on no day", { dateOfBirth: "1985-02-30" }, ["fields", "dateOfBirth"]],
  ["a birth with a time", { dateOfBirth: "1985-12-10T00:00:00Z" }, ["fields", "dateOfBirth"]],
  [
    "an address without a city",
    { address: { line1: "1", postalCode: "1", country: "DE" } },
    ["fields", "address", "city"],
  ],
  ["no e-mail address", { email: "ada" }, ["fields", "email"]],
  ["a telephone number without +", { phone: "442079460000" }, ["fields", "phone"]],
  ["a telephone number of 6 digits", { phone: "+442079" }, ["fields", "phone"]],
  ["a telephone number of 16 digits", { phone: "+4420794600001234" }, ["fields", "phone"]],
  ["a tax number without its type", { taxId: { value: "1" } }, ["fields", "taxId", "type"]],
  [
    "an identity document that is none",
    identityDocument({ type: "library_card" }).fields,
    ["fields", "identityDocument", "type"],
  ],
  [
    "an identity document of yesterday",
    identityDocument({ expiresOn: "2026-01-30" }).fields,
    ["fields", "identityDocument", "expiresOn"],
  ],
  [
    "an identity document of nowhere",
    identityDocument({ issuingCountry: "XX" }).fields,
    ["fields", "identityDocument", "issuingCountry"],
  ],
  [
    "a proof of tomorrow",
    { proofOfAddress: { type: "bank_statement", issuedOn: "2026-02-01" } },
    ["fields", "proofOfAddress", "issuedOn"],
  ],
];

/** Owners of the organization that are refused, and where. */
const WRONG_OWNERS: [title: string, owners: (made: Made) => object[], path: (string | number)[]][] =
  [
    ["itself", ({ firm }) => [owner(firm, 1)], [0, "entityId"]],
    ["an owner twice", ({ entityId }) => [owner(entityId, 1), owner(entityId, 1)], [1, "entityId"]],
    [
      "an owner of another Product",
      ({ world }) => [owner(createCustomer(world, {}, { caller: STRANGER }).entity.entityId, 1)],
      [0, "entityId"],
    ],
    ["no entity", () => [owner("ent_unknown", 1)], [0, "entityId"]],
    ["a share of 10,001", ({ entityId }) => [owner(entityId, 10_001)], [0, "ownershipBps"]],
    [
      "shares of 10,001 together",
      ({ world, entityId }) => [
        owner(entityId, 10_000),
        owner(createCustomer(world).entity.entityId, 1),
      ],
      [],
    ],
    [
      "one owner too many",
      ({ entityId }) => Array.from({ length: BENEFICIAL_OWNERS_MAX + 1 }, () => owner(entityId, 0)),
      [],
    ],
  ];

function owner(entityId: string, ownershipBps: number) {
  return { entityId, ownershipBps, control: false };
}

const refusedValues: Rows = [
  ...WRONG.map(([title, fields, path]) => ({
    title,
    input: { fields },
    code: "invalid_request" as const,
    check: ({ details }: { details: Answer }) => assert.deepEqual(details.issues[0].path, path),
  })),
  ...WRONG_OWNERS.map(([title, owners, path]) => ({
    title: `an organization with ${title}`,
    input: (made: Made) => ({ entityId: made.firm, fields: { beneficialOwners: owners(made) } }),
    code: "invalid_request" as const,
    check: ({ details }: { details: Answer }) =>
      assert.deepEqual(details.issues[0].path, ["fields", "beneficialOwners", ...path]),
  })),
  {
    title: "fields of persons for an organization, which come before the country",
    input: ({ firm }) => ({ entityId: firm, fields: { occupation: "None", nationality: "IR" } }),
    code: "invalid_request",
    check: ({ details }) =>
      assert.deepEqual(
        details["issues"].map(({ path }: Answer) => path[1]),
        ["occupation", "nationality"],
      ),
  },
  { title: "tier_0", input: { tier: "tier_0" }, code: "invalid_request" },
  ...[
    ["an address", address({ country: "SY" }), "fields.address.country"] as const,
    ["a nationality", { fields: { nationality: "KP" } }, "fields.nationality"] as const,
  ].map(([what, input, field]) => ({
    title: `${what} in a country that is not served`,
    input,
    code: "kyc_country_unsupported" as const,
    details: { country: "[redacted]" },
    check: ({ message }: { message: string }) =>
      assert.equal(message, `${field} is a country that is not served`),
  })),
];

const accepted: Rows = [
  {
    title: "all of a tier",
    outcome: "submitted; the names alone, as GET shows them; sealed for their entity and field",
    reply: { status: "submitted", tierAttained: "tier_0", tierRequested: "tier_1" },
    async check({ reply, facts }, { world, entityId }) {
      await assertShows(world, entityKycRetrieve, { entityId }, reply);
      assert.ok(reply.requirements.every(({ status }: Answer) => status === "pending"));
      const [fact] = facts as [EntityFact];
      const { sealed } = fact.values as { sealed: Record<string, string> };
      const keys = memoryEntityKeys();
      await keys.made(entityId);
      const sealer = openEntitySealer(keys);
      const opened = Object.entries(sealed).map(([name, text]) => [
        name,
        JSON.parse(sealer.opened(text, entityId, name) ?? ""),
      ]);
      assert.deepEqual(Object.fromEntries(opened), firstTierFields());
      assert.equal(sealer.opened(sealed["email"] as string, entityId, "phone"), undefined);
      assert.equal(entityIn(world, entityId).revision, 2);
    },
  },
  {
    title: "all fields of a person",
    input: { tier: "tier_3", fields: PERSON_FIELDS },
    outcome: "all submitted; what needs a file is missing",
    check: ({ reply }) =>
      assert.deepEqual(
        reply.requirements.filter(({ status }: Answer) => status === "missing"),
        [
          ["identityDocument", "tier_2"],
          ["proofOfAddress", "tier_3"],
        ].map(([field, tier]) => ({
          field,
          tier,
          status: "missing",
          reason: "a document file of this kind is missing",
        })),
      ),
  },
  {
    title: "all fields of an organization, and two owners of all shares",
    input: ({ world, firm, entityId }) => {
      const beneficialOwners = [
        owner(entityId, 9_999),
        owner(createCustomer(world).entity.entityId, 1),
      ];
      return {
        entityId: firm,
        tier: "tier_3",
        fields: { ...ORGANIZATION_FIELDS, beneficialOwners },
      };
    },
    outcome: "all submitted",
    check: ({ reply }) =>
      assert.deepEqual(
        reply.submittedFields.map(({ field }: Answer) => field),
        fieldsUpTo("organization", "tier_3").map(({ field }) => field),
      ),
  },
  {
    title: "a field of a higher tier than the one asked for",
    input: { fields: { occupation: "Mathematician" } },
    outcome: "kept, under its own tier",
    reply: { tierRequested: "tier_1", status: "submitted" },
    check: ({ reply }) => assert.equal(reply.submittedFields[0].tier, "tier_3"),
  },
  {
    title: "a field again that was rejected",
    given({ world, entityId }: Made) {
      const field = { tier: "tier_1", submittedAtMs: 1 } as const;
      const email = { ...field, status: "rejected", reason: "unreachable" } as const;
      const phone = { ...field, status: "met" } as const;
      const profile = { entityId, fields: { email, phone } };
      changeEntity(world, entityId, { kycStatus: "action_required" }, { profile });
    },
    input: { fields: { email: "countess@example.com" } },
    outcome: "pending again, without a reason; the others stay",
    reply: { status: "submitted" },
    check: ({ reply }) =>
      assert.deepEqual(
        reply.submittedFields.map(({ status }: Answer) => status),
        ["pending", "met"],
      ),
  },
  {
    title: "an identity document that is valid until today",
    input: identityDocument({ expiresOn: "2026-01-31" }),
    outcome: "taken: valid until the end of the day",
    check: (_, { world, entityId }) =>
      assert.equal(
        profileIn(world, entityId).fields["identityDocument"]?.validUntilMs,
        Date.UTC(2026, 1, 1),
      ),
  },
  {
    title: "the first and the last possible day of a birth",
    input: { fields: { dateOfBirth: "1900-01-01" } },
    outcome: "taken",
    given: ({ world, entityId }) => submitOn(world, entityId, { dateOfBirth: "2026-01-31" }),
  },
  ...KYC_STATUSES.filter((status) => status !== "in_review").map((kycStatus) => ({
    title: `KYC is ${kycStatus}`,
    given: changed({ kycStatus }),
    outcome: "submitted",
    reply: { status: "submitted" },
  })),
  {
    title: "the attained tier again",
    given: changed({
      kycStatus: "verified",
      kycTier: "tier_1",
      kycExpiresAtMs: Date.parse(at(90)),
    }),
    outcome: "submitted to be verified anew; the tier stays until its end",
    reply: { status: "submitted", tierAttained: "tier_1", expiresAt: at(90) },
  },
  {
    title: "restricted",
    given: changed({ status: "restricted" }),
    outcome: "submitted: compliance may have asked for it",
    reply: { status: "submitted" },
  },
];

async function submitOn(world: World, entityId: string, fields: object) {
  const input = { entityId, tier: "tier_1", fields };
  const prepared = await preparedIn(world, entityKycSubmit, input);
  return world.made(entityKycSubmit, input, { prepared });
}

const refusedStates: Rows = [
  ...UNKNOWN_ENTITIES,
  ...(["suspended", "archived"] as const).map((status) => ({
    title: `${status}, which comes before the fields`,
    given: changed({ status }),
    input: { fields: { registrationNumber: "1" } },
    code: "entity_status_forbidden" as const,
    details: { status },
  })),
  { title: "erased", given: changed({ erasedAtMs: 1 }), code: "entity_status_forbidden" },
  {
    title: "a verification under way, which comes after the country",
    given: changed({ kycStatus: "in_review" }),
    code: "state_conflict",
    details: { actual: "in_review" },
  },
  {
    title: "a lower tier than the attained one",
    given: changed({ kycStatus: "verified", kycTier: "tier_2" }),
    code: "state_conflict",
    details: { expected: "tier_2", actual: "tier_1" },
  },
];

decisionTable(entityKycSubmit, {
  given,
  input: ({ entityId }) => ({ entityId, tier: "tier_1", fields: firstTierFields() }),
  stepMs: 1_000,
  rows: [...accepted, ...refusedValues, ...refusedStates],
});

test("entity.kyc.submit: the schema -> has every field that a tier asks for, all of them secret", () => {
  const asked = KYC_TIERS.flatMap((tier) => [...tier.requiredFields, ...tier.organizationFields]);
  const submitted = new Set<string>(asked);
  submitted.delete("displayName");
  submitted.delete("country");
  assert.deepEqual(Object.keys(KycFields.properties).sort(), [...submitted].sort());
  for (const [name, field] of Object.entries(KycFields.properties)) {
    assert.deepEqual([field["x-pii"], field["x-secret"]], [true, true], name);
  }
});

test("entity.kyc.submit: one key, then with another value, another name, the same -> two conflicts, a replay", async () => {
  const world = await openWorld();
  const { entityId } = createCustomer(world).entity;
  const idempotencyKey = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const send = async (fields: object) => {
    const input = { entityId, tier: "tier_1", fields };
    const prepared = await preparedIn(world, entityKycSubmit, input);
    return world.run(entityKycSubmit, input, { prepared, idempotencyKey });
  };
  const first = await send({ email: "ada@example.com" });
  assert.equal((await send({ email: "eve@example.com" })).code, "idempotency_conflict");
  assert.equal((await send({ legalName: "ada@example.com" })).code, "idempotency_conflict");
  const again = await send({ email: "ada@example.com" });
  assert.deepEqual([again.isReplayed, again.body], [true, first.body]);
});

test("entity.kyc.submit: an entity that is not in the Product -> no key is made for it", async () => {
  const world = await openWorld();
  const keys = memoryEntityKeys();
  const { entityId } = createCustomer(world, {}, { caller: STRANGER }).entity;
  for (const unknown of [entityId, world.nextId("ent")]) {
    const input = { entityId: unknown, tier: "tier_1", fields: { email: "ada@example.com" } };
    assert.deepEqual(await preparedIn(world, entityKycSubmit, input, { keys }), {
      kind: "unknown",
    });
    assert.equal(keys.find(unknown), undefined);
  }
});

test("entity.kyc.submit: the entity's key was destroyed -> entity_status_forbidden, and nothing is kept", async () => {
  const world = await openWorld();
  const keys = memoryEntityKeys();
  const { entityId } = createCustomer(world).entity;
  keys.destroy(entityId);
  const input = { entityId, tier: "tier_1", fields: { email: "ada@example.com" } };
  const prepared = await preparedIn(world, entityKycSubmit, input, { keys });
  const { code, facts } = world.run(entityKycSubmit, input, { prepared });
  assert.deepEqual([code, facts], ["entity_status_forbidden", []]);
});
