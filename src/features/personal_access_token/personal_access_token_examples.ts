/** The examples of personal access tokens: one for a nightly report, which is given up again. */
import { type Example, exampleId } from "../../contract/document/example.ts";

const REPORT = exampleId("pat", 562);

export const personalAccessTokenExamples: readonly Example[] = [
  {
    at: "10:30",
    operation: "personal_access_token.create",
    body: {
      name: "Nightly report",
      scopes: ["products:read", "transfers:read"],
      expiresAt: "2026-06-30T00:00:00.000Z",
    },
    makes: {
      personalAccessTokenId: REPORT,
      token:
        "service_pat_5uXc2JmQ8sLw4TzRk7BnYd_3VhEq9PfGa6CtWxU1iKoZbDjNlMySrHeT8v0pAQ25FgB7kLmN4R",
      prefix: "service_pat_5uXc",
    },
  },
  { at: "10:31", operation: "personal_access_token.list", query: { limit: 1 } },
  {
    at: "10:32",
    operation: "personal_access_token.retrieve",
    path: { personalAccessTokenId: REPORT },
  },
  {
    at: "10:33",
    operation: "personal_access_token.revoke",
    path: { personalAccessTokenId: REPORT },
  },
];
