/** Decision table of product.noun.retrieve. */
import assert from "node:assert/strict";
import { install, installable } from "../../../test/support/features/product/installed.ts";
import { changed, INVOICE, LOAN } from "../../../test/support/programs/programs.ts";
import { validatorOf } from "../../../test/support/schema_validator.ts";
import { STRANGER } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { productNounRetrieve } from "./product.noun.retrieve.ts";

const WITH_INDEX = changed(INVOICE, "/nouns/invoice/fields/dueDate/indexed", true);
const BUILD = installable(WITH_INDEX);
const GIVEN = {
  payer: "cust_1",
  payee: "cust_2",
  currency: "USD",
  total: "10000",
  dueDate: "2026-03-31",
  lines: [{ label: "hours", amount: "10000" }],
};

type Action = { action: string; input: Record<string, unknown> };

const actionOf = ({ actions }: { actions: Action[] }, name: string) =>
  actions.find(({ action }) => action === name) as Action;

/** How many faults a validator that is not ours finds in the value. */
function faultsIn(schema: Record<string, unknown>, value: unknown): number {
  const { schemaFaults, faultsOf } = validatorOf(schema);
  assert.deepEqual(schemaFaults, []);
  return faultsOf(value).length;
}

decisionTable(productNounRetrieve, {
  given(world) {
    install(world, BUILD);
    return { productId: world.principal.productId };
  },
  input: ({ productId }) => ({ productId, kind: "invoice" }),
  rows: [
    {
      title: "a kind",
      outcome: "all that its program declares",
      check({ reply }, { productId }) {
        const { actions, fields: _, states, stateGraph, ...others } = reply;
        assert.deepEqual(others, {
          productId,
          environment: "sandbox",
          kind: "invoice",
          buildId: BUILD.buildId,
          digest: BUILD.digest,
          isRetired: false,
          creators: [{ port: "operator", actors: ["operator"] }],
          subject: { field: "payer", kinds: ["person", "organization"], minTier: "tier_1" },
          currency: "fields.currency",
          indexedFields: ["dueDate"],
          references: [
            {
              field: "order",
              kind: "order",
              states: ["confirmed"],
              isExclusive: true,
              congruent: ["currency", "subject"],
            },
          ],
          ownAccounts: [
            {
              name: "escrow",
              currency: "fields.currency",
              drainBefore: ["settled", "void", "refunded"],
              isExported: false,
            },
          ],
          decisions: [
            { decision: "refund_review", by: ["operator"], timeout: "P2D", onTimeout: "decline" },
          ],
          schedules: [
            {
              schedule: "autoSettle",
              on: "enter:funded",
              at: "addDays(now(), 3)",
              max: 1,
              isOnce: false,
              action: "settle",
              until: [],
            },
          ],
        });
        assert.equal(actions.length, 6);
        assert.equal(states.length, 6);
        assert.match(stateGraph, /^stateDiagram-v2\n {2}\[\*\] --> draft\n/);
      },
    },
    {
      title: "the actions of a kind",
      outcome: "states, decisions and ports of each",
      check({ reply }) {
        const { input: _, ...pay } = actionOf(reply, "pay");
        assert.deepEqual(pay, {
          action: "pay",
          from: ["open"],
          to: ["funded", "open"],
          isAuto: false,
          ports: [{ port: "payer", actors: ["customer"], as: "subject" }],
        });
        const { input: __, ...refund } = actionOf(reply, "refund");
        assert.deepEqual(refund, {
          action: "refund",
          from: ["funded"],
          to: ["refunded"],
          gate: "refund_review",
          isAuto: false,
          ports: [{ port: "operator", actors: ["operator"] }],
        });
        assert.deepEqual(actionOf(reply, "settle"), {
          ...actionOf(reply, "settle"),
          ports: [
            { port: "clock", actors: ["clock"] },
            { port: "operator", actors: ["operator"] },
          ],
        });
        const { opens } = actionOf(reply, "requestRefund") as unknown as { opens: string };
        assert.equal(opens, "refund_review");
      },
    },
    {
      title: "the schema of the fields",
      outcome: "takes what a creation takes, and nothing else",
      check({ reply: { fields } }) {
        assert.equal(faultsIn(fields, GIVEN), 0);
        for (const wrong of [
          { ...GIVEN, total: 10000 },
          { ...GIVEN, payer: undefined },
          { ...GIVEN, lines: [{ label: "hours" }] },
          { ...GIVEN, currency: "GBP" },
          { ...GIVEN, color: "red" },
        ]) {
          const sent = JSON.parse(JSON.stringify(wrong)) as unknown;
          assert.ok(faultsIn(fields, sent) > 0, JSON.stringify(sent));
        }
      },
    },
    {
      title: "the schemas of inputs",
      outcome: "an action without input takes an empty object",
      check({ reply }) {
        const { input: pay } = actionOf(reply, "pay");
        assert.equal(faultsIn(pay, { amount: "1" }), 0);
        assert.ok(faultsIn(pay, {}) > 0);
        const { input: issue } = actionOf(reply, "issue");
        assert.equal(faultsIn(issue, {}), 0);
        assert.ok(faultsIn(issue, { amount: "1" }) > 0);
      },
    },
    {
      title: "a kind of another Build that was applied",
      given: ({ world }) => install(world, installable(LOAN, 2)),
      input: { kind: "loan" },
      outcome: "its collection, and what the platform calls by itself",
      check({ reply }) {
        const approve = actionOf(reply, "approve") as unknown as { isAuto: boolean; gate: string };
        assert.equal(approve.isAuto, true);
        assert.equal(approve.gate, "underwriting");
        assert.deepEqual(reply.decisions[0].by, ["operator", "provider"]);
        assert.deepEqual(reply.schedules, [
          {
            schedule: "instalment",
            on: "enter:active",
            at: "addMonths(fields.firstDueAt, index)",
            repeat: "fields.instalments",
            max: 36,
            isOnce: true,
            action: "repay",
            collect: {
              consent: "fields.consent",
              amount: "split(let.owed, fields.instalments, index)",
            },
            retry: { after: ["P3D", "P5D"], finally: "markOverdue" },
            until: ["repaid", "written_off"],
          },
        ]);
      },
    },
    {
      title: "a kind that was given up, in an earlier Build again",
      given({ world }) {
        const migrations = { order: { retired: true } };
        install(world, installable(changed(WITH_INDEX, "/migrations", migrations), 2));
        install(world, BUILD);
      },
      input: { kind: "order" },
      outcome: "retired, with no fields of others",
      reply: { isRetired: true, references: [], ownAccounts: [], decisions: [], schedules: [] },
    },
    {
      title: "a kind that the program does not have",
      input: { kind: "invoise" },
      code: "resource_not_found",
      details: { resourceType: "noun", kind: "invoise" },
    },
    {
      title: "the name of a property of every object",
      input: { kind: "constructor" },
      code: "resource_not_found",
      details: { resourceType: "noun", kind: "constructor" },
    },
    {
      title: "what is no name of a program",
      input: { kind: "__proto__" },
      code: "invalid_request",
    },
    {
      title: "another Product",
      input: { productId: STRANGER.principal.productId },
      code: "resource_not_found",
      details: { resourceType: "product" },
    },
    {
      title: "a Product without a Build",
      input: { productId: STRANGER.principal.productId },
      asking: { caller: STRANGER },
      code: "resource_not_found",
      details: { resourceType: "noun", kind: "invoice" },
    },
  ],
});
