/** Decision table of provider.retire, which main runs on every ledger shard. */
import assert from "node:assert/strict";
import {
  configured,
  documentOf,
  PLATFORM,
} from "../../../test/support/features/provider/providers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { providerRetire } from "./provider.retire.ts";
import { servingProvider } from "./provider_state.ts";

decisionTable(providerRetire, {
  given: (world) => ({ document: configured(world, "acme", "one") }),
  input: () => ({ provider: "acme", user: "ada/1000" }),
  asking: () => PLATFORM,
  stepMs: 1_000,
  rows: [
    {
      title: "the one that serves",
      outcome: "nobody serves; its address and secrets stay, for what it was sent",
      reply: { provider: "acme", status: "retired", revision: 2 },
      check(_result, { world, document }) {
        assert.equal(servingProvider(world.state, "verification"), undefined);
        const { url, secrets } = documentOf(world, "acme");
        assert.deepEqual({ url, secrets }, { url: document.url, secrets: document.secrets });
      },
    },
    {
      title: "retired already",
      given: ({ world }) => world.made(providerRetire, { provider: "acme", user: "x" }, PLATFORM),
      code: "state_conflict",
      details: { expected: "serving", actual: "retired" },
    },
    { title: "a name of nobody", input: { provider: "other" }, code: "resource_not_found" },
  ],
});
