/** The demo tenant of a new data directory: a sandbox Product and a key, and how to use them. */
import { randomUUID } from "node:crypto";
import { operatorUser } from "./control_client.ts";
import type { Operator } from "./operator.ts";

export type Demo = {
  baseUrl: string;
  productId: string;
  apiKey: string;
  environment: "sandbox";
};

export async function makeDemo(operator: Operator, baseUrl: string): Promise<Demo> {
  const name = "Demo";
  const environment = "sandbox";
  const user = operatorUser(process.env);
  const make = async (operation: string, input: Record<string, unknown>) => {
    const { document } = await operator.ask(operation, input, { key: randomUUID(), user });
    return document as { tenantId: string; productId: string; apiKey: string };
  };
  const { tenantId } = await make("platform.tenant.create", { name });
  const { productId } = await make("platform.product.create", { tenantId, name });
  // No browser makes keys yet, and the demo is to show what takes a key of one: webhooks.
  const draft = { productId, environment, name: "demo", origin: "browser" };
  const { apiKey } = await make("platform.api_key.create", draft);
  return { baseUrl: `${baseUrl}/v1`, productId, apiKey, environment };
}

/**
 * The text that the first start prints: on a terminal a request that works when it is pasted into a
 * shell; elsewhere, where the text may be kept as a log, the file that has the key.
 */
export function demoText(
  { baseUrl, productId, apiKey }: Demo,
  { demoPath, isTerminal }: { demoPath: string; isTerminal: boolean },
): string {
  if (!isTerminal) return `A demo Product in the sandbox is ready: its key is in ${demoPath}\n`;
  return `
A demo Product in the sandbox is ready (${demoPath} keeps this). Try:

curl -sS '${baseUrl}/customers' \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" \\
  -H 'Content-Type: application/json' \\
  -d '{"productId":"${productId}","test":true,"entity":{"kind":"person","displayName":"Ada Lovelace","country":"GB"}}'

`;
}
