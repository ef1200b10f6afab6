/**
 * The demo company of a new data directory: its founder, a sandbox Product and a key, and how to use
 * them. Does not run again on a directory that has a demo.
 */
import { randomUUID } from "node:crypto";
import { invariant } from "../base/invariant.ts";
import { NEW_UUID } from "../contract/document/code_samples.ts";
import { operatorUser } from "./control_client.ts";
import type { Operator } from "./operator.ts";

export type Demo = {
  baseUrl: string;
  productId: string;
  apiKey: string;
  environment: "sandbox";
  /** The person who owns the company, and a token of the person for programs. */
  founder: { email: string; password: string; personalAccessToken: string };
};

/** A name that no mail goes to (RFC 2606, section 2). */
const FOUNDER_HOST = "demo.example";
/** How long the founder's token lasts, milliseconds: a day less than a token may. */
const TOKEN_LASTS_MS = 364 * 86_400_000;

type Made = {
  tenantId: string;
  productId: string;
  apiKey: string;
  userId: string;
  /** Absent where the person was there before. */
  password?: string;
  token: string;
};

export async function makeDemo(operator: Operator, baseUrl: string): Promise<Demo> {
  const name = "Demo";
  const environment = "sandbox";
  const user = operatorUser(process.env);
  const make = async (operation: string, input: Record<string, unknown>) => {
    const { document } = await operator.ask(operation, input, { key: randomUUID(), user });
    return document as Made;
  };
  const found = async (local: string) => {
    const email = `${local}@${FOUNDER_HOST}`;
    const company = { name, email, displayName: "Demo Founder" };
    return { ...(await make("platform.company.create", company)), email };
  };
  let made = await found("founder");
  // A first start that was cut short has made this person, and its password is gone.
  if (made.password === undefined) made = await found(`founder-${randomUUID().slice(0, 8)}`);
  const { tenantId, userId, password, email } = made;
  invariant(password !== undefined, "a new person has a password");
  const { productId } = await make("platform.product.create", { tenantId, name });
  // No browser makes keys yet, and the demo is to show what takes a key of one: webhooks.
  const draft = { productId, environment, name: "demo", origin: "browser" };
  const { apiKey } = await make("platform.api_key.create", draft);
  const expiresAt = new Date(Date.now() + TOKEN_LASTS_MS).toISOString();
  const { token: personalAccessToken } = await make("platform.personal_access_token.create", {
    userId,
    tenantId,
    name: "demo",
    expiresAt,
  });
  const founder = { email, password, personalAccessToken };
  return { baseUrl: `${baseUrl}/v1`, productId, apiKey, environment, founder };
}

/**
 * The text that the first start prints: on a terminal a request that works when it is pasted into a
 * shell; elsewhere, where the text may be kept as a log, the file that has the key.
 * `consoleUrl`: where the pages for people are; undefined where the server has none.
 */
export function demoText(
  { baseUrl, productId, apiKey, founder }: Demo,
  {
    demoPath,
    isTerminal,
    consoleUrl,
  }: { demoPath: string; isTerminal: boolean; consoleUrl?: string },
): string {
  if (!isTerminal)
    return `A demo Product in the sandbox is ready: its key and its founder are in ${demoPath}\n`;
  return `
A demo Product in the sandbox is ready (${demoPath} keeps this). Try:

curl -sS '${baseUrl}/customers' \\
  -H 'Authorization: Bearer ${apiKey}' \\
  -H "Idempotency-Key: ${NEW_UUID}" \\
  -H 'Content-Type: application/json' \\
  -d '{"productId":"${productId}","test":true,"entity":{"kind":"person","displayName":"Ada Lovelace","country":"GB"}}'

Its founder is ${founder.email}, password ${founder.password}${consoleUrl === undefined ? "" : `: log in at ${consoleUrl}`}.
With the founder's token:

curl -sS '${baseUrl}/personal-access-tokens' \\
  -H 'Authorization: Bearer ${founder.personalAccessToken}'

`;
}
