/** consent.retrieve: reads one consent. */
import { declareRead } from "../../contract/operation.ts";
import { retrieved } from "../resource_reads.ts";
import { consents } from "./consent_noun.ts";
import { ConsentPath } from "./consent_schema.ts";

export const consentRetrieve = declareRead({
  id: "consent.retrieve",
  summary: "Retrieve a consent",
  description: "The consent as it is now, with its evidence, its limits and what is used of them.",
  tag: "Consents",
  http: { method: "GET", path: "/consents/{consentId}", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "consents:read",
  ...retrieved(consents, ConsentPath),
});
