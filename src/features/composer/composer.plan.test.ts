/** Decision table of composer.plan. */
import assert from "node:assert/strict";
import {
  nested,
  newBlueprint,
  sourceOfBytes,
} from "../../../test/support/features/blueprint/blueprints.ts";
import { changed, INVOICE, LOAN, MINIMAL } from "../../../test/support/programs/programs.ts";
import { agentCaller, START_MS } from "../../../test/world/callers.ts";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { isoTime } from "../../base/iso_time.ts";
import { PROGRAM_CAPABILITIES } from "../../programs/capabilities.ts";
import { FINDINGS_MAX, SOURCE_BYTES_MAX, SOURCE_DEPTH_MAX } from "../../programs/program_limits.ts";
import { type Source, sourceTextOf } from "../../programs/program_source.ts";
import { announcedOperation } from "../announced.ts";
import { blueprintUpdate } from "../blueprint/blueprint.update.ts";
import { PRICE_LIST } from "../product/price_list.ts";
import { composerPlan, PLAN_LASTS_MS } from "./composer.plan.ts";

type Found = { code: string; severity: string; path: string };
const errorsIn = (findings: Found[]) => findings.filter(({ severity }) => severity === "error");
const { currency, fees, usageRates } = PRICE_LIST;
/** What is left of a plan of something that has not the form of a program. */
const NO_PROGRAM = {
  digest: undefined,
  normalizedSource: undefined,
  nouns: [],
  ports: [],
  operations: [],
  events: [],
  capabilities: [],
  worstCase: [],
  liveRequirements: [],
};

platformTable(composerPlan, {
  async given(world) {
    const owner = await newPerson(world, await newCompany(world));
    const stranger = await newPerson(world, await newCompany(world, "Other"));
    const draft = { source: INVOICE as Source };
    const { blueprintId } = await newBlueprint(world, owner.session, draft);
    const { blueprintId: foreignId } = await newBlueprint(world, stranger.session, draft);
    return { owner, blueprintId, foreignId };
  },
  input: () => ({ source: INVOICE }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "a program",
      outcome: "its digest, and what a Product of it would have, need and cost",
      reply: {
        sourceDigest: sourceTextOf(INVOICE).digest,
        pricing: { currency, fees, usageRates },
        expiresAt: isoTime(START_MS + PLAN_LASTS_MS),
      },
      check({ reply }) {
        assert.match(reply.digest, /^sha256:[0-9a-f]{64}$/);
        assert.deepEqual(errorsIn(reply.findings), []);
        assert.deepEqual(Object.keys(reply.normalizedSource).sort(), Object.keys(INVOICE).sort());
        const kinds = reply.nouns.map(({ kind }: { kind: string }) => kind);
        assert.deepEqual(kinds, ["invoice", "order"]);
        const ports = reply.ports.map(({ port }: { port: string }) => port);
        assert.deepEqual(ports, ["operator", "payer", "clock"]);
        const needed = ["ledger", "customers", "kyc", "transfers", "decisions", "objects"];
        assert.deepEqual(reply.capabilities, needed);
        const [first] = reply.liveRequirements;
        assert.equal(first, "product_activation");
      },
    },
    {
      title: "an action with a split, and one with two ends",
      outcome: "its states and targets, a diagram, and the transfers that it makes at most",
      check({ reply: { nouns, worstCase } }) {
        const [invoice] = nouns;
        const pay = invoice.actions.find(({ action }: { action: string }) => action === "pay");
        assert.deepEqual(pay, { action: "pay", from: ["open"], to: ["funded", "open"] });
        assert.match(invoice.stateGraph, /^stateDiagram-v2\n {2}\[\*\] --> draft\n/);
        assert.match(invoice.stateGraph, /\n {2}open --> funded : pay\n/);
        const costs = Object.fromEntries(
          worstCase.map((one: { action: string; transfers: number }) => [
            one.action,
            one.transfers,
          ]),
        );
        assert.deepEqual([costs["invoice.settle"], costs["invoice.void"]], [2, 0]);
      },
    },
    {
      title: "the operations and events of a program",
      outcome: "those of a Product key within the program's capabilities, and what they emit",
      check({ reply: { operations, events } }) {
        assert.ok(operations.includes("transfer.create") && events.includes("transfer.posted"));
        assert.ok(!operations.includes("transfer_hold.create"), "the program holds no money");
        assert.ok(!events.some((type: string) => type.startsWith("transfer_hold.")));
        assert.deepEqual(operations, operations.toSorted());
        assert.deepEqual(events, events.toSorted());
        for (const id of operations) {
          const operation = announcedOperation(id);
          assert.ok(operation?.principals.includes("product_key"), id);
        }
      },
    },
    {
      title: "another program",
      input: { source: LOAN },
      outcome: "its capabilities, of those that there are",
      check({ reply }) {
        assert.ok(reply.capabilities.every((one: never) => PROGRAM_CAPABILITIES.includes(one)));
        assert.deepEqual(errorsIn(reply.findings), []);
      },
    },
    {
      title: "an agent of the company",
      asking: ({ owner: { tenantId } }) => ({
        caller: agentCaller({ tenantId, scopes: new Set(["blueprints:read"]) }),
      }),
      input: ({ blueprintId }) => ({ source: undefined, blueprintId }),
      outcome: "the plan",
      reply: { sourceDigest: sourceTextOf(INVOICE).digest },
    },
    {
      title: "a blueprint that was changed",
      async given({ world, owner, blueprintId }) {
        const input = { blueprintId, source: MINIMAL };
        await world.made(blueprintUpdate, input, { caller: owner.session });
      },
      input: ({ blueprintId }) => ({ source: undefined, blueprintId }),
      outcome: "the plan of its newest source",
      reply: { sourceDigest: sourceTextOf(MINIMAL).digest, normalizedSource: MINIMAL },
    },
    {
      title: "a program with a state that is not there",
      input: { source: changed(INVOICE, "/nouns/invoice/actions/issue/to", "opened") },
      outcome: "the finding and the parts of the program, without a digest",
      reply: { digest: undefined },
      check({ reply }) {
        const [error] = errorsIn(reply.findings);
        assert.deepEqual([error?.code, error?.path], ["P02", "/nouns/invoice/actions/issue/to"]);
        assert.equal(reply.nouns.length, 2);
        assert.ok(reply.operations.length > 0);
      },
    },
    {
      title: "an object that is no program",
      input: { source: {} },
      outcome: "its findings alone: no nouns, operations or events",
      reply: { ...NO_PROGRAM, sourceDigest: sourceTextOf({}).digest },
      check({ reply }) {
        const codes = reply.findings.map(({ code }: Found) => code);
        assert.deepEqual([...new Set(codes)], ["P01"]);
      },
    },
    {
      title: "a program with an unknown name",
      input: { source: changed(MINIMAL, "/__proto__", { polluted: true }) },
      outcome: "its findings alone",
      reply: NO_PROGRAM,
      check: ({ reply }) => assert.equal(reply.findings[0].path, "/__proto__"),
    },
    {
      title: "a program with more faults than a plan shows",
      input: {
        source: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`unknown${at}`, at])),
      },
      outcome: "as many as it shows",
      check: ({ reply }) => assert.equal(reply.findings.length, FINDINGS_MAX),
    },
    {
      title: "as deep as a source may be",
      input: { source: nested(SOURCE_DEPTH_MAX) },
      outcome: "its findings",
      reply: NO_PROGRAM,
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
      outcome: "its findings",
      reply: NO_PROGRAM,
    },
    {
      title: "a byte more",
      input: { source: sourceOfBytes(SOURCE_BYTES_MAX + 1) },
      code: "invalid_request",
      check: ({ details }) => assert.equal(details["issues"][0].code, "length"),
    },
    { title: "a list for a source", input: { source: [] }, code: "invalid_request" },
    {
      title: "a source and a blueprint",
      input: ({ blueprintId }) => ({ blueprintId }),
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["blueprintId"]),
    },
    {
      title: "neither a source nor a blueprint",
      input: { source: undefined },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["source"]),
    },
    {
      title: "a blueprint of another company",
      input: ({ foreignId }) => ({ source: undefined, blueprintId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "blueprint" },
    },
    {
      title: "a blueprint of nobody",
      input: { source: undefined, blueprintId: "bp_00000000000000000000000000" },
      code: "resource_not_found",
      details: { resourceType: "blueprint" },
    },
  ],
});
