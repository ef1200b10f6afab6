/**
 * What is submitted of an entity is found nowhere: recognisable values in every field, and then a search of
 * everything that the server leaves behind or sends, as UTF-8, base64 and hexadecimal.
 * A server of its own: all that it writes is searched, at the level trace.
 */
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Client, expect, openClient } from "../support/client.ts";
import { newCustomer } from "../support/parties.ts";
import { newCredentials, type Server, startServer, stopServer } from "../support/server.ts";

let server: Server;
let client: Client;
/** Every text that was submitted, by its field. */
const secrets = new Map<string, string>();
const answers: string[] = [];

before(async () => {
  server = await startServer(["--edges", "2", "--log-level", "trace"]);
  client = await openClient(server, await newCredentials(server));
});

after(() => client.close());

function canary(field: string): string {
  const text = `canary${randomBytes(10).toString("hex")}`;
  secrets.set(field, text);
  return text;
}

/** Digits that no other text has by chance. */
function digits(field: string, length: number): string {
  const text = Array.from(randomBytes(length), (byte) => 1 + (byte % 9)).join("");
  secrets.set(field, text);
  return text;
}

function addressOf(field: string) {
  return {
    line1: canary(`${field}.line1`),
    line2: canary(`${field}.line2`),
    city: canary(`${field}.city`),
    region: canary(`${field}.region`),
    postalCode: digits(`${field}.postalCode`, 19),
    country: "GB",
  };
}

function personFields() {
  secrets.set("dateOfBirth", "1907-11-23");
  return {
    legalName: canary("legalName"),
    dateOfBirth: "1907-11-23",
    address: addressOf("address"),
    email: `${canary("email")}@example.com`,
    phone: `+1${digits("phone", 14)}`,
    taxId: { type: "tin", value: canary("taxId") },
    nationality: "GB",
    identityDocument: {
      type: "passport",
      number: canary("identityDocument.number"),
      issuingCountry: "GB",
      expiresOn: "2099-05-30",
    },
    sourceOfFunds: canary("sourceOfFunds"),
    occupation: canary("occupation"),
    proofOfAddress: { type: "utility_bill", issuedOn: "2024-02-29" },
  };
}

async function ask(method: "get" | "post", path: string, body?: unknown, key?: string) {
  const { text, status } =
    method === "get"
      ? await client.get(path)
      : await client.post(path, body, { key: key ?? randomUUID() });
  answers.push(text);
  return status;
}

test("kyc secrets: every field of a person, taken, refused and repeated -> names in answers and events", async () => {
  const customerId = await newCustomer(client);
  const path = `/entities/${customerId.replace("cust_", "ent_")}/kyc`;
  const fields = personFields();
  const key = randomUUID();
  assert.equal(await ask("post", path, { tier: "tier_3", fields }, key), 200);
  assert.equal(await ask("post", path, { tier: "tier_3", fields }, key), 200);
  const other = { ...fields, legalName: canary("another name") };
  assert.equal(await ask("post", path, { tier: "tier_3", fields: other }, key), 409);
  const refused: [status: number, body: unknown][] = [
    [400, { tier: "tier_1", fields: { legalName: 5, email: canary("no address") } }],
    [400, { tier: "tier_1", fields: { registrationNumber: canary("of organizations") } }],
    [400, { tier: "tier_1", fields: { address: { ...addressOf("served"), country: "KP" } } }],
    [400, { tier: "tier_1", fields: { legalname: canary("an unknown field") } }],
    [400, { tier: "tier_9", fields }],
  ];
  for (const [status, body] of refused) assert.equal(await ask("post", path, body), status);
  const { productId } = client;
  for (const read of [path, `${path}/requirements`, `/events?productId=${productId}`]) {
    assert.equal(await ask("get", read), 200, read);
  }
  const events = expect(await client.get(`/events?productId=${productId}`), 200).text;
  assert.ok(events.includes("entity.kyc.submitted"));
  const logs = expect(await client.get(`/developer-logs?productId=${productId}`), 200);
  answers.push(logs.text);
  for (const entry of logs.items()) {
    await ask("get", `/developer-logs/${String(entry["developerLogId"])}`);
  }
  assert.ok(answers.some((answer) => answer.includes("entity.kyc.submit")));
});

test("kyc secrets: all of them, searched in data, output and answers -> not found", async () => {
  await stopServer(server);
  const output = server.output();
  const files = (readdirSync(server.dataDir, { recursive: true }) as string[])
    .map((name) => join(server.dataDir, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => [file, readFileSync(file)] as const);
  assert.ok(secrets.size > 20 && answers.length > 10 && files.length > 3);
  const found: string[] = [];
  for (const [what, text] of secrets) {
    for (const form of formsOf(text)) {
      if (output.includes(form)) found.push(`${what}: in the output`);
      if (answers.some((answer) => answer.includes(form))) found.push(`${what}: in an answer`);
      for (const [file, bytes] of files)
        if (bytes.includes(form)) found.push(`${what}: in ${file}`);
    }
  }
  assert.deepEqual(found, []);
});

/** The text itself, and in base64 at each of the three places that it may begin at, and hexadecimal. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const encoded = [0, 1, 2].flatMap((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    // The first and the last characters depend on what stands beside the text.
    const inner = (form: string) => form.slice(shift === 0 ? 0 : 4, -4);
    return [inner(padded.toString("base64")), inner(padded.toString("base64url"))];
  });
  return [text, bytes.toString("hex"), bytes.toString("hex").toUpperCase(), ...new Set(encoded)];
}
