/** The examples of sessions, by hand: no Product key reaches these operations. */
import type { Example } from "../../contract/example.ts";
import { exampleId } from "../../contract/example.ts";
import { TENANT } from "../example_ids.ts";

const SESSION = exampleId("ses", 72);
const session = {
  sessionId: SESSION,
  userId: exampleId("usr", 71),
  tenantId: TENANT,
  kind: "browser",
  mfa: true,
  ipAddress: "203.0.113.7",
  userAgent: "Mozilla/5.0",
  status: "active",
  createdAt: "2026-03-30T08:02:00.000Z",
  lastUsedAt: "2026-03-30T08:02:01.000Z",
  expiresAt: "2026-03-30T20:02:00.000Z",
};

export const sessionExamples: readonly Example[] = [
  { at: "09:58:01", operation: "session.list", answer: { items: [session] } },
  {
    at: "09:58:02",
    operation: "session.current.retrieve",
    answer: { ...session, csrfToken: "Zk3vWq0mT1yBnR8sLx5cJd2hGf7pUe4A" },
  },
  {
    at: "09:58:03",
    operation: "session.retrieve",
    path: { sessionId: SESSION },
    answer: session,
  },
  {
    at: "09:58:04",
    operation: "session.revoke",
    path: { sessionId: SESSION },
    answer: { ...session, status: "revoked", revokedAt: "2026-03-30T09:58:04.000Z" },
  },
  { at: "09:58:05", operation: "session.logout", answer: null },
];
