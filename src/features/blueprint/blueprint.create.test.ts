/** Decision table of blueprint.create. */
import assert from "node:assert/strict";
import {
  givenBlueprints,
  manyBlueprints,
  nested,
  SAME_SOURCE,
  SOURCE,
  sourceOfBytes,
} from "../../../test/support/features/blueprint/blueprints.ts";
import { kindsOf, noteIn } from "../../../test/support/features/tenant/tenant.ts";
import { agentCaller } from "../../../test/world/callers.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { SOURCE_BYTES_MAX, SOURCE_DEPTH_MAX } from "../../programs/program_limits.ts";
import { sourceTextOf } from "../../programs/program_source.ts";
import { blueprintArchive } from "./blueprint.archive.ts";
import { blueprintCreate } from "./blueprint.create.ts";
import { BLUEPRINTS_PER_TENANT_MAX } from "./blueprint_limits.ts";

platformTable(blueprintCreate, {
  given: givenBlueprints,
  input: () => ({ name: "Goals", source: SOURCE }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a name and a source",
      outcome: "a draft of the company, its first version, noted without its source",
      reply: {
        name: "Goals",
        source: SOURCE,
        sourceDigest: sourceTextOf(SAME_SOURCE).digest,
        revision: 1,
        status: "draft",
      },
      check({ reply, facts }, { tenantId }) {
        assert.equal(reply.tenantId, tenantId);
        assert.equal(reply.updatedAt, reply.createdAt);
        assert.deepEqual(kindsOf(facts), ["blueprint.created.1", "audit.noted.1"]);
        const { before, after, resource, tenantIds } = noteIn(facts);
        assert.deepEqual([before, tenantIds], [undefined, [tenantId]]);
        assert.deepEqual(resource, { type: "blueprint", id: reply.blueprintId });
        const { name, revision, sourceDigest, status } = reply;
        assert.deepEqual(after, { name, revision, sourceDigest, status });
      },
    },
    {
      title: "an agent of the company",
      asking: ({ tenantId }) => ({
        caller: agentCaller({ tenantId, scopes: new Set(["blueprints:write"]) }),
      }),
      outcome: "a draft",
      reply: { revision: 1 },
    },
    {
      title: "an object without anything",
      input: { source: {} },
      outcome: "a draft, which has faults",
      reply: { source: {} },
    },
    {
      title: "__proto__ as a name",
      input: { source: JSON.parse('{"__proto__":{"a":1}}') },
      outcome: "the same source",
      check: ({ reply }) => assert.equal(JSON.stringify(reply.source), '{"__proto__":{"a":1}}'),
    },
    {
      title: "as many bytes as a source may have",
      input: { source: sourceOfBytes(SOURCE_BYTES_MAX) },
      outcome: "a draft",
    },
    {
      title: "a byte more",
      input: { source: sourceOfBytes(SOURCE_BYTES_MAX + 1) },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["source"]),
    },
    {
      title: "as deep as a source may be",
      input: { source: nested(SOURCE_DEPTH_MAX) },
      outcome: "a draft",
    },
    {
      title: "one deeper",
      input: { source: nested(SOURCE_DEPTH_MAX + 1) },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["source"]),
    },
    { title: "a list", input: { source: [SOURCE] }, code: "invalid_request" },
    { title: "a text", input: { source: "{}" }, code: "invalid_request" },
    { title: "a blank name", input: { name: " " }, code: "invalid_request" },
    { title: "100 characters", input: { name: "x".repeat(100) }, outcome: "a draft" },
    { title: "101 characters", input: { name: "x".repeat(101) }, code: "invalid_request" },
    {
      title: "as many as a company may have",
      given: ({ world, owner }) =>
        manyBlueprints(world, owner.session, BLUEPRINTS_PER_TENANT_MAX - 1),
      code: "state_constraint_failed",
      details: { constraint: "blueprints", limit: BLUEPRINTS_PER_TENANT_MAX },
    },
    {
      title: "as many, one of them archived, and those of another company",
      async given({ world, owner, stranger, blueprintId }) {
        manyBlueprints(world, owner.session, BLUEPRINTS_PER_TENANT_MAX - 1);
        manyBlueprints(world, stranger.session, 1);
        await world.made(blueprintArchive, { blueprintId }, { caller: owner.session });
      },
      outcome: "the last one",
    },
  ],
});
