/** Exports of statements over HTTP: asked for, waited for, downloaded. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Client, type Document, expect } from "./client.ts";
import type { Server } from "./server.ts";

/** The present month by the clock of this machine. */
export const thisMonth = () => new Date().toISOString().slice(0, 7);

/** Asks for an export of the present month of an account; `more` replaces fields of the draft. */
export async function askExport(client: Client, accountId: string, more: object = {}) {
  const draft = { scope: "account", id: accountId, month: thisMonth(), ...more };
  return expect(await client.post("/statement-exports", draft), 201).id("statementExportId");
}

/** The export once it is no more pending. */
export async function ended(client: Client, statementExportId: string): Promise<Document> {
  for (;;) {
    const { body } = expect(await client.get(`/statement-exports/${statementExportId}`), 200);
    if (body["status"] !== "pending") return body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** An export of the present month of an account, which must become ready. */
export async function readyExport(
  client: Client,
  accountId: string,
  more: object = {},
): Promise<Document & { statementExportId: string }> {
  const statementExportId = await askExport(client, accountId, more);
  const shown = await ended(client, statementExportId);
  if (shown["status"] !== "ready") throw new Error(JSON.stringify(shown));
  return { ...shown, statementExportId };
}

export const downloadOf = (statementExportId: string) =>
  `/statement-exports/${statementExportId}/download`;

/** A download by `fetch`, as bytes. */
export async function fetched(
  { baseUrl }: Pick<Server, "baseUrl">,
  { apiKey }: { apiKey: string },
  statementExportId: string,
  headers: Record<string, string> = {},
): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(`${baseUrl}${downloadOf(statementExportId)}`, {
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The names of all files beside the log of the first shard, unfinished ones too. */
export function filesBeside(dataDir: string): string[] {
  return readdirSync(join(dataDir, "documents", "shard-0")).sort();
}
