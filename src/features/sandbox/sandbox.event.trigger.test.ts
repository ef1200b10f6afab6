/** sandbox.event.trigger: an event of every type, shaped by overrides, and nothing else happens. */
import assert from "node:assert/strict";
import { faultsOf } from "../../../test/support/json_schema.ts";
import { decisionTable, type Row } from "../../../test/world/decision_table.ts";
import { balanceOf, fund, openAccount } from "../../../test/world/parties.ts";
import { OTHER_PRODUCT } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { announcedEventTypes } from "../announced.ts";
import { catalogEventTypes, exampleOfEvent } from "../catalog/event_types.ts";
import { eventList } from "../event/event.list.ts";
import { eventRetrieve } from "../event/event.retrieve.ts";
import type { Event } from "../event/event_schema.ts";
import { operationEffectList } from "../operation/operation.effect.list.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { sandboxEventTrigger } from "./sandbox.event.trigger.ts";

type Given = { accountId: string };

/** Each type of the catalog, without overrides. */
const TYPES: Row<never, Given>[] = [...announcedEventTypes().keys()].map((eventType) => ({
  title: eventType,
  input: { eventType },
  outcome: "the catalog's example, numbered, as event.retrieve and event.list show it",
  async check({ reply }, { world }) {
    const { schema, ...entry } = catalogEventTypes().get(eventType) ?? assert.fail(eventType);
    const { $schema: _, ...rest } = schema;
    assert.deepEqual(faultsOf(rest, rest, reply), []);
    const { data } = exampleOfEvent({ ...entry, schema }) as Event;
    assert.deepEqual([reply.type, reply.synthetic, reply.sequence], [eventType, true, "2"]);
    assert.deepEqual(reply.data.object, data.object);
    assert.deepEqual(reply.data.resource, data.resource);
    assert.equal(reply.data.previous, undefined);
    const { id } = reply;
    assert.equal(
      JSON.stringify(await world.found(eventRetrieve, { eventId: id })),
      JSON.stringify(reply),
    );
    const { productId } = world.principal;
    const resourceId = data.resource.id;
    for (const filter of [{}, { types: eventType }, { resourceId }, { afterSequence: "1" }]) {
      const { items } = await world.found(eventList, { productId, ...filter });
      assert.deepEqual(items[0], reply, JSON.stringify(filter));
    }
  },
}));

/** Overrides that do not fit, and the paths of the issues. */
const MISFITS: [title: string, overrides: object, paths: string[]][] = [
  ["a field that the resource does not have", { colour: "red" }, ["overrides.colour"]],
  ["a value of another type", { amount: 5 }, ["overrides.amount"]],
  ["a value deep inside", { failure: { code: 5 } }, ["overrides.failure.code"]],
  ["a required field taken away", { currency: null }, ["overrides.currency"]],
  ["an item of a list", { reversalTransferIds: ["tr_1", 7] }, ["overrides.reversalTransferIds.1"]],
  ["a name that objects have already", JSON.parse('{"__proto__":{}}'), ["overrides.__proto__"]],
  ["two fields", { status: "done", amount: "x" }, ["overrides.amount", "overrides.status"]],
];

decisionTable(sandboxEventTrigger, {
  given: (world: World): Given => ({ accountId: openAccount(world) }),
  input: () => ({ eventType: "transfer.posted" }),
  rows: [
    ...TYPES,
    {
      title: "overrides",
      input: ({ accountId }) => ({
        overrides: {
          transferId: "tr_mine",
          destinationAccountId: accountId,
          amount: "71",
          metadata: { order: "81" },
          failure: null,
        },
      }),
      outcome: "merged into the example; the event is of the resource that they name",
      async check({ reply }, { world, accountId }) {
        const { object, resource } = reply.data;
        assert.deepEqual([resource.type, resource.id], ["transfer", "tr_mine"]);
        assert.deepEqual(
          [object.destinationAccountId, object.amount, object.metadata, "failure" in object],
          [accountId, "71", { order: "81" }, false],
        );
        const { productId } = world.principal;
        const { items } = await world.found(eventList, { productId, resourceId: "tr_mine" });
        assert.deepEqual(items, [reply]);
      },
    },
    {
      title: "an account that there is",
      input: ({ accountId }) => ({ overrides: { destinationAccountId: accountId, amount: "71" } }),
      outcome: "no balance, no resource and no effect but the event; the next event follows",
      async check({ reply }, { world, accountId }) {
        assert.equal(balanceOf(world, accountId).posted, "0");
        const { object, operationId } = reply.data;
        const { code } = await world.read(transferRetrieve, { transferId: object.transferId });
        assert.equal(code, "transfer_not_found");
        const { items } = await world.found(operationEffectList, { operationId });
        assert.deepEqual(items, [
          { type: "event", id: reply.id, eventType: "transfer.posted", sequence: "2" },
        ]);
        fund(world, accountId, 1n);
        const { productId } = world.principal;
        const next = await world.found(eventList, { productId, afterSequence: "2" });
        assert.deepEqual(
          next.items.map(({ sequence, synthetic }: Event) => [sequence, synthetic]),
          [["3", undefined]],
        );
      },
    },
    {
      title: "a resource above 20,000 bytes",
      input: {
        overrides: {
          reversalTransferIds: Array.from({ length: 1_000 }, (_, at) => `tr_${at}_of_a_thousand`),
        },
      },
      outcome: "a thin event",
      async check({ reply }, { world }) {
        assert.deepEqual([reply.data.object, reply.data.thin], [null, true]);
        assert.deepEqual(await world.found(eventRetrieve, { eventId: reply.id }), reply);
      },
    },
    ...MISFITS.map(
      ([title, overrides, paths]): Row<"invalid_request", Given> => ({
        title,
        input: { overrides },
        code: "invalid_request",
        check({ details }) {
          const issues: { path: string[]; message: string }[] = details["issues"];
          assert.deepEqual(issues.map(({ path }) => path.join(".")).sort(), paths);
        },
      }),
    ),
    OTHER_PRODUCT,
    {
      title: "a type that there is not",
      input: { eventType: "transfer.postd" },
      code: "invalid_request",
      check: ({ details }) =>
        assert.deepEqual(details["issues"], [
          {
            code: "enum",
            message: "no event has the type transfer.postd; did you mean transfer.posted?",
            path: ["eventType"],
          },
        ]),
    },
  ],
});
