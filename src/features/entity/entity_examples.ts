/** The examples of entities: that of Ada with her profile, and that of Grace, which is archived and erased. */
import type { Example } from "../../contract/document/example.ts";
import { ADA_ENTITY, GRACES_ENTITY, PRODUCT } from "../example_ids.ts";

const path = { entityId: ADA_ENTITY };

export const entityExamples: readonly Example[] = [
  {
    at: "10:10:01",
    operation: "entity.list",
    query: { productId: PRODUCT, kycStatus: "not_submitted", limit: 1 },
  },
  { at: "10:10:02", operation: "entity.retrieve", path },
  {
    at: "10:10:03",
    operation: "entity.update",
    path,
    body: { metadata: { source: "branch" }, expectedRevision: 1 },
  },
  {
    at: "10:10:04",
    operation: "entity.kyc.submit",
    path,
    body: {
      tier: "tier_1",
      fields: {
        legalName: "Augusta Ada King",
        dateOfBirth: "1985-12-10",
        address: {
          line1: "12 St James's Square",
          city: "London",
          postalCode: "SW1Y 4JH",
          country: "GB",
        },
        email: "ada@example.com",
        phone: "+442079460000",
      },
    },
  },
  { at: "10:10:05", operation: "entity.kyc.retrieve", path },
  {
    at: "10:10:06",
    operation: "entity.kyc.requirement.list",
    path,
    query: { tier: "tier_2", limit: 2 },
  },
  { at: "10:10:07", operation: "entity.archive", path: { entityId: GRACES_ENTITY } },
];
