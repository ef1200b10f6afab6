/** Decision table of entity.kyc.document.list. */
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listed } from "../../../test/world/lists.ts";
import { createCustomer } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters, unknownIds } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import "../registry.ts";
import {
  addDocument,
  draftOf,
  givenEntity,
  pdfOf,
} from "../../../test/support/features/entity/kyc_documents.ts";
import { entityKycDocumentList } from "./entity.kyc.document.list.ts";

/** Two documents of an entity, one second apart; one of another entity. */
async function given(world: World) {
  const made = givenEntity(world);
  const passport = await addDocument(world, made, draftOf(pdfOf("a passport")));
  await addDocument(world, givenEntity(world), draftOf(pdfOf("of somebody else")));
  const bill = await addDocument(world, made, draftOf(pdfOf("a bill"), { kind: "proofOfAddress" }));
  return { entityId: made.entityId, passport, bill };
}

const rows = listed<Awaited<ReturnType<typeof given>>, "passport" | "bill">(
  entityKycDocumentList,
  "kycDocumentId",
  [
    { title: "no filter", expected: ["bill", "passport"] },
    {
      title: "from, inclusive",
      input: ({ bill }) => ({ createdFrom: bill.createdAt }),
      expected: ["bill"],
    },
    {
      title: "to, exclusive",
      input: ({ bill }) => ({ createdTo: bill.createdAt }),
      expected: ["passport"],
    },
  ],
);

decisionTable(entityKycDocumentList, {
  given,
  input: ({ entityId }) => ({ entityId }),
  stepMs: 1_000,
  rows: [
    ...rows,
    ...unknownIds({
      field: "entityId",
      code: "entity_not_found",
      create: (world, caller) => createCustomer(world, {}, { caller }).entity.entityId,
    }),
    cursorOfOtherFilters(entityKycDocumentList, { createdTo: "2026-01-01T00:00:00.000Z" }),
  ],
});
