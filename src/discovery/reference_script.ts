/**
 * The script of the page `/docs`, as text: it gives the contract to the library, keeps the API key
 * while the tab is open, and gives every change that is tried out an idempotency key of its own.
 */

/** The library follows the browser's light or dark mode by itself. */
export const REFERENCE_SCRIPT = `"use strict";
// The API key of the last call is kept for this tab and this host alone, until the tab is closed:
// sessionStorage is shown to no other tab and no other site, and no cookie carries it.
const KEPT = "reference.authorization";
const kept = (sessionStorage.getItem(KEPT) || "").replace(/^Bearer /, "");

// The key that stands in the page at first. One page shows one key for all operations, so the first
// request with it has it, and each other request gets a fresh one. The same request again has the
// same key again, and is answered by the first result. A key that the reader typed is left alone.
const shownKey = crypto.randomUUID();
const keyOfRequest = new Map();
function keyFor(request) {
  if (!keyOfRequest.has(request)) {
    keyOfRequest.set(request, keyOfRequest.size === 0 ? shownKey : crypto.randomUUID());
  }
  return keyOfRequest.get(request);
}

async function send(input, init) {
  const request = new Request(input, init);
  const headers = new Headers(request.headers);
  const authorization = headers.get("authorization");
  if (authorization) sessionStorage.setItem(KEPT, authorization);
  const content = ["GET", "HEAD"].includes(request.method) ? undefined : await request.text();
  if (headers.get("idempotency-key") === shownKey) {
    const path = new URL(request.url).pathname;
    headers.set("idempotency-key", keyFor([authorization, request.method, path, content].join(" ")));
  }
  return fetch(request.url, {
    method: request.method,
    headers,
    body: content === "" ? undefined : content,
    signal: request.signal,
    credentials: "same-origin",
  });
}

fetch("/openapi.json").then((response) => response.json()).then((contract) => {
  // The licence is not public, and the page would link to it.
  delete contract.info.license;
  const { IdempotencyKey } = contract.components.parameters;
  if (IdempotencyKey) IdempotencyKey.example = shownKey;
  Scalar.createApiReference("#reference", {
    content: contract,
    authentication: {
      preferredSecurityScheme: "ProductApiKey",
      securitySchemes: { ProductApiKey: { token: kept } },
    },
    customFetch: send,
    persistAuth: false,
    telemetry: false,
    withDefaultFonts: false,
    hideClientButton: true,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: "never",
    showOperationId: true,
    hideModels: true,
    orderRequiredPropertiesFirst: true,
    documentDownloadType: "none",
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  });
});
`;
