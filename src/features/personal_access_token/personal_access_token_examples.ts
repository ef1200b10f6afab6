/** The examples of tokens, by hand: no Product key reaches these operations. */
import type { Example } from "../../contract/example.ts";
import { exampleId } from "../../contract/example.ts";
import { TENANT } from "../example_ids.ts";

const TOKEN = exampleId("pat", 73);
const token = {
  personalAccessTokenId: TOKEN,
  userId: exampleId("usr", 71),
  tenantId: TENANT,
  name: "Deployment",
  scopes: ["accounts:read", "transfers:read"],
  mfa: true,
  prefix: "service_pat_8Kd2",
  status: "active",
  createdAt: "2026-03-30T09:59:01.000Z",
  expiresAt: "2026-06-28T09:59:01.000Z",
};

export const personalAccessTokenExamples: readonly Example[] = [
  {
    at: "09:59:01",
    operation: "personal_access_token.create",
    body: { name: "Deployment", scopes: ["accounts:read", "transfers:read"] },
    answer: token,
  },
  { at: "09:59:02", operation: "personal_access_token.list", answer: { items: [token] } },
  {
    at: "09:59:03",
    operation: "personal_access_token.retrieve",
    path: { personalAccessTokenId: TOKEN },
    answer: token,
  },
  {
    at: "09:59:04",
    operation: "personal_access_token.revoke",
    path: { personalAccessTokenId: TOKEN },
    answer: { ...token, status: "revoked", revokedAt: "2026-03-30T09:59:04.000Z" },
  },
];
