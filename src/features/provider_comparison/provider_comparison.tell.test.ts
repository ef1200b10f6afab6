/** Decision table of provider_comparison.tell, which the outbox asks for in the realms of Products. */
import assert from "node:assert/strict";
import { PROVIDER } from "../../../test/support/features/provider_request/live_requests.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { World } from "../../../test/world/world.ts";
import { providerComparisonTell } from "./provider_comparison.tell.ts";

const LIVE = { environment: "live" } as const;
const TONIGHT = { provider: "acme", night: "2026-01-02", comparedAtMs: Date.UTC(2026, 0, 2, 2, 5) };
const differences = [{ difference: "credit_missing_there" as const, count: 3 }];
const tell = (world: World, more: object) =>
  world.made(providerComparisonTell, { ...TONIGHT, differences, ...more }, PROVIDER);
const nothing = (factCount: number) => assert.equal(factCount, 0);

decisionTable(providerComparisonTell, {
  given: (world: World) => ({ world }),
  input: () => ({ ...TONIGHT, differences }),
  asking: () => PROVIDER,
  rows: [
    {
      ...LIVE,
      title: "the first night in which books differ",
      outcome: "a fact with all that the event tells",
      reply: { isTold: true },
      check: ({ facts }) =>
        assert.deepEqual(facts, [
          { kind: "product.provider_books_differed.1", ...TONIGHT, differences },
        ]),
    },
    {
      ...LIVE,
      title: "the same night again",
      given: ({ world }) => tell(world, {}),
      outcome: "told once",
      reply: { isTold: false },
      check: ({ facts }) => nothing(facts.length),
    },
    {
      ...LIVE,
      title: "the next night, and they differ still",
      given: ({ world }) => tell(world, { night: "2026-01-01" }),
      outcome: "told again",
      reply: { isTold: true },
    },
    {
      ...LIVE,
      title: "a night that is over",
      given: ({ world }) => tell(world, { night: "2026-01-03" }),
      outcome: "not told",
      reply: { isTold: false },
      check: ({ facts }) => nothing(facts.length),
    },
    {
      ...LIVE,
      title: "the same night of another provider",
      given: ({ world }) => tell(world, { provider: "other" }),
      outcome: "told",
      reply: { isTold: true },
    },
  ],
});
