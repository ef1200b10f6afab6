/**
 * For tests: a server whose keys are rotated, what was made under keys of before, and whether it is taken.
 * A server of its own: its keys change, and some tests kill it or put its clock forward.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FactCodecs } from "../../src/contract/records/record_codec.ts";
import { publicKeysIn } from "../../src/contract/records/signing_key.ts";
import { verifyReceiptProof } from "../../src/features/receipt/verify_receipt_proof.ts";
import { SHARD_REGISTRY } from "../../src/features/registry.ts";
import { type Client, expect, openClient, type Reply } from "../support/client.ts";
import { draft, newAccount } from "../support/parties.ts";
import { type Browser, openPeople, type People } from "../support/people.ts";
import {
  admin,
  newDataDir,
  type Server,
  type Surroundings,
  startServer,
  stopServer,
} from "../support/server.ts";
import { runBackup } from "./log_command.ts";

const CODECS = new FactCodecs(SHARD_REGISTRY.codecs);
const FLAGS = ["--shards", "1", "--edges", "2", "--last-use-seconds", "1"];
export const ROTATIONS = [
  "pepper rotate",
  "cursor-key rotate",
  "receipt-salt rotate",
  "receipt-key rotate",
];

export type Told = { file: string; keys: { keyId: string; status: string }[] };

/** A server with a client and people. */
export type Party = { server: Server; client: Client; people: People };

/** Starts a server on the directory. */
export async function opened(
  dataDir = newDataDir(),
  { flags = [], ...surroundings }: Surroundings & { flags?: readonly string[] } = {},
): Promise<Party> {
  const server = await startServer([...FLAGS, ...flags], dataDir, surroundings);
  return {
    server,
    client: await openClient(server, server.demo),
    people: await openPeople(server),
  };
}

/** What was made under the keys of before. */
export type Made = {
  receiptId: string;
  receipt: Reply["body"];
  proof: string;
  cursor: string;
  ada: Pick<Browser, "email" | "cookie" | "csrfToken">;
  token: string;
};

export const withToken = (token: string) => ({
  headers: { cookie: "", authorization: `Bearer ${token}` },
});
export const transfersOf = ({ productId }: Client) => `/transfers?productId=${productId}&limit=1`;

export async function made({ client, people }: Party): Promise<Made> {
  const source = await newAccount(client, { fund: "1000" });
  const destination = await newAccount(client);
  for (let time = 0; time < 3; time++) {
    expect(await client.post("/transfers", draft(source, destination, "7")), 201);
  }
  const transfer = expect(await client.post("/transfers", draft(source, destination, "7")), 201);
  const receiptId = transfer.id("receiptId");
  const cursor = expect(await client.get(transfersOf(client)), 200).id("nextCursor");
  const { body: receipt } = expect(await client.get(`/receipts/${receiptId}`), 200);
  const { text: proof } = expect(await client.get(`/receipts/${receiptId}/proof`), 200);
  const ada = await people.founder();
  const asked = { name: "ci", scopes: ["products:read"] };
  const token = expect(await ada.post("/personal-access-tokens", asked), 201).id("token");
  const { email, cookie, csrfToken } = ada;
  return { receiptId, receipt, proof, cursor, token, ada: { email, cookie, csrfToken } };
}

/** All that was made under keys of before is taken, and what is proven now and was then is proven. */
export async function assertTaken({ server, client, people }: Party, before: Made): Promise<void> {
  const { receiptId, receipt, proof, cursor, ada, token } = before;
  expect(await client.get(`${transfersOf(client)}&cursor=${cursor}`), 200);
  assert.deepEqual((await client.get(`/receipts/${receiptId}`)).body, receipt);
  await assertProven(server, proof);
  const again = expect(await client.get(`/receipts/${receiptId}/proof`), 200);
  assert.deepEqual(again.at("receipt"), receipt);
  await assertProven(server, again.text);
  const browser = Object.assign(people.browser(ada.email), ada);
  expect(await browser.get("/users/me"), 200);
  assert.equal(expect(await browser.get("/sessions/current"), 200).at("csrfToken"), ada.csrfToken);
  expect(await browser.post("/products", { name: "Made in an old session" }), 201);
  expect(await browser.get("/products", withToken(token)), 200);
}

export async function assertProven({ baseUrl }: Server, proof: string): Promise<void> {
  const response = await fetch(new URL("/.well-known/receipt-keys.json", baseUrl));
  const keys = publicKeysIn(await response.text());
  assert.equal(verifyReceiptProof(proof, keys, CODECS).proof.receipt.operation, "transfer.create");
}

export async function rotate(server: Server, command: string): Promise<Told> {
  return (await admin(server, command)) as Told;
}

/** A proof, asked for again where the tree was still growing. */
export async function provenReply(client: Client, receiptId: string): Promise<Reply> {
  const reply = await client.get(`/receipts/${receiptId}/proof`);
  return reply.code === "resource_reader_unavailable"
    ? await provenReply(client, receiptId)
    : expect(reply, 200);
}

/** Stops the server; everything that was under way is answered. */
export async function closed({ server, client }: Party): Promise<void> {
  client.close();
  assert.equal((await stopServer(server)).code, 0);
}

export async function backedUp(target: string, dataDir: string): Promise<void> {
  const { code, errors } = await runBackup(target, "--data", dataDir);
  assert.equal(code, 0, errors);
  assert.ok(existsSync(join(target, "settings.json")));
}

/** The texts of the secrets in the files of keys, seal.key excepted. */
export function secretsIn(dataDir: string): string[] {
  return ["pepper.key", "cursor.key", "receipt-salt.key", "receipt.key"].flatMap((file) => {
    const bytes = readFileSync(join(dataDir, file));
    if (!bytes.toString("utf8").includes("key ring 1")) return [bytes.toString("base64")];
    const { keys } = JSON.parse(bytes.toString("utf8")) as { keys: { secret?: string }[] };
    return keys.flatMap(({ secret }) => secret ?? []);
  });
}
