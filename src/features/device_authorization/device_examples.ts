/**
 * The examples of programs that wait for consent: the founder lets the command line in, and denies a program
 * that nobody has started. A program's code is chance, so the answers are written by hand.
 */
import type { Example } from "../../contract/document/example.ts";
import { TENANT } from "../example_ids.ts";
import type { DeviceAuthorization } from "./device_schema.ts";
import { sentenceOf } from "./scope_sentences.ts";

const asked = (clientId: string, scopes: readonly string[], minute: number) => ({
  clientId,
  resource: "https://money.example/v1",
  scopes: scopes.map((scope) => ({ scope, says: sentenceOf(scope, { isAgent: false }) })),
  company: { tenantId: TENANT, name: "Example Ltd" },
  ipAddress: "203.0.113.7",
  userAgent: `${clientId}/0.1.0`,
  requestedAt: `2026-03-30T10:${minute}:00.000Z`,
  expiresAt: `2026-03-30T10:${minute + 15}:00.000Z`,
});

export const deviceExamples: readonly Example[] = [
  {
    at: "10:24:10",
    operation: "device_authorization.approve",
    path: { userCode: "WDJB-MJHT" },
    body: { scopes: ["products:read", "keys:read"] },
    answer: {
      status: "approved",
      ...asked("service-cli", ["products:read", "keys:read"], 23),
      decidedAt: "2026-03-30T10:24:10.000Z",
    } satisfies DeviceAuthorization,
  },
  {
    at: "10:24:20",
    operation: "device_authorization.deny",
    path: { userCode: "KRTX-BDPZ" },
    answer: {
      status: "denied",
      ...asked("unknown-tool", ["keys:write"], 24),
      decidedAt: "2026-03-30T10:24:20.000Z",
    } satisfies DeviceAuthorization,
  },
];
