/** The usual mistakes of newcomers, each as one request: the table behind `messages.golden.md`. */
import { randomUUID } from "node:crypto";
import { type Given, type Mistake, post, transfer } from "./mistake.ts";
import { amounts, values } from "./value_mistakes.ts";

export type Group = { title: string; mistakes: Mistake[] };

const MISSPELLED_AT = 40;
/** The end of an id that fits its check, and the same with two characters swapped. */
const SUFFIX = "1M822R8AP000000000400000D9";
const MISTYPED_SUFFIX = "1M822R8AP0000000004000009D";
/** A key of a request that is never taken. */
const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";

export function groupsOf(given: Given): Group[] {
  return [
    { title: "Credentials", mistakes: credentials(given) },
    { title: "Headers", mistakes: headers(given) },
    { title: "The body as a whole", mistakes: bodies(given) },
    { title: "Names of fields", mistakes: names(given) },
    { title: "Amounts and currencies", mistakes: amounts(given) },
    { title: "Other values", mistakes: values(given) },
    { title: "Ids", mistakes: ids(given) },
    { title: "Queries", mistakes: queries(given) },
    { title: "Paths and methods", mistakes: paths(given) },
    { title: "GraphQL", mistakes: graphql(given) },
  ];
}

function credentials(given: Given): Mistake[] {
  const { apiKey, liveKey, otherKey, revokedKey, readKey, ada } = given;
  const path = `/v1/accounts/${ada}`;
  const as = (title: string, authorization: string | string[], more = {}): Mistake => ({
    title,
    path,
    headers: { authorization, ...more },
  });
  const wrong = apiKey[MISSPELLED_AT] === "a" ? "b" : "a";
  const mistyped = apiKey.slice(0, MISSPELLED_AT) + wrong + apiKey.slice(MISSPELLED_AT + 1);
  return [
    as("no Authorization at all", ""),
    { title: "the key in X-Api-Key", path, headers: { authorization: "", "x-api-key": apiKey } },
    {
      title: "the key in the query",
      path: `${path}?api_key=${apiKey}`,
      headers: { authorization: "" },
    },
    as("the key without Bearer", apiKey),
    as("Bearer and nothing else", "Bearer"),
    as("Bearer twice", `Bearer Bearer ${apiKey}`),
    as("another scheme", `Basic ${Buffer.from(`${apiKey}:`).toString("base64")}`),
    as("a placeholder from the manual", "Bearer <API_KEY>"),
    as("a variable of a shell that is not set there", "Bearer $API_KEY"),
    as("a variable of JavaScript that is not set", "Bearer undefined"),
    as("the key in quotes", `Bearer "${apiKey}"`),
    as("a key that was cut off", `Bearer ${apiKey.slice(0, -7)}`),
    as("a key with a wrong character", `Bearer ${mistyped}`),
    as("a key with something after it", `Bearer ${apiKey}Bearer`),
    as("a key in capitals", `Bearer ${apiKey.toUpperCase()}`),
    as("the id of a key", `Bearer key_${apiKey.slice(13, 35)}`),
    as("a key of another platform", "Bearer pk_live_51Hxxxxxxxxxxxxxxxxxxxxxx"),
    as("a key of another server", `Bearer ${otherKey}`),
    as("two keys in one header", `Bearer ${apiKey}, Bearer ${otherKey}`),
    as("two Authorization headers", [`Bearer ${apiKey}`, `Bearer ${otherKey}`]),
    as("a key of sandbox for live", `Bearer ${apiKey}`, { "x-service-environment": "live" }),
    as("a key of live without the header", `Bearer ${liveKey}`),
    as("a key that was revoked", `Bearer ${revokedKey}`),
    {
      title: "a key without the scope",
      method: "POST",
      path: "/v1/transfers",
      headers: { authorization: `Bearer ${readKey}` },
      body: transfer(given),
    },
  ];
}

function headers(given: Given): Mistake[] {
  const send = (title: string, more: Record<string, string | string[]>) =>
    post(title, "/v1/transfers", transfer(given), more);
  const key = randomUUID();
  return [
    send("no Idempotency-Key", { "idempotency-key": "" }),
    send("an Idempotency-Key that is a word", { "idempotency-key": "order-42" }),
    send("an Idempotency-Key without hyphens", { "idempotency-key": "0".repeat(32) }),
    send("an Idempotency-Key that was cut off", { "idempotency-key": key.slice(0, 30) }),
    send("two Idempotency-Keys", { "idempotency-key": [key, randomUUID()] }),
    send("X-Service-Environment: Sandbox", { "x-service-environment": "Sandbox" }),
    send("X-Service-Environment: production", { "x-service-environment": "production" }),
    send("X-Service-Environment: eu-west-1", { "x-service-environment": "eu-west-1" }),
    send("no Content-Type", { "content-type": "" }),
    send("Content-Type as curl -d sends it", {
      "content-type": "application/x-www-form-urlencoded",
    }),
    send("Content-Type: text/plain", { "content-type": "text/plain" }),
    send("another charset", { "content-type": "application/json; charset=latin1" }),
  ];
}

function bodies(given: Given): Mistake[] {
  const send = (title: string, body: unknown) => post(title, "/v1/transfers", body);
  const text = JSON.stringify(transfer(given));
  return [
    send("no body", ""),
    send("an empty object", {}),
    send("an array", [transfer(given)]),
    send("JSON that was written as JSON twice", JSON.stringify(text)),
    send("null", null),
    send("a form", "amount=100&currency=EUR"),
    send("single quotes", "{'amount': '100'}"),
    send("names without quotes", "{amount: 100}"),
    send("a comma at the end", '{\n  "amount": "100",\n}'),
    send("a missing comma", '{"amount": "100" "currency": "EUR"}'),
    send("a value of Python", '{"test": True}'),
    send("a comment", '{\n  // pay\n  "amount": "100"\n}'),
    send("a body that was cut off", text.slice(0, -12)),
    send("two objects", `${text}\n${text}`),
    send("HTML", "<!doctype html><title>x</title>"),
    send("a name twice", text.replace("{", '{"amount":"1",')),
    send("a NUL in a string", '{"description":"a\\u0000"}'),
    { title: "a body where none is taken", path: `/v1/accounts/${given.ada}`, body: { a: 1 } },
  ];
}

function names(given: Given): Mistake[] {
  const { productId, ada, bob, customerId } = given;
  const send = (title: string, body: object) => post(title, "/v1/transfers", body);
  const money = { amount: "100", currency: "EUR" };
  const customer = (body: object) => ({ productId, ...body });
  return [
    send("a field without its end", { sourceAccount: ada, destinationAccountId: bob, ...money }),
    send("from and to", { from: ada, to: bob, ...money }),
    send("snake_case", { source_account_id: ada, destination_account_id: bob, ...money }),
    send("a misspelled name", transfer(given, { descripton: "rent" })),
    send("the idempotency key in the body", transfer(given, { idempotencyKey: KEY })),
    send("a name that nothing is near to", transfer(given, { colour: "red" })),
    post("a field at the wrong level", "/v1/customers", {
      ...customer({ entity: { kind: "person", country: "GB" } }),
      displayName: "Ada",
    }),
    post("a name in another case", "/v1/customers", {
      ...customer({ entity: { kind: "person", displayname: "Ada", country: "GB" } }),
    }),
    post("an unknown field of an item", "/v1/transfers/batch", {
      items: [transfer(given), transfer(given, { note: "x" })],
    }),
    {
      title: "an unknown field of a change",
      method: "PATCH",
      path: `/v1/customers/${customerId}`,
      body: { externalID: "crm-1" },
    },
  ];
}

function ids(given: Given): Mistake[] {
  const { customerId, ada, apiKey } = given;
  const read = (title: string, path: string): Mistake => ({ title, path: `/v1${path}` });
  return [
    read("an account's id where a customer's is asked for", `/customers/${ada}`),
    read("a customer's id where an account's is asked for", `/accounts/${customerId}/balance`),
    read("an operation's id where a receipt's is asked for", `/receipts/op_${SUFFIX}`),
    read("a mistyped id", `/accounts/acct_${MISTYPED_SUFFIX}`),
    read("an id in small letters", `/accounts/acct_${SUFFIX.toLowerCase()}`),
    read("an id that was cut off", `/accounts/acct_${SUFFIX.slice(0, -4)}`),
    read("an id without its beginning", `/accounts/${SUFFIX}`),
    read("a number for an id", "/accounts/1"),
    read("a placeholder from the manual", "/accounts/%7BaccountId%7D"),
    read("a placeholder of another kind", "/accounts/:accountId"),
    read("an id with a space", `/accounts/${ada}%20`),
    read("a key for an id", `/accounts/${apiKey}`),
    read("a key that was cut off for an id", `/accounts/${apiKey.slice(0, 60)}`),
    post(
      "a customer's id in a transfer",
      "/v1/transfers",
      transfer(given, { destinationAccountId: customerId }),
    ),
    post("an id that is a number", "/v1/transfers", transfer(given, { destinationAccountId: 7 })),
    post("an account as the owner", "/v1/accounts", {
      productId: given.productId,
      role: "customer_balance",
      currency: "EUR",
      owner: { type: "customer", id: ada },
    }),
    read("a customer's id for a Product", `/accounts?productId=${customerId}`),
    read("another id of a transfer", `/transfers/trx_${SUFFIX}`),
    read("an error code that is misspelled", "/catalog/errors/insuficient_balance"),
  ];
}

function queries({ productId, ada }: Given): Mistake[] {
  const list = (title: string, more: string): Mistake => ({
    title,
    path: `/v1/accounts?productId=${productId}${more}`,
  });
  return [
    { title: "no productId", path: "/v1/accounts" },
    { title: "product_id", path: `/v1/accounts?product_id=${productId}` },
    list("pageSize", "&pageSize=10"),
    list("a page number", "&page=2"),
    list("a limit of zero", "&limit=0"),
    list("a limit that is too large", "&limit=500"),
    list("a limit that is a word", "&limit=all"),
    list("a parameter twice", "&limit=1&limit=2"),
    list("a status in capitals", "&status=Open"),
    list("a status that does not exist", "&status=active"),
    list("a cursor that was made up", "&cursor=2"),
    list("a cursor with strange signs", "&cursor=a+b"),
    list("an empty search", "&search="),
    list("bytes that are not UTF-8", "&search=%ff"),
    list("a date for a time", "&createdFrom=2026-01-31"),
    list("createdAfter", "&createdAfter=2026-01-31T00:00:00Z"),
    { title: "a month with one digit", path: `/v1/accounts/${ada}/statements/2026-1` },
    { title: "a month that does not exist", path: `/v1/accounts/${ada}/statements/2026-13` },
    { title: "a search without a text", path: "/v1/search" },
    { title: "a search with two texts", path: "/v1/search?q=ada&search=bob" },
    { title: "a search of types that do not exist", path: "/v1/search?q=ada&types=accounts" },
    { title: "a query parameter of a search", path: "/v1/search?query=ada" },
  ];
}

function paths({ ada, customerId }: Given): Mistake[] {
  const get = (title: string, path: string): Mistake => ({ title, path });
  return [
    get("no /v1", `/accounts/${ada}`),
    get("/v1 twice", `/v1/v1/accounts/${ada}`),
    get("another version", `/v2/accounts/${ada}`),
    get("/api before it", `/api/v1/accounts/${ada}`),
    get("a slash at the end", `/v1/accounts/${ada}/`),
    get("two slashes", `/v1//accounts/${ada}`),
    get("one for many", `/v1/account/${ada}`),
    get("capitals", `/v1/Accounts/${ada}`),
    get("another word order of signs", `/v1/transfer_holds/${ada}`),
    get("a misspelled word", `/v1/costumers/${customerId}`),
    get("many for one", `/v1/accounts/${ada}/balances`),
    get("/health", "/health"),
    get("nothing near", "/v1/users/me/avatar"),
    { title: "another method", method: "DELETE", path: `/v1/accounts/${ada}` },
    { title: "PUT for PATCH", method: "PUT", path: `/v1/customers/${customerId}`, body: {} },
    { title: "GET of a path that only takes POST", path: "/v1/transfers/batch" },
    { title: "another method of a document", method: "POST", path: "/openapi.json", body: {} },
    { title: "GET of GraphQL", path: "/v1/graphql?query=%7B__typename%7D" },
  ];
}

function graphql({ ada, productId, apiKey }: Given): Mistake[] {
  const ask = (title: string, body: unknown, more: Record<string, string> = {}): Mistake =>
    post(title, "/v1/graphql", body, { "idempotency-key": "", ...more });
  const query = (title: string, text: string, more: object = {}) =>
    ask(title, { query: text, ...more });
  return [
    ask("no body of GraphQL", ""),
    ask("the document without its envelope", `{ accountRetrieve(accountId: "${ada}") { status } }`),
    ask("application/graphql", "{ __typename }", { "content-type": "application/graphql" }),
    ask("no query", { document: "{ __typename }" }),
    ask("variables as text", { query: "{ __typename }", variables: "{}" }),
    query("an unknown field", `{ acountRetrieve(accountId: "${ada}") { status } }`),
    query("an unknown field of a type", `{ accountRetrieve(accountId: "${ada}") { balanse } }`),
    query("a missing argument", "{ accountRetrieve { status } }"),
    query("a mutation", "mutation { createAccount { id } }"),
    query("a syntax error", "{ accountRetrieve(accountId: ) { status } }"),
    query("an operation that is not there", "query Mine { __typename }", { operationName: "Mien" }),
    query(
      "a variable of another type",
      "query ($id: String!) { accountRetrieve(accountId: $id) { status } }",
      {
        variables: { id: { key: apiKey } },
      },
    ),
    query(
      "a limit that is too large",
      `{ accountList(productId: "${productId}", limit: 500) { nextCursor } }`,
    ),
    query("an id of another kind", `{ customerRetrieve(customerId: "${ada}") { status } }`),
    query("a search with two texts", '{ searchRetrieve(q: "a", search: "b") { complete } }'),
  ];
}
