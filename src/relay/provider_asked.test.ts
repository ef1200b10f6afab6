/** What a provider is asked, of entities of which real values and real files were submitted, sealed. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { profileIn } from "../../test/support/features/entity/entities.ts";
import { ORGANIZATION_FIELDS, PERSON_FIELDS } from "../../test/support/features/entity/kyc.ts";
import { addDocument, draftOf, pdfOf } from "../../test/support/features/entity/kyc_documents.ts";
import { openEntity } from "../../test/support/features/entity/verifications.ts";
import { configured } from "../../test/support/features/provider/providers.ts";
import { requestIn } from "../../test/support/features/provider_request/live_requests.ts";
import { type ProviderMember, providerMembers } from "../../test/support/provider_members.ts";
import { memoryEntityKeys } from "../../test/world/entity_keys.ts";
import { preparedIn } from "../../test/world/preparing.ts";
import { openWorld, type World } from "../../test/world/world.ts";
import { openEntitySealer } from "../access/entity_sealer.ts";
import { entityKycSubmit } from "../features/entity/entity.kyc.submit.ts";
import { entityKycVerificationStart } from "../features/entity/entity.kyc.verification.start.ts";
import type { EntityKind } from "../features/entity/entity_document.ts";
import type { KycFields } from "../features/entity/kyc_field_schemas.ts";
import type { KycTier } from "../features/ledger/roles.ts";
import { askedOf } from "./provider_asked.ts";

/** A world of live, where its sealed files are, and what opens them. */
async function given(t: TestContext) {
  const world = await openWorld({ environment: "live" });
  const filesPath = mkdtempSync(join(tmpdir(), "provider-asked-"));
  t.after(() => rmSync(filesPath, { recursive: true, force: true }));
  const keys = memoryEntityKeys();
  const faults: Error[] = [];
  const submitted = {
    sealer: openEntitySealer(keys),
    filesPath,
    onUnreadable: (cause: unknown) => void faults.push(cause as Error),
  };
  return { world, keys, filesPath, faults, submitted };
}
type Given = Awaited<ReturnType<typeof given>>;

async function submit({ world, keys }: Given, entityId: string, fields: KycFields): Promise<void> {
  const input = { entityId, tier: "tier_1", fields };
  const prepared = await preparedIn(world, entityKycSubmit, input, { keys });
  world.made(entityKycSubmit, input, { prepared });
}

/** Adds a document; gives it as the effect lists it, its content, and the path of its sealed file. */
async function add(
  { world, keys, filesPath }: Given,
  entityId: string,
  kind: "identityDocument" | "proofOfAddress",
  marker: string,
) {
  const content = pdfOf(marker);
  const files = new Map<string, Uint8Array>();
  const { kycDocumentId } = await addDocument(
    world,
    { entityId, keys, files },
    draftOf(content, { kind }),
  );
  const [[file, sealed] = ["", new Uint8Array()]] = files;
  writeFileSync(join(filesPath, file), sealed);
  const listed = {
    ...{ documentId: kycDocumentId, kind, mediaType: "application/pdf" },
    ...{ bytes: content.length, sha256: hash("sha256", content, "hex") },
  };
  return { listed, content, path: join(filesPath, file) };
}

const ask = async (
  { world, submitted }: Given,
  asked: { entityId: string; tier: KycTier; kind: EntityKind },
) => {
  const request = { realm: world.realmOf(world.caller), request: asked };
  return askedOf(await world.snapshot(), { kind: "verification", ...request }, submitted);
};

function startedRequest(world: World, entityId: string, tier: KycTier, more = {}) {
  world.run(entityKycVerificationStart, { entityId, tier, ...more });
  const { verificationId = "" } = profileIn(world, entityId);
  return requestIn(world, verificationId.replace("ver_", "preq_"));
}

const { legalName, dateOfBirth, address, email, phone } = PERSON_FIELDS;
const { taxId, nationality, identityDocument } = PERSON_FIELDS;
const FIRST = { legalName, dateOfBirth, address, email, phone };
const SECOND = { ...FIRST, taxId, nationality, identityDocument };

const PERSON_TIERS: [tier: KycTier, fields: KycFields, kinds: string[]][] = [
  ["tier_1", FIRST, []],
  ["tier_2", SECOND, ["identityDocument"]],
  ["tier_3", PERSON_FIELDS, ["identityDocument", "proofOfAddress"]],
];

for (const [tier, fields, kinds] of PERSON_TIERS) {
  test(`provider asked: a person of whom all was submitted, for ${tier} -> the JSON values and files up to it`, async (t) => {
    const all = await given(t);
    const entityId = openEntity(all.world);
    await submit(all, entityId, PERSON_FIELDS);
    const documents = [
      await add(all, entityId, "proofOfAddress", "bill"),
      await add(all, entityId, "identityDocument", "passport"),
    ].filter(({ listed }) => kinds.includes(listed.kind));
    documents.reverse();
    configured(all.world, "acme", "one");
    const asked = askedOf(
      await all.world.snapshot(),
      startedRequest(all.world, entityId, tier),
      all.submitted,
    );
    const own = { entityId, tier, kind: "person", country: "DE" };
    const listed = documents.map((one) => one.listed);
    assert.deepEqual(asked.request, { ...own, fields, documents: listed });
    assert.deepEqual(
      asked.files.map(({ documentId, mediaType, open }) => [
        documentId,
        mediaType,
        Buffer.from(open() ?? []),
      ]),
      documents.map((one) => [one.listed.documentId, one.listed.mediaType, one.content]),
    );
    assert.deepEqual(all.faults, []);
  });
}

test("provider asked: any request -> the members that PROVIDER.md names, the required ones always", async (t) => {
  const all = await given(t);
  configured(all.world, "acme", "one");
  const asked = async (more: object) => {
    const entityId = openEntity(all.world);
    await submit(all, entityId, PERSON_FIELDS);
    await add(all, entityId, "identityDocument", "passport");
    const request = startedRequest(all.world, entityId, "tier_2", more);
    return askedOf(await all.world.snapshot(), request, all.submitted).request;
  };
  const members = providerMembers("request (verification)");
  const names = (those: readonly ProviderMember[]) => those.map(({ member }) => member).sort();
  const whole = await asked({ returnUrl: "https://shop.example/verified" });
  assert.deepEqual(Object.keys(whole).sort(), names(members));
  const least = members.filter(({ isRequired }) => isRequired);
  assert.deepEqual(Object.keys(await asked({})).sort(), names(least));
  const [document] = whole["documents"] as object[];
  const ofDocument = ["documentId", "kind", "mediaType", "bytes", "sha256"];
  assert.deepEqual(Object.keys(document ?? {}), ofDocument);
});

const { incorporationDate, registrationNumber, registeredAddress } = ORGANIZATION_FIELDS;
const ORGANIZATION_FIRST = {
  ...{ legalName: ORGANIZATION_FIELDS.legalName, registrationNumber, registeredAddress },
  ...{ email: ORGANIZATION_FIELDS.email, phone: ORGANIZATION_FIELDS.phone },
};

test("provider asked: an organization -> the fields of organizations, its owners as a list, its file in the last tier", async (t) => {
  const all = await given(t);
  const entityId = openEntity(all.world, "organization");
  const beneficialOwners = [
    { entityId: openEntity(all.world), ownershipBps: 6_000, control: true },
  ];
  await submit(all, entityId, { ...ORGANIZATION_FIELDS, beneficialOwners });
  const { listed } = await add(all, entityId, "proofOfAddress", "register");
  const second = {
    ...ORGANIZATION_FIRST,
    ...{ taxId: ORGANIZATION_FIELDS.taxId, incorporationDate, beneficialOwners },
  };
  const { sourceOfFunds, proofOfAddress } = ORGANIZATION_FIELDS;
  const wanted: [KycTier, object, object[]][] = [
    ["tier_1", ORGANIZATION_FIRST, []],
    ["tier_2", second, []],
    ["tier_3", { ...second, sourceOfFunds, proofOfAddress }, [listed]],
  ];
  for (const [tier, fields, documents] of wanted) {
    const { request } = await ask(all, { entityId, tier, kind: "organization" });
    assert.deepEqual(request["fields"], fields, tier);
    assert.deepEqual(request["documents"], documents, tier);
  }
});

test("provider asked: two files of a kind -> the newest alone", async (t) => {
  const all = await given(t);
  const entityId = openEntity(all.world);
  await submit(all, entityId, PERSON_FIELDS);
  await add(all, entityId, "identityDocument", "blurred");
  const { listed } = await add(all, entityId, "identityDocument", "sharp");
  const { request, files } = await ask(all, { entityId, tier: "tier_2", kind: "person" });
  assert.deepEqual(request["documents"], [listed]);
  assert.equal(files.length, 1);
});

test("provider asked: an entity of which nothing was submitted -> no fields, no files", async (t) => {
  const all = await given(t);
  const entityId = openEntity(all.world);
  const asked = { entityId, tier: "tier_3", kind: "person" } as const;
  assert.deepEqual(await ask(all, asked), {
    request: { ...asked, fields: {}, documents: [] },
    files: [],
  });
});

test("provider asked: the key is destroyed -> no fields; a file that does not open, and says so", async (t) => {
  const all = await given(t);
  const entityId = openEntity(all.world);
  await submit(all, entityId, PERSON_FIELDS);
  const { listed } = await add(all, entityId, "identityDocument", "passport");
  all.keys.destroy(entityId);
  const { request, files } = await ask(all, { entityId, tier: "tier_2", kind: "person" });
  assert.deepEqual(request["fields"], {});
  assert.equal(files.length, 1);
  assert.equal(files[0]?.open(), undefined);
  assert.match(all.faults[0]?.message ?? "", new RegExp(`${listed.documentId}.*does not open`));
});

/** What may have become of a sealed file on the disk, and what is told of it. */
const UNREADABLE: [what: string, spoil: (path: string) => void, says: RegExp][] = [
  ["is gone", (path) => rmSync(path), /is missing/],
  ["is shorter", (path) => writeFileSync(path, "x"), /has 1 bytes/],
  [
    "has a bit that is another",
    (path) => {
      const bytes = Buffer.from(readFileSync(path));
      bytes[40] = (bytes[40] as number) ^ 1;
      writeFileSync(path, bytes);
    },
    /is damaged/,
  ],
];

for (const [what, spoil, says] of UNREADABLE) {
  test(`provider asked: a file ${what} -> listed, undefined when it is opened, told`, async (t) => {
    const all = await given(t);
    const entityId = openEntity(all.world);
    await submit(all, entityId, PERSON_FIELDS);
    const { path } = await add(all, entityId, "identityDocument", "passport");
    const { files } = await ask(all, { entityId, tier: "tier_2", kind: "person" });
    assert.ok(files[0]?.open() !== undefined);
    spoil(path);
    assert.equal(files[0]?.open(), undefined);
    assert.equal(all.faults.length, 1);
    assert.match(all.faults[0]?.message ?? "", says);
  });
}

test("provider asked: the keys of entities cannot be read when a file is opened -> undefined, told", async (t) => {
  const all = await given(t);
  const entityId = openEntity(all.world);
  await add(all, entityId, "identityDocument", "passport");
  const { files } = await ask(all, { entityId, tier: "tier_2", kind: "person" });
  all.keys.find = () => {
    throw new Error("no keys");
  };
  assert.equal(files[0]?.open(), undefined);
  assert.equal(all.faults[0]?.message, "no keys");
});
