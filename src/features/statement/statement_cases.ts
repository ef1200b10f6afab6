/** What the tests of the whole platform need to know of statements (test/support/noun_cases.ts). */
import { type Client, expect } from "../../../test/support/client.ts";
import { field, ofProduct, search } from "../../../test/support/list_cases.ts";
import type { NounCases } from "../../../test/support/noun_cases.ts";
import { newAccount } from "../../../test/support/parties.ts";
import { advance, createCustomer, fund, openAccount } from "../../../test/world/story.ts";

const MONTH_MS = 32 * 24 * 3_600_000;

/** Advances the clock of the sandbox by more than a month. */
async function passMonth(client: Client): Promise<void> {
  const { productId } = client;
  const clock = expect(await client.get(`/products/${productId}/sandbox-clock`), 200);
  const at = new Date(Date.parse(clock.id("effectiveAt")) + MONTH_MS).toISOString();
  expect(await client.post("/sandbox/clock/advance", { productId, at }), 200);
}

export const cases: NounCases = {
  // These make things that wait for the clock, which goes on by months here.
  after: ["account", "collection", "consent", "object", "transfer_hold"],
  lists: {
    "statement.list": {
      base: ofProduct,
      filters: { month: field("month", "1999-01"), search: search("20", "statementId", "month") },
    },
  },
  async made({ client }) {
    await newAccount(client, { fund: "1" });
    await passMonth(client);
    const { items } = expect(await client.get(`/statements?productId=${client.productId}`), 200)
      .body as { items: { statementId: string }[] };
    const month = new Date().toISOString().slice(0, 7);
    return { month, statementId: items[0]?.statementId ?? "" };
  },
  async listed({ client }) {
    await newAccount(client, { fund: "1" });
    await passMonth(client);
    await passMonth(client);
  },
  *toldInSandbox(stage) {
    yield* fund(yield* openAccount(yield* createCustomer()), "100");
    yield* advance(stage, MONTH_MS);
  },
};
