/**
 * The script of the page `/docs`, as text: it gives the contract to the library, keeps the API key
 * while the tab is open, puts the reader's own ids in the place of the examples' ids, and gives every
 * change that is tried out an idempotency key of its own. The library follows the browser's light or
 * dark mode by itself.
 */
export const REFERENCE_SCRIPT = `"use strict";
// What is kept, is kept for this tab and this host alone, until the tab is closed: sessionStorage is
// shown to no other tab and no other site, and no cookie carries it.
const KEY = "reference.authorization";
const ANSWERS = "reference.answers";
const keptKey = () => sessionStorage.getItem(KEY) || "";
const keptAnswers = () => JSON.parse(sessionStorage.getItem(ANSWERS) || "{}");

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

// The values of the examples that a server makes itself, and the operations whose answers have the
// reader's own. Of several values of one field, the first is that of the first answer, and so on; a
// value beyond the answers is that of the last answer.
let values = [];
let routes = [];
const WHO = "api_key.current.retrieve";
function ownOf({ operationId, field }, place) {
  const answers = keptAnswers()[operationId + " " + field] || [];
  return answers[Math.min(place, answers.length - 1)];
}
function withOwn(text) {
  const places = new Map();
  for (const value of values) {
    const group = value.operationId + " " + value.field;
    const place = places.get(group) || 0;
    places.set(group, place + 1);
    const own = ownOf(value, place);
    if (own !== undefined) text = text.replaceAll(value.value, () => own);
  }
  return text;
}

function learn(method, path, answer) {
  const route = routes.find((one) => one.method === method && one.pattern.test(path));
  if (route === undefined) return;
  const answers = keptAnswers();
  const fields = new Set(values.filter((one) => one.operationId === route.id).map((one) => one.field));
  for (const field of fields) {
    const own = field.split(".").reduce((part, name) => part?.[name], answer);
    const group = route.id + " " + field;
    const known = answers[group] || [];
    if (typeof own === "string" && !known.includes(own)) answers[group] = [...known, own];
  }
  sessionStorage.setItem(ANSWERS, JSON.stringify(answers));
}

async function learnFrom(method, url, response) {
  const type = response.headers.get("content-type") || "";
  if (!response.ok || !type.startsWith("application/json")) return;
  const path = new URL(url, location.href).pathname;
  learn(method, path, await response.clone().json());
}

// Asks whose key it is, for a text with the examples' Product or key, once.
async function askWho(authorization, text) {
  const asked = values.filter((one) => one.operationId === WHO);
  if (authorization === "" || !asked.some((one) => text.includes(one.value))) return;
  if (asked.some((one) => ownOf(one, 0) !== undefined)) return;
  const url = "/v1/api-keys/current";
  await learnFrom("GET", url, await fetch(url, { headers: { authorization } }));
}

async function send(input, init) {
  const request = new Request(input, init);
  const { method } = request;
  const headers = new Headers(request.headers);
  const authorization = headers.get("authorization") || "";
  if (authorization !== "" && authorization !== keptKey()) {
    sessionStorage.setItem(KEY, authorization);
    sessionStorage.removeItem(ANSWERS);
  }
  const typed = method === "GET" || method === "HEAD" ? "" : await request.text();
  await askWho(authorization, request.url + typed);
  const url = withOwn(request.url);
  const content = withOwn(typed);
  if (headers.get("idempotency-key") === shownKey) {
    headers.set("idempotency-key", keyFor([authorization, method, url, content].join(" ")));
  }
  const body = content === "" ? undefined : content;
  const { signal } = request;
  const response = await fetch(url, { method, headers, body, signal, credentials: "same-origin" });
  await learnFrom(method, url, response);
  return response;
}

function routesOf({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) => {
    const pattern = new RegExp("^/v1" + path.replaceAll(/\\{\\w+\\}/g, "[^/]+") + "$");
    return Object.entries(methods).map(([method, { operationId: id }]) =>
      ({ method: method.toUpperCase(), pattern, id }));
  });
}

async function show() {
  const loaded = await fetch("/openapi.json");
  if (!loaded.ok) throw new Error("the host answered " + loaded.status);
  const text = await loaded.text();
  const published = JSON.parse(text);
  values = published["x-example-values"] || [];
  routes = routesOf(published);
  await askWho(keptKey(), text);
  const contract = JSON.parse(withOwn(text));
  // The licence is not public, and the page would link to it.
  delete contract.info.license;
  const { IdempotencyKey } = contract.components.parameters;
  if (IdempotencyKey) IdempotencyKey.example = shownKey;
  Scalar.createApiReference("#reference", {
    content: contract,
    authentication: {
      preferredSecurityScheme: "productKey",
      securitySchemes: { productKey: { token: keptKey().replace(/^Bearer /, "") } },
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
    hiddenClients: true,
  });
}

show().catch((fault) => {
  const place = document.getElementById("reference");
  place.textContent = "The contract could not be shown: " + fault.message;
});
`;
