/** The demo tenant of a new data directory: a sandbox Product and a key, and how to use them. */
import { allScopes } from "../features/published.ts";
import type { Platform } from "./platform.ts";

export type Demo = {
  baseUrl: string;
  productId: string;
  apiKey: string;
  environment: "sandbox";
};

export async function makeDemo(platform: Platform, baseUrl: string): Promise<Demo> {
  const tenant = await platform.createTenant("Demo");
  const product = await platform.createProduct({
    tenantId: tenant.tenantId,
    name: "Demo",
    liveActivated: false,
  });
  const { apiKey } = await platform.createKey({
    productId: product.productId,
    environment: "sandbox",
    name: "demo",
    scopes: allScopes(),
  });
  return { baseUrl: `${baseUrl}/v1`, productId: product.productId, apiKey, environment: "sandbox" };
}

/** What is printed once: a request that works when it is pasted. */
export function demoText({ baseUrl, productId, apiKey }: Demo): string {
  return `
A demo Product in the sandbox is ready (data/demo.json keeps this). Try:

curl -sS '${baseUrl}/customers' \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" \\
  -H 'Content-Type: application/json' \\
  -d '{"productId":"${productId}","test":true,"entity":{"kind":"person","displayName":"Ada Lovelace","country":"GB"}}'

`;
}
