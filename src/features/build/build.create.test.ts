/** Decision table of build.create. */
import assert from "node:assert/strict";
import { nested, sourceOfBytes } from "../../../test/support/features/blueprint/blueprints.ts";
import { givenBuilds, manyBuilds, newBuild } from "../../../test/support/features/build/builds.ts";
import {
  OTHER_SOURCE,
  PRICES,
  SAME_OTHER_SOURCE,
  SOURCE,
  WRONG_SOURCE,
} from "../../../test/support/features/build/sources.ts";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { changed } from "../../../test/support/programs/programs.ts";
import { agentCaller } from "../../../test/world/callers.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { SOURCE_BYTES_MAX, SOURCE_DEPTH_MAX } from "../../programs/program_limits.ts";
import { sourceTextOf } from "../../programs/program_source.ts";
import { blueprintArchive } from "../blueprint/blueprint.archive.ts";
import { blueprintUpdate } from "../blueprint/blueprint.update.ts";
import { buildCreate } from "./build.create.ts";
import { BUILDS_PER_TENANT_MAX } from "./build_limits.ts";

const NO_DIGEST = `sha256:${"0".repeat(64)}`;
/** Prices that no plan has. */
const NO_PRICES = { fees: [], usageRates: [] };
const FROM_BLUEPRINT = { source: undefined };

/** A request with these prices in place of those of the plan. */
function priced(title: string, prices: object, details: Readonly<Record<string, unknown>>) {
  const input = { expectedPricing: { ...PRICES, ...prices } };
  return { title, input, code: "state_conflict", details } as const;
}

platformTable(buildCreate, {
  given: givenBuilds,
  input: () => ({ source: OTHER_SOURCE, expectedPricing: PRICES }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a source",
      outcome: "a Build of the company, 201, noted without its program",
      reply: {
        name: "Invoices with platform fee",
        sourceDigest: sourceTextOf(OTHER_SOURCE).digest,
        language: "blueprint/1",
        compilerVersion: "1",
        status: "ready",
        pricing: PRICES,
        blueprintId: undefined,
      },
      check({ reply, facts, status }, { tenantId }) {
        assert.deepEqual([status, reply.tenantId], [201, tenantId]);
        assert.deepEqual(kindsOf(facts), ["build.created.1", "audit.noted.1"]);
        const { before, after, resource, tenantIds } = noteIn(facts);
        assert.deepEqual([before, tenantIds], [undefined, [tenantId]]);
        assert.deepEqual(resource, { type: "build", id: reply.buildId });
        const { name, digest, sourceDigest } = reply;
        assert.deepEqual(after, { name, digest, sourceDigest });
        const severities = reply.warnings.map(({ severity }: { severity: string }) => severity);
        assert.ok(!severities.includes("error"), "a Build has no errors");
      },
    },
    {
      title: "an agent of the company",
      asking: ({ tenantId }) => ({
        caller: agentCaller({ tenantId, scopes: new Set(["products:write"]) }),
      }),
      outcome: "a Build",
      reply: { status: "ready" },
    },
    {
      title: "a blueprint",
      input: ({ blueprintId }) => ({ ...FROM_BLUEPRINT, blueprintId }),
      outcome: "a Build that names it and its version",
      reply: { blueprintRevision: 1, sourceDigest: sourceTextOf(OTHER_SOURCE).digest },
      check: ({ reply }, { blueprintId }) => assert.equal(reply.blueprintId, blueprintId),
    },
    {
      title: "a blueprint that was changed, and archived",
      async given({ world, owner, blueprintId }) {
        const source = changed(OTHER_SOURCE, "/name", "Invoices for all");
        const asking = { caller: owner.session };
        await world.made(blueprintUpdate, { blueprintId, source }, asking);
        await world.made(blueprintArchive, { blueprintId }, asking);
      },
      input: ({ blueprintId }) => ({ ...FROM_BLUEPRINT, blueprintId }),
      outcome: "a Build of its newest version",
      reply: { name: "Invoices for all", blueprintRevision: 2 },
    },
    {
      title: "the program of a Build in another order and spacing",
      async given({ world, owner, build }) {
        Object.assign(build, await newBuild(world, owner.session, { source: SAME_OTHER_SOURCE }));
        world.nowMs += 1_000;
      },
      outcome: "that Build as it is, 200, nothing written",
      check({ reply, facts, status }, { build }) {
        assert.deepEqual([status, facts], [200, []]);
        assert.deepEqual(reply, build);
        assert.equal(build.sourceDigest, sourceTextOf(SAME_OTHER_SOURCE).digest);
      },
    },
    {
      title: "the program of a Build, by a blueprint",
      given: ({ world, owner }) => newBuild(world, owner.session, { source: OTHER_SOURCE }),
      input: ({ blueprintId }) => ({ ...FROM_BLUEPRINT, blueprintId }),
      outcome: "that Build, which names no blueprint",
      reply: { blueprintId: undefined, blueprintRevision: undefined },
      check: ({ facts, status }) => assert.deepEqual([status, facts], [200, []]),
    },
    {
      title: "the program of another company's Build",
      given: ({ world, stranger }) => newBuild(world, stranger.session, { source: OTHER_SOURCE }),
      outcome: "a Build of its own, 201",
      check({ reply, status }, { tenantId }) {
        assert.deepEqual([status, reply.tenantId], [201, tenantId]);
      },
    },
    {
      title: "another name",
      input: { source: changed(SOURCE, "/name", "Other tickets") },
      outcome: "another Build",
      check: ({ reply }, { build }) => assert.notEqual(reply.digest, build.digest),
    },
    {
      title: "a program with faults",
      input: { source: WRONG_SOURCE },
      code: "state_constraint_failed",
      details: { constraint: "program" },
      check({ details, message }) {
        const [first] = details["findings"];
        assert.deepEqual([first.code, first.severity], ["P02", "error"]);
        assert.ok(message.includes(first.message) && message.includes(first.path), message);
      },
    },
    {
      title: "an object that is no program",
      input: { source: {} },
      code: "state_constraint_failed",
      details: { constraint: "program" },
      check: ({ details }) => assert.equal(details["findings"][0].code, "P01"),
    },
    {
      title: "a program with faults, whatever is expected",
      input: { source: WRONG_SOURCE, expectedDigest: NO_DIGEST, expectedPricing: NO_PRICES },
      code: "state_constraint_failed",
      details: { constraint: "program" },
    },
    {
      title: "the digest of the plan",
      input: ({ build }) => ({ source: SOURCE, expectedDigest: build.digest }),
      outcome: "the Build",
      check: ({ reply }, { build }) => assert.deepEqual(reply, build),
    },
    {
      title: "another digest",
      input: { source: SOURCE, expectedDigest: NO_DIGEST, expectedPricing: NO_PRICES },
      code: "state_conflict",
      details: { expected: NO_DIGEST },
      check: ({ details }, { build }) => assert.equal(details["actual"], build.digest),
    },
    { title: "a text for a digest", input: { expectedDigest: "1" }, code: "invalid_request" },
    {
      title: "the prices without their currency",
      input: { expectedPricing: { fees: PRICES.fees, usageRates: PRICES.usageRates } },
      outcome: "a Build",
    },
    priced(
      "another amount",
      { fees: [{ code: "transfer", amount: "25" }] },
      { price: "fee transfer", expected: "25", actual: "0" },
    ),
    priced("a fee missing", { fees: [] }, { price: "fee transfer", expected: null, actual: "0" }),
    priced(
      "a fee too many",
      { fees: [...PRICES.fees, { code: "object", amount: "1" }] },
      { price: "fee object", expected: "1", actual: null },
    ),
    priced(
      "a rate too many",
      { usageRates: [...PRICES.usageRates, { meter: "objects", rate: "1" }] },
      { price: "rate objects", expected: "1", actual: null },
    ),
    priced(
      "another currency",
      { currency: "USD" },
      { price: "currency", expected: "USD", actual: "EUR" },
    ),
    { title: "no prices", input: { expectedPricing: undefined }, code: "invalid_request" },
    {
      title: "a source and a blueprint",
      input: ({ blueprintId }) => ({ blueprintId }),
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["blueprintId"]),
    },
    {
      title: "neither a source nor a blueprint",
      input: FROM_BLUEPRINT,
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["source"]),
    },
    {
      title: "a blueprint of another company",
      input: ({ foreignBlueprintId }) => ({ ...FROM_BLUEPRINT, blueprintId: foreignBlueprintId }),
      code: "resource_not_found",
      details: { resourceType: "blueprint" },
    },
    {
      title: "a blueprint of nobody",
      input: { ...FROM_BLUEPRINT, blueprintId: "bp_00000000000000000000000000" },
      code: "resource_not_found",
      details: { resourceType: "blueprint", blueprintId: "bp_00000000000000000000000000" },
    },
    {
      title: "as deep as a source may be",
      input: { source: nested(SOURCE_DEPTH_MAX) },
      code: "state_constraint_failed",
    },
    {
      title: "one deeper",
      input: { source: nested(SOURCE_DEPTH_MAX + 1) },
      code: "invalid_request",
      check: ({ details }) => assert.equal(details["issues"][0].code, "depth"),
    },
    {
      title: "as many bytes as a source may have",
      input: { source: sourceOfBytes(SOURCE_BYTES_MAX) },
      code: "state_constraint_failed",
    },
    {
      title: "a byte more",
      input: { source: sourceOfBytes(SOURCE_BYTES_MAX + 1) },
      code: "invalid_request",
      check: ({ details }) => assert.equal(details["issues"][0].code, "length"),
    },
    { title: "a list for a source", input: { source: [] }, code: "invalid_request" },
    {
      title: "as many as a company may have",
      given: ({ world, build }) => manyBuilds(world, build, BUILDS_PER_TENANT_MAX - 1),
      code: "state_constraint_failed",
      details: { constraint: "builds", limit: BUILDS_PER_TENANT_MAX },
    },
    {
      title: "as many, and a program that was built",
      given: ({ world, build }) => manyBuilds(world, build, BUILDS_PER_TENANT_MAX - 1),
      input: { source: SOURCE },
      outcome: "its Build",
      check: ({ reply }, { build }) => assert.deepEqual(reply, build),
    },
    {
      title: "as many but one, and those of another company",
      given: ({ world, build }) => manyBuilds(world, build, BUILDS_PER_TENANT_MAX - 2),
      outcome: "the last one",
    },
  ],
});
