/** object.account.list: the accounts that a program gives to an object. */
import assert from "node:assert/strict";
import { simpleObject, unknownObjects } from "../../../test/support/features/object/object_rows.ts";
import { invoice, runProgram } from "../../../test/support/features/object/objects.ts";
import { changed, INVOICE } from "../../../test/support/programs/programs.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { listAll } from "../../../test/world/lists.ts";
import { at } from "../../../test/world/parties.ts";
import { cursorOfOtherFilters } from "../../../test/world/rows.ts";
import type { World } from "../../../test/world/world.ts";
import { accountRetrieve } from "../account/account_resource.ts";
import type { Account } from "../account/account_schema.ts";
import { objectAccountList } from "./object.account.list.ts";

const TWO_ACCOUNTS = changed(INVOICE, "/nouns/invoice/own/deposit", {
  currency: "fields.currency",
});

function given(world: World) {
  runProgram(world, TWO_ACCOUNTS);
  const { object } = invoice(world);
  const { productId } = world.principal;
  return { object, path: { productId, kind: "invoice", objectId: object.objectId } };
}

decisionTable(objectAccountList, {
  given,
  input: ({ path }) => path,
  rows: [
    {
      title: "two accounts",
      outcome: "both with the names of the program, by any pages",
      async check({ reply }, { world, object, path }) {
        const items = reply.items as Account[];
        const named = items.map(({ name, accountId }) => ({ name, accountId }));
        assert.deepEqual(named.toReversed(), object.ownAccounts);
        assert.deepEqual(await listAll(world, objectAccountList, path, 1), items);
        for (const account of items) {
          const { accountId } = account;
          assert.deepEqual(account.owner, { type: "object", id: object.objectId });
          assert.deepEqual(await world.found(accountRetrieve, { accountId }), account);
        }
      },
    },
    {
      title: "an object without accounts",
      input: ({ world }) => ({ kind: "order", objectId: simpleObject(world) }),
      outcome: "none",
      check: ({ reply }) => assert.deepEqual(reply, { items: [] }),
    },
    {
      title: "to the time of the object, exclusive",
      input: ({ object }) => ({ createdTo: object.createdAt }),
      outcome: "none",
      check: ({ reply }) => assert.deepEqual(reply, { items: [] }),
    },
    ...unknownObjects(),
    cursorOfOtherFilters(objectAccountList, { createdTo: at(3_600_000) }),
  ],
});
