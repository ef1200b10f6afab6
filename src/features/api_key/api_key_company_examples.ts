/** The examples of keys as a company has them: one for a server, rolled and given up; one for live. */
import type { Example } from "../../contract/document/example.ts";
import { PRODUCT, TENANT } from "../example_ids.ts";

const SERVER_KEY = "key_6RbNq2TfYw8KdXm4Zs9LcJ";
const ROLLED_KEY = "key_1HvGp5WxDt7QnSb3Fk8MzA";
const LIVE_KEY = "key_9YcUe3ArKj6TvMw2Bq5NxR";
const SCOPES = ["accounts:read", "balances:read", "transfers:read", "transfers:write"];
const ADDRESSES = ["203.0.113.0/24"];

export const apiKeyCompanyExamples: readonly Example[] = [
  {
    at: "10:40",
    operation: "api_key.sandbox.create",
    path: { productId: PRODUCT },
    body: { name: "Server", scopes: SCOPES, allowedCidrs: ADDRESSES },
    makes: {
      apiKeyId: SERVER_KEY,
      prefix: "service_test_6Rb",
      key: "service_test_6RbNq2TfYw8KdXm4Zs9LcJ_7WqEzR5tYuI1oPaS3dFgH6jKlZx9cVbNmQ2wErTyU4iOp0aKd8",
    },
    shows: { operationIds: 3, browserKeyOnlyOperationIds: 3 },
  },
  {
    at: "10:41",
    operation: "api_key.retrieve",
    path: { productId: PRODUCT, apiKeyId: SERVER_KEY },
    shows: { operationIds: 3 },
  },
  {
    at: "10:42",
    operation: "api_key.list",
    path: { productId: PRODUCT },
    query: { limit: 1 },
    shows: { "items.0.operationIds": 3 },
  },
  {
    at: "10:43",
    operation: "api_key.update",
    path: { productId: PRODUCT, apiKeyId: SERVER_KEY },
    body: { name: "Server in Frankfurt" },
    shows: { operationIds: 3 },
  },
  {
    at: "10:44",
    operation: "api_key.roll",
    path: { productId: PRODUCT, apiKeyId: SERVER_KEY },
    body: { overlapSeconds: 3_600 },
    makes: {
      apiKeyId: ROLLED_KEY,
      prefix: "service_test_1Hv",
      key: "service_test_1HvGp5WxDt7QnSb3Fk8MzA_4KmNbVcXzLqWeRtYuIoP8aSdFgHjK2lZxCvBnM6QwErTyU0iO5p",
    },
    shows: { operationIds: 3, browserKeyOnlyOperationIds: 3 },
  },
  {
    at: "10:45",
    operation: "api_key.revoke",
    path: { productId: PRODUCT, apiKeyId: ROLLED_KEY },
    shows: { operationIds: 3 },
  },
  {
    at: "10:46",
    operation: "api_key.live.create",
    path: { productId: PRODUCT },
    body: { name: "Server in live", scopes: ["accounts:read"], allowedCidrs: ADDRESSES },
    answer: {
      apiKeyId: LIVE_KEY,
      tenantId: TENANT,
      productId: PRODUCT,
      environment: "live",
      name: "Server in live",
      prefix: "service_live_9Yc",
      scopes: ["accounts:read"],
      operationIds: ["account.freeze.list", "account.list", "account.retrieve"],
      status: "active",
      origin: "browser",
      allowedCidrs: ADDRESSES,
      createdAt: "2026-03-30T10:46:00.000Z",
      expiresAt: "2026-06-28T10:46:00.000Z",
      key: "service_live_9YcUe3ArKj6TvMw2Bq5NxR_6PlOkIjUhYgTfRdEsWaQzXcVbNm1qAzWsXeDcRfVtGbYhN7uJm3",
      browserKeyOnlyOperationIds: [],
    },
  },
];
