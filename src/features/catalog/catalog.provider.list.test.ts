/** catalog.provider.list: the simulator in sandbox, whom the operator has configured in live. */
import assert from "node:assert/strict";
import { wholeList } from "../../../test/support/features/catalog/catalog.ts";
import {
  acme,
  configured,
  IN_PLATFORM_REALM,
  secretOf,
} from "../../../test/support/features/provider/providers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { providerConfigure } from "../provider/provider.configure.ts";
import { catalogProviderList } from "./catalog.provider.list.ts";

decisionTable(catalogProviderList, {
  rows: [
    wholeList(catalogProviderList, "kind", [
      "address",
      "collection",
      "credit_return",
      "payee_check",
      "payout",
      "verification",
    ]),
    {
      title: "in sandbox",
      outcome: "the simulator, with all that it may say",
      check: ({ reply }) =>
        assert.deepEqual(reply.items, [
          { provider: "simulator", kind: "address", outcomes: ["active", "failed"] },
          {
            provider: "simulator",
            kind: "collection",
            outcomes: ["collected", "failed", "returned"],
          },
          {
            provider: "simulator",
            kind: "credit_return",
            outcomes: ["returned", "failed"],
          },
          {
            provider: "simulator",
            kind: "payee_check",
            outcomes: ["matched", "close_match", "no_match", "unavailable"],
          },
          {
            provider: "simulator",
            kind: "payout",
            outcomes: ["posted", "failed", "returned"],
          },
          {
            provider: "simulator",
            kind: "verification",
            outcomes: ["verified", "rejected", "requires_input"],
          },
        ]),
    },
    {
      title: "in live, where nobody is configured",
      environment: "live",
      outcome: "nobody",
      reply: { items: [] },
    },
    {
      title: "in live, one that serves and one that is retired",
      environment: "live",
      given({ world }) {
        configured(world, "acme", "one", IN_PLATFORM_REALM);
        configured(world, "other", "two", IN_PLATFORM_REALM);
      },
      outcome: "the one that serves, and nothing of its address and secret",
      reply: {
        items: [
          {
            provider: "other",
            kind: "verification",
            outcomes: ["verified", "rejected", "requires_input"],
          },
        ],
      },
    },
    {
      title: "in live, a bank that checks payees",
      environment: "live",
      given({ world }) {
        const bank = { ...acme, kind: "bank", payeeChecks: ["sepa"], secret: secretOf("one") };
        world.made(providerConfigure, bank, IN_PLATFORM_REALM);
      },
      outcome: "with what it may say of a payee",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.items.find(({ kind }: { kind: string }) => kind === "payee_check"),
          {
            ...{ provider: "acme", kind: "payee_check" },
            outcomes: ["matched", "close_match", "no_match", "unavailable"],
          },
        ),
    },
    {
      title: "in live, a bank",
      environment: "live",
      given: ({ world }) =>
        configured(world, "acme", "one", { ...IN_PLATFORM_REALM, kind: "bank" }),
      outcome: "once for each kind of request that it serves",
      reply: {
        items: [
          {
            ...{ provider: "acme", kind: "address" },
            outcomes: ["active", "failed", "disabled", "retired"],
          },
          {
            ...{ provider: "acme", kind: "collection" },
            outcomes: ["failed", "returned", "collected"],
          },
          {
            ...{ provider: "acme", kind: "credit_return" },
            outcomes: ["returned", "failed"],
          },
          {
            ...{ provider: "acme", kind: "payout" },
            outcomes: ["failed", "returned", "cancelled", "posted"],
          },
        ],
      },
    },
  ],
});
