/** Decision table of composer.simulate. */
import assert from "node:assert/strict";
import { newBlueprint } from "../../../test/support/features/blueprint/blueprints.ts";
import { givenBuilds, newBuild } from "../../../test/support/features/build/builds.ts";
import { changed, INVOICE } from "../../../test/support/programs/programs.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { STEPS_MAX } from "../../programs/run/scenario_schema.ts";
import { composerSimulate } from "./composer.simulate.ts";

type Step = { outcome: string; code?: string; state?: string; details?: { constraint?: string } };

/** An invoice of 10,000 that is paid and settled. */
const SCENARIO = [
  { customer: "payer", tier: "tier_1" },
  { customer: "payee" },
  { fund: "customer(payer).customer_balance", amount: "10000", currency: "USD" },
  {
    create: "invoice",
    name: "rent",
    fields: {
      payer: "payer",
      payee: "payee",
      currency: "USD",
      total: "10000",
      dueDate: "2026-02-01",
    },
  },
  { call: "issue" },
  { call: "pay", as: "customer", input: { amount: "10001" } },
  { call: "pay", as: "customer", input: { amount: "10000" }, expect: { state: "funded" } },
  { advance: "P3D", expect: { object: "rent", state: "settled", ran: 1 } },
];

platformTable(composerSimulate, {
  async given(world) {
    const given = await givenBuilds(world);
    const { session } = given.owner;
    const { blueprintId } = await newBlueprint(world, session, { source: INVOICE });
    const { buildId } = await newBuild(world, session, { source: INVOICE });
    return { ...given, blueprintId, buildId };
  },
  input: () => ({ source: INVOICE, scenario: SCENARIO }),
  asking: ({ owner }) => ({ caller: owner.session }),
  rows: [
    {
      title: "an invoice that is paid too much, paid, and settled by the clock",
      outcome: "what each step did: one refused, the others done, the fee and the rest paid",
      reply: { holds: true },
      check({ reply }) {
        const steps = reply.steps as Step[];
        assert.deepEqual(
          steps.map(({ outcome, code }) => code ?? outcome),
          [...Array(5).fill("succeeded"), "noun_remainder_exceeded", ...Array(2).fill("succeeded")],
        );
        const { balances } = reply;
        assert.equal(balances["product.revenue.USD"], "250");
        assert.equal(balances["customer(payee).customer_balance.USD"], "9750");
      },
    },
    {
      title: "the same of a blueprint",
      input: ({ blueprintId }) => ({ source: undefined, blueprintId }),
      outcome: "its newest source is run",
      reply: { holds: true },
    },
    {
      title: "the same of a Build",
      input: ({ buildId }) => ({ source: undefined, buildId }),
      outcome: "its program is run",
      reply: { holds: true },
    },
    {
      title: "where the clock stands at first",
      input: { at: "2030-05-31T10:00:00Z", scenario: [{ advance: "P1D" }] },
      outcome: "it goes on from there",
      reply: { at: "2030-06-01T10:00:00.000Z" },
    },
    {
      title: "an expectation that does not hold",
      input: { scenario: [{ customer: "a" }, { advance: "P1D", expect: { ran: 1 } }] },
      outcome: "it is said, and nothing is refused",
      reply: { holds: false },
    },
    {
      title: "an object that there is not, and a step after it",
      input: { scenario: [{ call: "pay", object: "none" }, { customer: "a" }] },
      outcome: "the step is refused, and the next is done",
      check({ reply }) {
        const [first, second] = reply.steps as [Step, Step];
        assert.deepEqual(
          [first.code, first.details?.constraint, second.outcome],
          ["state_constraint_failed", "scenario", "succeeded"],
        );
      },
    },
    {
      title: "a program with faults",
      input: { source: changed(INVOICE, "/nouns/invoice/actions/pay/to/then", "fundet") },
      code: "state_constraint_failed",
      details: { constraint: "program" },
      check({ details }) {
        assert.ok(details["findings"].length > 0);
      },
    },
    {
      title: "what is no program",
      input: { source: {} },
      code: "state_constraint_failed",
      details: { constraint: "program" },
    },
    {
      title: "a blueprint of another company",
      input: ({ foreignBlueprintId }) => ({ source: undefined, blueprintId: foreignBlueprintId }),
      code: "resource_not_found",
      details: { resourceType: "blueprint" },
    },
    {
      title: "a Build of another company",
      input: ({ foreignId }) => ({ source: undefined, buildId: foreignId }),
      code: "resource_not_found",
      details: { resourceType: "build" },
    },
    { title: "no program", input: { source: undefined }, code: "invalid_request" },
    {
      title: "two programs",
      input: ({ buildId }) => ({ buildId }),
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["buildId"]),
    },
    { title: "no step", input: { scenario: [] }, code: "invalid_request" },
    {
      title: "as many steps as there may be",
      input: { scenario: Array(STEPS_MAX).fill({ customer: "a" }) },
      outcome: "all are done",
      check: ({ reply }) => assert.equal(reply.steps.length, STEPS_MAX),
    },
    {
      title: "a step more",
      input: { scenario: Array(STEPS_MAX + 1).fill({ customer: "a" }) },
      code: "invalid_request",
    },
    {
      title: "a step that is none",
      input: { scenario: [{ pay: "now" }] },
      code: "invalid_request",
      check: ({ details }) => assert.deepEqual(details["issues"][0].path, ["scenario", 0]),
    },
  ],
});
