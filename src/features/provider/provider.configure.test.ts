/** Decision table of provider.configure, which main runs on every ledger shard. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT } from "../../../test/support/features/bank_message/file_bank.ts";
import {
  acme,
  configured,
  documentOf,
  PLATFORM,
  secretOf,
} from "../../../test/support/features/provider/providers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { providerAccount } from "./provider.account.ts";
import { PROVIDERS_MAX, providerConfigure } from "./provider.configure.ts";
import { PROVIDER_SECRET_OVERLAP_MS, providerSecretsInForce } from "./provider_document.ts";
import { servingProvider } from "./provider_state.ts";

const FILES = { kind: "bank", url: "", speaks: "files", secret: undefined };

decisionTable(providerConfigure, {
  input: () => ({ ...acme, secret: secretOf("one") }),
  asking: () => PLATFORM,
  stepMs: 1_000,
  rows: [
    {
      title: "a new one",
      outcome: "serves",
      reply: { provider: "acme", status: "serving", revision: 1 },
      check(_result, { world }) {
        const { url, secrets, secretPrefix, changedBy } = documentOf(world, "acme");
        assert.deepEqual(secrets, [{ sealed: "sealed-one" }]);
        assert.deepEqual([url, secretPrefix], [acme.url, "whsec_one"]);
        assert.equal(changedBy, "operator:ada/1000");
        assert.equal(servingProvider(world.state, "verification")?.provider, "acme");
      },
    },
    {
      title: "another address of one that is there",
      given: ({ world }) => configured(world, "acme", "one"),
      input: { url: "https://other.example.com", secret: undefined },
      outcome: "the address, with the secret that it had",
      reply: { revision: 2 },
      check(_result, { world }) {
        const { url, secrets } = documentOf(world, "acme");
        assert.equal(url, "https://other.example.com");
        assert.deepEqual(secrets, [{ sealed: "sealed-one" }]);
      },
    },
    {
      title: "a bank beside a provider of verifications",
      given: ({ world }) => configured(world, "first", "first"),
      input: { kind: "bank" },
      outcome: "serves addresses and payouts, and the first goes on",
      check(_result, { world }) {
        const serving = (["verification", "address", "payout"] as const).map(
          (kind) => servingProvider(world.state, kind)?.provider,
        );
        assert.deepEqual(serving, ["first", "acme", "acme"]);
      },
    },
    {
      title: "a bank that checks payees",
      input: { kind: "bank", payeeChecks: ["sepa", "fps"] },
      outcome: "is asked for payees of these rails",
      check: (_result, { world }) =>
        assert.deepEqual(servingProvider(world.state, "payee_check")?.payeeChecks, ["sepa", "fps"]),
    },
    ...[
      { title: "nothing of payees", input: {}, expected: ["sepa"] },
      { title: "no rails", input: { payeeChecks: [] }, expected: undefined },
    ].map(({ title, input, expected }) => ({
      title: `a bank that checks payees, configured again with ${title}`,
      given: ({ world }: { world: World }) =>
        world.made(
          providerConfigure,
          { ...acme, kind: "bank", payeeChecks: ["sepa"], secret: secretOf("one") },
          PLATFORM,
        ),
      input: { kind: "bank", secret: undefined, ...input },
      outcome: expected === undefined ? "checks none" : "checks them as before",
      check: (_result: unknown, { world }: { world: World }) =>
        assert.deepEqual(documentOf(world, "acme").payeeChecks, expected),
    })),
    {
      title: "checks of payees by a provider of verifications",
      input: { payeeChecks: ["sepa"] },
      code: "state_constraint_failed",
      details: { constraint: "payee_checks" },
    },
    {
      title: "checks of payees by a bank that speaks files",
      input: { ...FILES, payeeChecks: ["sepa"] },
      code: "state_constraint_failed",
      details: { constraint: "payee_checks" },
    },
    {
      title: "checks of payees on the book",
      input: { kind: "bank", payeeChecks: ["book"] },
      code: "invalid_request",
    },
    {
      title: "one that is there, as another kind",
      given: ({ world }) => configured(world, "acme", "one"),
      input: { kind: "bank" },
      code: "state_constraint_failed",
      details: { constraint: "kind" },
    },
    {
      title: "a second one of the kind",
      given: ({ world }) => configured(world, "first", "first"),
      outcome: "serves, and the first is retired",
      check(_result, { world }) {
        assert.equal(documentOf(world, "first").status, "retired");
        assert.equal(servingProvider(world.state, "verification")?.provider, "acme");
      },
    },
    {
      title: "one that was retired",
      given({ world }) {
        configured(world, "acme", "one");
        configured(world, "other", "other");
      },
      input: { secret: undefined },
      outcome: "serves again",
      check: (_result, { world }) => assert.equal(documentOf(world, "acme").status, "serving"),
    },
    {
      title: "a new one without a secret",
      input: { secret: undefined },
      code: "state_constraint_failed",
      details: { constraint: "secret" },
    },
    {
      title: "one more than may be",
      given({ world }) {
        for (let at = 0; at < PROVIDERS_MAX; at++) configured(world, `p${at}`, "x");
      },
      code: "state_constraint_failed",
      details: { constraint: "providers", limit: PROVIDERS_MAX },
    },
    {
      title: "a bank that speaks files",
      input: FILES,
      outcome: "serves, without an address or a secret",
      check(_result, { world }) {
        const { speaks, url, secrets } = documentOf(world, "acme");
        assert.deepEqual({ speaks, url, secrets }, { speaks: "files", url: "", secrets: [] });
        assert.equal(servingProvider(world.state, "payout")?.provider, "acme");
      },
    },
    {
      title: "a bank that speaks files again, after another one",
      given({ world }) {
        world.made(providerConfigure, { ...acme, ...FILES }, PLATFORM);
        world.made(providerAccount, { provider: "acme", user: "x", account: ACCOUNT }, PLATFORM);
        configured(world, "other", "other", { ...PLATFORM, kind: "bank" });
      },
      input: FILES,
      outcome: "serves again, with the account that it had",
      check(_result, { world }) {
        const { accounts, status } = documentOf(world, "acme");
        assert.deepEqual([accounts, status], [[ACCOUNT], "serving"]);
      },
    },
    ...[
      ["files and an address", { ...FILES, url: acme.url }],
      ["files, and verifies", { ...FILES, kind: "verification" }],
      ["HTTP, without an address", { url: "" }],
    ].map(([speech, input]) => ({
      title: `a new one that speaks ${speech}`,
      input: input as Record<string, unknown>,
      code: "state_constraint_failed" as const,
      details: { constraint: "speaks" },
    })),
    {
      title: "one that is there, told by another way",
      given: ({ world }) => configured(world, "acme", "one", { ...PLATFORM, kind: "bank" }),
      input: FILES,
      code: "state_constraint_failed",
      details: { constraint: "speaks" },
    },
    {
      title: "a name that is no part of an address",
      input: { provider: "A/b" },
      code: "invalid_request",
    },
  ],
});

test("provider secrets: a new one -> the one before it for a day, and no third", async () => {
  const world = await openWorld();
  configured(world, "acme", "one");
  configured(world, "acme", "two");
  const { secrets, updatedAtMs } = configured(world, "acme", "three");
  const untilMs = updatedAtMs + PROVIDER_SECRET_OVERLAP_MS;
  assert.deepEqual(secrets, [{ sealed: "sealed-three" }, { sealed: "sealed-two", untilMs }]);
  const inForce = (nowMs: number) => providerSecretsInForce({ secrets }, nowMs).length;
  assert.deepEqual([inForce(untilMs - 1), inForce(untilMs)], [2, 1]);
});
