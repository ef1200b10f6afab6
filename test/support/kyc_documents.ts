/** Document files of entities, as clients send them and as operators find them. */
import { hash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Client, expect, type Reply, type Sending } from "./client.ts";
import { newCustomer } from "./parties.ts";

/** Random bytes that begin as a PDF does: no file holds them by chance. */
export function newContent(bytes = 4_000): Buffer {
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(bytes)]).subarray(0, bytes);
}

export function documentDraft(content: Uint8Array, kind = "identityDocument") {
  return {
    kind,
    contentType: "application/pdf",
    sha256: hash("sha256", content, "hex"),
    contentBase64: Buffer.from(content).toString("base64"),
  };
}

/** The entity of a new customer. */
export async function newEntity(client: Client): Promise<string> {
  const customerId = await newCustomer(client);
  return expect(await client.get(`/customers/${customerId}`), 200).id("entity.entityId");
}

export function addDocument(
  client: Client,
  entityId: string,
  content: Uint8Array,
  sending: Sending = {},
): Promise<Reply> {
  return client.post(`/entities/${entityId}/kyc/documents`, documentDraft(content), sending);
}

/** The paths of the files of documents in a data directory, or a backup, of one shard. */
export function filesOfDocuments(dataDir: string, shard = "shard-0"): string[] {
  const folder = join(dataDir, "documents", shard);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => join(folder, name));
}

/** Where the content stands in some form: raw, base64 or hexadecimal, or a part of it. */
export function placesWith(
  content: Buffer,
  places: readonly { where: string; bytes: Buffer }[],
): string[] {
  const part = content.subarray(99, 99 + 300);
  const base64 = content.toString("base64").slice(132, 132 + 300);
  const forms = [
    part,
    base64,
    Buffer.from(part).toString("base64url").slice(0, 200),
    part.toString("hex"),
  ];
  return places
    .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
    .map(({ where }) => where);
}

/** Every file under the folders, with its bytes. */
export function everyFileUnder(...folders: string[]): { where: string; bytes: Buffer }[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
    )
    .filter((path) => statSync(path).isFile())
    .map((where) => ({ where, bytes: readFileSync(where) }));
}
