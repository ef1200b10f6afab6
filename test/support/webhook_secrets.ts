/** For tests: webhook endpoints of a real server, and what its stopped data directory has of their secrets. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SealKeys } from "../../src/access/seal_keys.ts";
import { openSealer } from "../../src/access/sealer.ts";
import { decodeDocument, tableKey } from "../../src/contract/tables/table.ts";
import type { WebhookEndpointDocument } from "../../src/features/webhook_endpoint/webhook_endpoint_document.ts";
import { webhookEndpoints } from "../../src/features/webhook_endpoint/webhook_endpoint_noun.ts";
import { sealKeysIn } from "../../src/keys/seal_key_file.ts";
import { openStateReader } from "../../wal/state_reader.ts";
import type { Credentials, Server } from "./server.ts";

export type MadeEndpoint = { webhookEndpointId: string; secret: string };
type Sender = Pick<Credentials, "apiKey" | "productId"> & { environment?: string };

/** Sends a write to the webhook endpoints; resolves with the document of a success. */
export async function sendToEndpoints(
  { baseUrl }: Pick<Server, "baseUrl">,
  { apiKey, environment = "sandbox" }: Sender,
  path: string,
  body: unknown,
  key: string = randomUUID(),
): Promise<MadeEndpoint & Record<string, unknown>> {
  const response = await fetch(`${baseUrl}/webhook-endpoints${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": key,
      "x-service-environment": environment,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.ok(response.status < 300, text);
  return JSON.parse(text) as MadeEndpoint & Record<string, unknown>;
}

export function endpointDraft({ productId }: Pick<Credentials, "productId">) {
  return { productId, url: "https://shop.example/webhooks", eventTypes: ["*"] };
}

/** The ids of the keys in the file of a data directory, the current one first. */
export function sealKeyIds(dataDir: string): string[] {
  return sealKeysOf(dataDir).all.map(({ id }) => id);
}

function sealKeysOf(dataDir: string): SealKeys {
  const keys = sealKeysIn(readFileSync(join(dataDir, "seal.key"), "utf8"));
  assert.ok(keys !== undefined, "seal.key is whole");
  return SealKeys.of(keys);
}

/**
 * The secrets of every endpoint in the states of a stopped server, opened with the keys in its file;
 * the current one of each first.
 */
export async function openedSecrets(dataDir: string): Promise<Map<string, string[]>> {
  const sealer = openSealer(sealKeysOf(dataDir));
  const opened = new Map<string, string[]>();
  const { code } = webhookEndpoints.table;
  for (const shard of readdirSync(dataDir).filter((name) => name.startsWith("shard-"))) {
    const state = openStateReader(join(dataDir, shard, "state"));
    const bounds = { from: tableKey(code, 0, ""), below: tableKey(code + 1, 0, "") };
    for (const [, value] of state.ascend(bounds)) {
      const { webhookEndpointId, secrets } = decodeDocument<WebhookEndpointDocument>(value);
      const texts = secrets.map(({ sealed }) => sealer.open(sealed, webhookEndpointId));
      opened.set(webhookEndpointId, texts);
    }
    await state.close();
  }
  return opened;
}
