/** Decision table of entity.kyc.document.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeEntity,
  entityIn,
  profileIn,
} from "../../../test/support/features/entity/entities.ts";
import {
  addDocument,
  draftOf,
  givenEntity,
  pdfOf,
} from "../../../test/support/features/entity/kyc_documents.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { preparedIn } from "../../../test/world/preparing.ts";
import { unknownIds } from "../../../test/world/rows.ts";
import { openWorld } from "../../../test/world/world.ts";
import { openEntitySealer } from "../../access/entity_sealer.ts";
import { registryOf } from "../../contract/declare/feature.ts";
import { SHARD_REGISTRY } from "../registry.ts";
import { entityKycDocumentCreate } from "./entity.kyc.document.create.ts";
import { entityKycDocumentList } from "./entity.kyc.document.list.ts";
import type { EntityFact } from "./entity_facts.ts";
import { KYC_DOCUMENTS_MAX } from "./kyc_document_document.ts";
import { kycDocumentFiles, sealNameOf } from "./kyc_document_files.ts";
import { DOCUMENT_BYTES_MAX } from "./kyc_document_schema.ts";
import { requirementsOf } from "./kyc_requirements.ts";

const PDF = pdfOf("a passport");
const JPEG = Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from("a picture")]);
const PNG = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from("a picture")]);

decisionTable(entityKycDocumentCreate, {
  given: givenEntity,
  input: ({ entityId }) => ({ entityId, ...draftOf(PDF) }),
  rows: [
    {
      title: "a PDF with its digest",
      outcome: "sealed, named by the fact, pending; no content in reply or facts",
      reply: {
        kind: "identityDocument",
        contentType: "application/pdf",
        sizeBytes: PDF.length,
        status: "pending",
        revision: 1,
      },
      async check({ reply, facts, input }, { world, entityId, keys, files }) {
        assert.equal(reply.sha256, input["sha256"]);
        const [fact] = facts as EntityFact[];
        const { file = "", sealedBytes, sealedSha256 } = fact?.kycDocument ?? {};
        const [[name, sealed] = [], ...others] = [...files];
        assert.deepEqual([name, others], [file, []]);
        assert.equal(sealed?.length, sealedBytes);
        const opened = openEntitySealer(keys).openedBytes(
          sealed as Uint8Array,
          entityId,
          sealNameOf(reply),
        );
        assert.deepEqual(opened, PDF);
        const text = JSON.stringify([reply, facts]);
        assert.equal(text.includes(input["contentBase64"] as string), false);
        for (const hidden of [file, sealedSha256]) {
          assert.equal(JSON.stringify(reply).includes(hidden as string), false);
        }
        const [listed] = (await world.found(entityKycDocumentList, { entityId })).items;
        assert.deepEqual(listed, reply);
      },
    },
    {
      title: "a JPEG as proof of address",
      input: draftOf(JPEG, { kind: "proofOfAddress", contentType: "image/jpeg" }),
      outcome: "made",
      reply: { kind: "proofOfAddress", contentType: "image/jpeg" },
    },
    {
      title: "a PNG",
      input: draftOf(PNG, { contentType: "image/png" }),
      outcome: "made",
    },
    {
      title: `${DOCUMENT_BYTES_MAX} bytes`,
      input: draftOf(pdfOf("large", DOCUMENT_BYTES_MAX)),
      outcome: "made",
      reply: { sizeBytes: DOCUMENT_BYTES_MAX },
    },
    {
      title: `${DOCUMENT_BYTES_MAX + 1} bytes`,
      input: draftOf(pdfOf("large", DOCUMENT_BYTES_MAX + 1)),
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["contentBase64"]),
    },
    {
      title: "the digest of another content",
      input: { sha256: draftOf(PNG).sha256 },
      code: "invalid_request",
      check({ details, facts }, { files }) {
        assert.deepEqual(details["issues"], [
          {
            code: "conflict",
            message: "sha256 is not the SHA-256 of the content that arrived",
            path: ["sha256"],
          },
        ]);
        assert.deepEqual([facts, files.size], [[], 0]);
      },
    },
    {
      title: "a picture that is called a PDF",
      input: draftOf(JPEG),
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["contentType"]),
    },
    {
      title: "bytes of no type that is taken",
      input: draftOf(Buffer.from("GIF89a and so on"), { contentType: "image/png" }),
      code: "invalid_request",
    },
    {
      title: "a type that is not taken",
      input: { contentType: "image/gif" },
      code: "invalid_request",
    },
    {
      title: "a kind that no requirement knows",
      input: { kind: "selfie" },
      code: "invalid_request",
    },
    ...["no base64!", "JVBERi0x\nLjcK", "JVBERi0xLjcKYQ", "JVBERi0xLjcK_-==", ""].map(
      (contentBase64) => ({
        title: `the content ${JSON.stringify(contentBase64)}`,
        input: { contentBase64 },
        code: "invalid_request" as const,
      }),
    ),
    {
      title: "a digest in upper case",
      input: { sha256: draftOf(PDF).sha256.toUpperCase() },
      code: "invalid_request",
    },
    ...(["restricted", "suspended", "archived"] as const).map((status) => ({
      title: `an entity that is ${status}`,
      given: ({ world, entityId }: Given) => changeEntity(world, entityId, { status }),
      code: "entity_status_forbidden" as const,
      details: { status },
      check: (_result: unknown, { files }: Given) => assert.equal(files.size, 0, "no file"),
    })),
    {
      title: "an entity that was erased",
      given: ({ world, entityId }: Given) => changeEntity(world, entityId, { erasedAtMs: 1 }),
      code: "entity_status_forbidden",
      check: ({ message }) => assert.match(message, /was erased/),
    },
    {
      title: "an entity whose key is destroyed, before its record says so",
      given: ({ entityId, keys }) => keys.destroy(entityId),
      code: "entity_status_forbidden",
      check: (_result, { files }) => assert.equal(files.size, 0),
    },
    {
      title: "suspended after the preparation",
      asking: ({ entityId }) => ({ prepared: preparedFor(entityId) }),
      given: ({ world, entityId }) => changeEntity(world, entityId, { status: "suspended" }),
      code: "entity_status_forbidden",
    },
    {
      title: `${KYC_DOCUMENTS_MAX} documents there already`,
      given: async ({ world, ...made }) => {
        for (let at = 0; at < KYC_DOCUMENTS_MAX; at++) {
          await addDocument(world, made, draftOf(pdfOf(`page ${at}`)));
        }
      },
      code: "state_constraint_failed",
      details: { constraint: "kyc_documents", limit: KYC_DOCUMENTS_MAX },
      check: (_result, { files }) => assert.equal(files.size, KYC_DOCUMENTS_MAX, "no more files"),
    },
    ...unknownIds({
      field: "entityId",
      code: "entity_not_found",
      create: (world, caller) => createCustomer(world, {}, { caller }).entity.entityId,
    }),
  ],
});

type Given = ReturnType<typeof givenEntity> & { world: Parameters<typeof givenEntity>[0] };

/** What a preparation gave that saw nothing against the document. */
function preparedFor(entityId: string) {
  const file = { file: `${entityId}-${"0".repeat(32)}`, sizeBytes: 253, sha256: "0".repeat(64) };
  return { file, sizeBytes: 200 };
}

test("entity.kyc.document.create: the same content again, by its key and by another -> one file; two documents by two keys", async () => {
  const world = await openWorld();
  const made = givenEntity(world);
  const input = { entityId: made.entityId, ...draftOf(PDF) };
  const idempotencyKey = "0f8fad5b-d9cb-469f-a165-70867728950e";
  const ask = async (key?: string) => {
    const prepared = await preparedIn(world, entityKycDocumentCreate, input, made);
    return world.run(entityKycDocumentCreate, input, {
      prepared,
      ...(key !== undefined && { idempotencyKey: key }),
    });
  };
  const first = await ask(idempotencyKey);
  const again = await ask(idempotencyKey);
  assert.deepEqual([again.isReplayed, again.body], [true, first.body]);
  const other = await ask();
  assert.notEqual(other.reply.kycDocumentId, first.reply.kycDocumentId);
  assert.equal(made.files.size, 1);
  assert.equal(
    (await world.found(entityKycDocumentList, { entityId: made.entityId })).items.length,
    2,
  );
});

test("entity.kyc.document.create: a document of a kind, rejected, and a newer one -> the requirement stands as the newest", async () => {
  const world = await openWorld();
  const made = givenEntity(world);
  const { entityId } = made;
  const standing = () =>
    requirementsOf(entityIn(world, entityId), profileIn(world, entityId), "tier_2").find(
      ({ field }) => field === "identityDocument",
    );
  const submitted = { tier: "tier_2", submittedAtMs: 1, status: "pending" } as const;
  changeEntity(
    world,
    entityId,
    {},
    {
      profile: { entityId, fields: { identityDocument: submitted } },
    },
  );
  assert.equal(standing()?.status, "missing");
  const first = await addDocument(world, made, draftOf(PDF));
  assert.equal(standing()?.status, "pending");
  const before = profileIn(world, entityId);
  const rejected = { status: "rejected", reason: "it is not readable" } as const;
  const file = before.files?.identityDocument;
  assert.equal(file?.kycDocumentId, first.kycDocumentId);
  changeEntity(
    world,
    entityId,
    {},
    {
      profile: {
        ...before,
        files: { identityDocument: { ...(file as NonNullable<typeof file>), ...rejected } },
      },
    },
  );
  assert.equal(standing()?.status, "rejected");
  const second = await addDocument(world, made, draftOf(pdfOf("a sharper passport")));
  assert.equal(standing()?.status, "pending");
  assert.equal(
    profileIn(world, entityId).files?.identityDocument?.kycDocumentId,
    second.kycDocumentId,
  );
});

test("entity.kyc.document.create: an organization's identity document -> kept, and no requirement of its profile", async () => {
  const world = await openWorld();
  const made = givenEntity(world);
  changeEntity(world, made.entityId, { kind: "organization" });
  await addDocument(world, made, draftOf(PDF));
  assert.deepEqual(profileIn(world, made.entityId).fields, {});
  assert.equal(profileIn(world, made.entityId).files, undefined);
});

test("kyc document files: two entities, one erased, or the sandbox reset -> the other's must be there, or none; a fact names a file or gives up an owner's", async () => {
  const world = await openWorld();
  const [made, other] = [givenEntity(world), givenEntity(world)];
  await addDocument(world, made, draftOf(PDF));
  await addDocument(world, made, draftOf(pdfOf("a bill"), { kind: "proofOfAddress" }));
  await addDocument(world, other, draftOf(PDF));
  const realm = world.realmOf(world.caller);
  const namedWhere = (retired: number) =>
    kycDocumentFiles.of(world.state, { isRetired: (number) => number === retired });
  const named = () => [...namedWhere(realm + 1)].map(({ file }) => file).sort();
  assert.deepEqual([...namedWhere(realm)], []);
  assert.ok([...namedWhere(realm + 1)].every((file) => file.realm === realm));
  assert.deepEqual(named(), [...made.files.keys(), ...other.files.keys()].sort());
  changeEntity(world, made.entityId, { erasedAtMs: 1 });
  assert.deepEqual(named(), [...other.files.keys()]);
  const { realm: _, ...entity } = entityIn(world, made.entityId);
  assert.deepEqual(kycDocumentFiles.changeOf({ kind: "entity.updated.1", entity } as EntityFact), {
    named: [],
    givenUp: made.entityId,
  });
});

test("kyc document files: the registry of the ledger shards -> names the files, beside those of exports", () => {
  const kinds = SHARD_REGISTRY.files?.kindsBegin ?? [];
  assert.ok(kinds.includes(kycDocumentFiles.kindsBegin));
  const feature = { operations: [], files: kycDocumentFiles as never };
  assert.throws(() => registryOf([feature, feature]), /the files of one feature/);
});
