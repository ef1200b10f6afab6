/** object.action.list: what may be called now, by whom, and why not. */
import assert from "node:assert/strict";
import { unknownObjects } from "../../../test/support/features/object/object_rows.ts";
import { called, invoice, runProgram } from "../../../test/support/features/object/objects.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { createCustomer, freeze } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { objectActionList } from "./object.action.list.ts";
import type { PossibleAction } from "./object_read_schema.ts";

function given(world: World) {
  runProgram(world);
  const made = invoice(world);
  const { object } = made;
  return {
    ...made,
    path: { productId: world.principal.productId, kind: "invoice", objectId: object.objectId },
  };
}
type Given = ReturnType<typeof given> & { world: World };

/** What stands against each action; nothing where it may be called. */
const codes = (items: readonly PossibleAction[]) =>
  Object.fromEntries(items.map(({ action, code = "" }) => [action, code]));

function pay({ world, object, from }: Given) {
  called(world, object, "issue");
  const onBehalfOf = from.customerId;
  called(world, object, "pay", { onBehalfOf, input: { amount: "10000" } });
}

decisionTable(objectActionList, {
  given,
  input: ({ path }) => path,
  rows: [
    {
      title: "the operator, a draft",
      outcome: "what the operator may do with a draft",
      async check({ reply, input }, { world }) {
        assert.deepEqual(codes(reply.items), {
          issue: "",
          pay: "port_actor_not_allowed",
          settle: "invalid_noun_transition",
          refund: "invalid_noun_transition",
          requestRefund: "port_actor_not_allowed",
          void: "",
        });
        const [issue, payment] = reply.items as PossibleAction[];
        assert.deepEqual(issue, { action: "issue", allowed: true, needsInput: false });
        assert.deepEqual([payment?.allowed, payment?.needsInput], [false, true]);
        assert.equal(payment?.details?.["action"], "pay");
        assert.deepEqual(await listAll(world, objectActionList, input, 1), reply.items);
      },
    },
    {
      title: "the payer, an open invoice",
      given: ({ world, object }) => called(world, object, "issue"),
      input: ({ from }) => ({ onBehalfOf: from.customerId }),
      outcome: "the payer may pay; what is paid is not known yet",
      check({ reply }) {
        const all = codes(reply.items);
        assert.deepEqual([all["pay"], all["issue"]], ["", "port_actor_not_allowed"]);
      },
    },
    {
      title: "a funded invoice",
      given: pay,
      outcome: "it may be settled; a refund waits for a decision",
      check({ reply }) {
        const { settle, refund, issue } = codes(reply.items);
        assert.deepEqual(
          [settle, refund, issue],
          ["", "state_conflict", "invalid_noun_transition"],
        );
      },
    },
    {
      title: "a funded invoice whose payee has a frozen account",
      given(made) {
        pay(made);
        freeze(made.world, made.to.accountId, "all");
      },
      outcome: "what the ledger would refuse is not allowed",
      check: ({ reply }) => assert.equal(codes(reply.items)["settle"], "account_frozen"),
    },
    {
      title: "a customer who has nothing to do with it",
      input: ({ world }) => ({ onBehalfOf: createCustomer(world).customerId }),
      outcome: "no action",
      check: ({ reply }) => assert.ok(reply.items.every(({ allowed }: PossibleAction) => !allowed)),
    },
    {
      title: "a customer whom nobody is",
      input: { onBehalfOf: "cust_unknown" },
      outcome: "no action",
      check: ({ reply }) => assert.ok(reply.items.every(({ allowed }: PossibleAction) => !allowed)),
    },
    ...unknownObjects(),
    cursorOfOtherFilters(objectActionList, { onBehalfOf: "cust_unknown" }),
  ],
});
