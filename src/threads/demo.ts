/** The demo tenant of a new data directory: a sandbox Product and a key, and how to use them. */
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
  const { tenantId } = await operator.call<{ tenantId: string }>("platform.tenant.create", {
    name,
  });
  const draft = { tenantId, name };
  const made = await operator.call<{ productId: string }>("platform.product.create", draft);
  const { productId } = made;
  const { apiKey } = await operator.call<{ apiKey: string }>("platform.api_key.create", {
    productId,
    environment,
    name: "demo",
  });
  return { baseUrl: `${baseUrl}/v1`, productId, apiKey, environment };
}

/** The text that the first start prints: a request that works when it is pasted into a shell. */
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
