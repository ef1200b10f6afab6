/**
 * The peer of the GraphQL rows: Fastify and mercurius, compiler on, with the same schema over the
 * same data. The data is in maps: no log, no snapshot, no budgets, no limits. Relations use
 * mercurius' loaders. The process is forked with `PeerOptions` and answers with its port.
 */
import type { AddressInfo } from "node:net";
import { fastify } from "fastify";
import { mercurius } from "mercurius";
import type { Document, Holdings } from "./queries.ts";

export type PeerAnswer = { port: number };
export type PeerOptions = { apiKey: string; schema: string; holdings: Holdings };
type Query<P> = { obj: Document; params: P };
type Pages = { limit?: number };

process.once("message", (options: PeerOptions) => void serve(options));
process.once("disconnect", () => process.exit(0));

async function serve({ apiKey, schema, holdings }: PeerOptions): Promise<void> {
  const { customer, accounts, balances, transfers } = holdings;
  const byId = (documents: Document[], id: string) =>
    new Map(documents.map((document) => [document[id] as string, document]));
  const customers = byId([customer], "customerId");
  const account = byId(accounts, "accountId");
  const balance = byId(balances, "accountId");
  const accountsOf = new Map([[customer["customerId"], accounts]]);
  const transfersOf = new Map([[customer["customerId"], transfers]]);
  const app = fastify({ bodyLimit: 1_048_576 });
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization === `Bearer ${apiKey}`) return;
    await reply.code(401).send({ error: { code: "invalid_credentials" } });
  });
  await app.register(mercurius, {
    schema,
    path: "/v1/graphql",
    // A query is compiled when it comes for the second time, as in the server.
    jit: 1,
    resolvers: {
      Query: {
        accountRetrieve: (_: unknown, { accountId }: { accountId: string }) =>
          account.get(accountId),
        accountBalanceRetrieve: (_: unknown, { accountId }: { accountId: string }) =>
          balance.get(accountId),
        customerRetrieve: (_: unknown, { customerId }: { customerId: string }) =>
          customers.get(customerId),
      },
    },
    loaders: {
      Account: {
        balance: async (queries: Query<unknown>[]) =>
          queries.map(({ obj }) => balance.get(obj["accountId"] as string)),
      },
      Customer: {
        accounts: async (queries: Query<Pages>[]) =>
          queries.map(({ obj, params }) => page(accountsOf.get(obj["customerId"]), params)),
        transfers: async (queries: Query<Pages>[]) =>
          queries.map(({ obj, params }) => page(transfersOf.get(obj["customerId"]), params)),
      },
      Transfer: {
        sourceAccount: async (queries: Query<unknown>[]) =>
          queries.map(({ obj }) => account.get(obj["sourceAccountId"] as string)),
      },
    },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  process.send?.({ port } satisfies PeerAnswer);
}

function page(documents: Document[] = [], { limit = 50 }: Pages): { items: Document[] } {
  return { items: documents.slice(0, limit) };
}
