/** Which addresses may be the id of a client, and what the document there must say. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FetchedDocument } from "../../contract/declare/fetched_document.ts";
import {
  CLIENT_ID_MAX,
  clientAddressFault,
  isClientAddress,
  readClientDocument,
} from "./client_address.ts";

const PUBLIC = { allowsLoopback: false };
const ID = "https://app.example/client.json";
const REDIRECT = "https://app.example/callback";
const GOOD = { client_id: ID, redirect_uris: [REDIRECT] };

const ADDRESSES: readonly (readonly [address: string, says: string | undefined])[] = [
  [ID, undefined],
  ["https://app.example:8443/oauth/client", undefined],
  [`https://app.example/${"x".repeat(CLIENT_ID_MAX - 20)}`, undefined],
  [`https://app.example/${"x".repeat(CLIENT_ID_MAX - 19)}`, "usual form"],
  ["https://app.example/", "has no path"],
  ["https://app.example", "usual form"],
  ["https://APP.example/client.json", "usual form"],
  ["HTTPS://app.example/client.json", "usual form"],
  ["https://app.example/a/../client.json", "usual form"],
  ["https://app.example/a/%2e%2e/client.json", "usual form"],
  ["https://app.example:443/client.json", "usual form"],
  ["https://аpp.example/client.json", "usual form"],
  ["https://0x7f.1/client.json", "usual form"],
  ["https://user@app.example/client.json", "has a user name"],
  ["https://app.example/client.json?x=1", "has a query"],
  ["https://app.example/client.json?", "has a query"],
  ["https://app.example/client.json#x", "has a query"],
  ["http://app.example/client.json", "is not https"],
  ["http://127.0.0.1/client.json", "is not https"],
];
for (const [address, says] of ADDRESSES) {
  test(`client address: ${address.slice(0, 60)} -> ${says ?? "taken"}`, () => {
    assert.ok(isClientAddress(address));
    const fault = clientAddressFault(address, PUBLIC);
    if (says === undefined) assert.equal(fault, undefined);
    else assert.ok(fault?.includes(says), fault);
  });
}

test("client address: http of loopback, where it is allowed -> taken; of others, refused", () => {
  const local = { allowsLoopback: true };
  assert.equal(clientAddressFault("http://127.0.0.1:8080/client.json", local), undefined);
  assert.equal(clientAddressFault("http://localhost:8080/client.json", local), undefined);
  assert.equal(clientAddressFault("http://app.example/client.json", local), "is not https");
});

test("client address: the id of a registered client, a plain name -> none", () => {
  assert.deepEqual(["oac_1", "service-cli", "com.example:/x"].map(isClientAddress), [
    false,
    false,
    false,
  ]);
});

const text = (value: unknown): FetchedDocument => ({ text: JSON.stringify(value) });
const DOCUMENTS: readonly (readonly [title: string, fetched: FetchedDocument, says: string])[] = [
  ["with a secret", text({ ...GOOD, token_endpoint_auth_method: "client_secret_basic" }), "none"],
  ["with a key", text({ ...GOOD, token_endpoint_auth_method: "private_key_jwt" }), "none"],
  ["without redirect URIs", text({ client_id: ID }), "redirect_uris must be a list"],
  ["with a bad redirect URI", text({ ...GOOD, redirect_uris: ["data:x"] }), "redirect_uris[0]"],
  ["with a long name", text({ ...GOOD, client_name: "n".repeat(121) }), "client_name"],
];
for (const [title, fetched, says] of DOCUMENTS) {
  test(`client document: ${title} -> no client`, () => {
    const read = readClientDocument(ID, fetched);
    assert.ok("says" in read && read.says.includes(says), JSON.stringify(read));
    assert.equal(read.isForNow, undefined);
  });
}

const NONE: readonly (readonly [title: string, fetched: FetchedDocument | undefined])[] = [
  ["no JSON", { text: "{" }],
  ["a list", text([GOOD])],
  ["null", text(null)],
  ["of another client", text({ ...GOOD, client_id: `${ID}/` })],
  ["without its id", text({ redirect_uris: [REDIRECT] })],
  ...(["address", "unreachable", "slow", "status", "large", "encoding"] as const).map(
    (fault) => [`the fault ${fault}`, { fault }] as const,
  ),
];

test("client document: nothing that says it is the client's, for whatever reason -> one sentence for all", () => {
  const { says } = readClientDocument(ID, undefined) as { says: string };
  assert.match(says, /^no document of the client was found at its address: /);
  for (const [title, fetched] of NONE) {
    assert.deepEqual(readClientDocument(ID, fetched), { says }, title);
  }
});

test("client document: good -> its name and its redirect URIs; too many asked for now -> for now", () => {
  assert.deepEqual(readClientDocument(ID, text(GOOD)), { redirectUris: [REDIRECT] });
  const named = { ...GOOD, client_name: "App", token_endpoint_auth_method: "none", logo_uri: 7 };
  assert.deepEqual(readClientDocument(ID, text(named)), { name: "App", redirectUris: [REDIRECT] });
  const busy = readClientDocument(ID, { fault: "busy" });
  assert.ok("says" in busy && busy.isForNow === true);
});
