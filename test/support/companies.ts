/** For the tests of isolation: companies that have one resource of each kind, and their credentials. */
import { operations } from "../../src/features/registry.ts";
import { type Client, expect, openClient, type Reply } from "./client.ts";
import type { Resources } from "./isolation.ts";
import { type Browser, enrol, mailFor, type People } from "./people.ts";
import { resourcesOfCompany } from "./resources.ts";
import type { Server } from "./server.ts";

/** Kinds of principals that these credentials are. */
export type Kind = "product_key" | "founder" | "session";
/** Who asks, and the kinds of principals that the credential is. */
export type Asker = {
  who: string;
  is: readonly Kind[];
  productId: string;
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Reply>;
};
type Headers = Record<string, string>;
export type Company = {
  browser: Browser;
  /** The Product key, the token and the session, in the order in which reads prefer them. */
  askers: [key: Asker, token: Asker, session: Asker];
  resources: Resources;
  /** Makes another Product; its id. */
  newProduct(): Promise<string>;
  close(): void;
};

/** A company whose founder has a second factor, and one resource of each kind. */
export async function openCompany(server: Server, people: People, name: string): Promise<Company> {
  const clients: Client[] = [];
  async function clientOf(productId: string, apiKey: string): Promise<Client> {
    const { contract } = people.client;
    const client = await openClient(server, { productId, apiKey }, { contract });
    clients.push(client);
    return client;
  }
  const browser = await people.founder(name);
  const { secret } = await enrol(browser);
  // The mail that says so comes before that of the log-in, which is looked for next.
  await mailFor(server, browser.email, 1);
  await people.logIn(browser, { totpSecret: secret });
  const productId = await newProduct(browser);
  const key = await newKey(browser, productId);
  const scopes = scopesOf("founder");
  const token = expect(await browser.post("/personal-access-tokens", { name: "t", scopes }), 201);
  const client = await clientOf(productId, key.id("key"));
  const asker = (who: string, is: Kind[], sender: Client | Browser): Asker => ({
    who: `${who} of ${name}`,
    is,
    productId,
    send: (method, path, body, headers = {}) => sender.send(method, path, body, { headers }),
  });
  return {
    browser,
    newProduct: () => newProduct(browser),
    close() {
      for (const one of clients) one.close();
    },
    askers: [
      asker("the key", ["product_key"], client),
      asker("the token", ["founder"], await clientOf(productId, token.id("token"))),
      asker("the session", ["founder", "session"], browser),
    ],
    resources: {
      ...(await resourcesOfCompany({ server, client, browser })),
      apiKeyId: key.id("apiKeyId"),
      personalAccessTokenId: token.id("personalAccessTokenId"),
    },
  };
}

async function newProduct(browser: Browser): Promise<string> {
  return expect(await browser.post("/products", { name: "Wallet" }), 201).id("productId");
}

async function newKey(browser: Browser, productId: string): Promise<Reply> {
  const body = { name: "k", scopes: scopesOf("product_key") };
  return expect(await browser.post(`/products/${productId}/api-keys/sandbox`, body), 201);
}

/** The scopes of all operations that take this kind of principal. */
function scopesOf(kind: Kind): string[] {
  const taken = operations.filter(({ principals }) => principals.includes(kind));
  return [...new Set(taken.flatMap(({ scope }) => scope ?? []))];
}
