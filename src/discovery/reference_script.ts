/**
 * The script of the reference in `/docs`, as text: it gives the contract to the library, keeps the API key
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
    // The search of the page finds more, by meaning.
    hideSearch: true,
    customCss: COLOURS,
  });
  nameParts();
}

// Colours that are told from their backgrounds: at least 4.5 to 1 (WCAG 2.2, 1.4.3) in light and in dark.
const COLOURS = \`
.light-mode {
  --scalar-color-2: #525252; --scalar-color-3: #595959; --scalar-color-ghost: #595959;
  --scalar-color-accent: #0059b3; --scalar-color-blue: #00589c; --scalar-color-green: #00623c;
  --scalar-color-red: #b0121c; --scalar-color-orange: #8f4200; --scalar-color-yellow: #735100;
  --scalar-color-purple: #5a35b5;
}
.dark-mode {
  --scalar-color-2: #b8b8b8; --scalar-color-3: #adadad; --scalar-color-ghost: #adadad;
  --scalar-color-accent: #6cb6ff;
}\`;

// The library leaves a few parts without a name, or out of reach of a keyboard. It draws all the time, so what it has
// drawn is looked at once a frame.
function nameParts() {
  const root = document.getElementById("reference");
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      nameIn(root);
    });
  };
  new MutationObserver(ask).observe(root, { childList: true, subtree: true });
  ask();
}
function nameIn(root) {
  for (const button of root.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute("aria-label", button.textContent.trim() || "Copy");
  }
  for (const button of root.querySelectorAll("button[aria-controls]:not([aria-label])")) {
    if (button.textContent.trim() === "") button.setAttribute("aria-label", "Show or hide details");
  }
  for (const box of root.querySelectorAll(".endpoints:not([tabindex]), span.overflow-x-auto:not([tabindex])")) box.tabIndex = 0;
  for (const button of root.querySelectorAll(".show-more[aria-label]")) button.removeAttribute("aria-label");
  for (const region of root.querySelectorAll('[role="region"][aria-labelledby]')) {
    const { id = "" } = region.closest("section[id]") || {};
    const name = region.getAttribute("aria-label") || document.getElementById(region.getAttribute("aria-labelledby"))?.textContent;
    region.setAttribute("aria-label", (name || "Part") + " of " + id.split("/").slice(-2).join(" "));
    region.removeAttribute("aria-labelledby");
  }
}

show().catch((fault) => {
  const place = document.getElementById("reference");
  place.textContent = "The contract could not be shown: " + fault.message;
});
`;
