/** consent.list: the consents of a Product, newest first. */
import { declareRead } from "../../contract/operation.ts";
import { listed } from "../resource_reads.ts";
import { consents } from "./consent_noun.ts";

export const consentList = declareRead({
  id: "consent.list",
  summary: "List consents",
  description:
    "Newest first, those that are not in force too. `search` takes the id of a consent, of a customer or of an account.",
  tag: "Consents",
  http: { method: "GET", path: "/consents", status: 200 },
  principals: ["product_key", "founder", "agent"],
  scope: "consents:read",
  ...listed(consents),
});
