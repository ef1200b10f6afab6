/** Decision table of account.update. */
import assert from "node:assert/strict";
import { decisionTable } from "../../../test/world/decision_table.ts";
import type { Input } from "../../../test/world/input.ts";
import { close, createAccount, freeze, platformAccount } from "../../../test/world/parties.ts";
import { assertShows, type World } from "../../../test/world/world.ts";
import type { Outcome } from "../../../test/world/writing.ts";
import { accountUpdate } from "./account.update.ts";
import { accountList, accountRetrieve } from "./account_resource.ts";
import type { Account } from "./account_schema.ts";

const OLD = { name: "Old", metadata: { a: "1" }, externalId: "own" };

/** Changes to what the account is already. */
const UNCHANGED: [title: string, input: Input][] = [
  ["nothing", {}],
  ["its own revision alone", { expectedRevision: 1 }],
  ["its own values", OLD],
];
type Made = { world: World; account: Account };

decisionTable(accountUpdate, {
  given(world) {
    createAccount(world, { externalId: "taken" });
    return { account: createAccount(world, OLD) };
  },
  input: ({ account: { accountId } }) => ({ accountId }),
  stepMs: 1_000,
  rows: [
    {
      title: "name and metadata",
      input: { name: "New", metadata: { b: "2" } },
      outcome: "replaced and merged, the rest stays, as GET shows it",
      reply: { name: "New", metadata: { a: "1", b: "2" }, externalId: "own", revision: 2 },
      async check({ reply }, { world, account: { accountId, createdAt, updatedAt } }) {
        assert.equal(reply.createdAt, createdAt);
        assert.notEqual(reply.updatedAt, updatedAt);
        await assertShows(world, accountRetrieve, { accountId }, reply);
      },
    },
    {
      title: "metadata with null and an empty text",
      input: { metadata: { a: null, b: "", c: "3" } },
      outcome: "the keys are removed",
      reply: { metadata: { c: "3" } },
    },
    {
      title: "null as metadata",
      input: { metadata: null },
      outcome: "no keys",
      reply: { metadata: {} },
    },
    {
      title: "metadata of 51 keys with those before",
      input: { metadata: Object.fromEntries([...Array(50)].map((_, at) => [`k${at}`, "v"])) },
      code: "state_constraint_failed",
      details: { constraint: "metadata_keys", limit: 50 },
    },
    {
      title: "frozen",
      given: ({ world, account: { accountId } }) => freeze(world, accountId, "all"),
      input: { name: "Main" },
      outcome: "updated",
    },
    {
      title: "null as the external id",
      input: { externalId: null },
      outcome: "removed, as GET and a list show, and free for another",
      async check({ reply }, { world, account: { accountId } }) {
        assert.deepEqual(["externalId" in reply, reply.revision], [false, 2]);
        await assertShows(world, accountRetrieve, { accountId }, reply);
        const { productId } = world.principal;
        const { items } = await world.found(accountList, { productId, search: "own" });
        assert.deepEqual(items, []);
        createAccount(world, { externalId: "own" });
      },
    },
    ...UNCHANGED.map(([title, input]) => ({
      title,
      input,
      outcome: "as it stands: no next revision, no fact, a record",
      async check({ reply, facts, place }: Outcome, { world, account }: Made) {
        assert.deepEqual([reply, facts, place > 0], [account, [], true]);
        await assertShows(world, accountRetrieve, { accountId: account.accountId }, account);
      },
    })),
    {
      title: "null as the name",
      input: { name: null },
      outcome: "removed, as GET shows it",
      async check({ reply }, { world, account: { accountId } }) {
        assert.deepEqual(["name" in reply, reply.revision], [false, 2]);
        await assertShows(world, accountRetrieve, { accountId }, reply);
      },
    },
    {
      title: "free external id",
      input: { externalId: "free" },
      outcome: "updated",
      reply: { externalId: "free" },
    },
    {
      title: "unknown account",
      input: { accountId: "acct_unknown" },
      code: "account_not_found",
    },
    {
      title: "account of the platform",
      input: ({ world }) => ({ accountId: platformAccount(world) }),
      code: "account_not_found",
    },
    {
      title: "closed",
      given: ({ world, account: { accountId } }) => close(world, accountId),
      input: { name: "Main" },
      code: "account_status_forbidden",
    },
    {
      title: "closed comes before the revision",
      given: ({ world, account: { accountId } }) => close(world, accountId),
      input: { expectedRevision: 9 },
      code: "account_status_forbidden",
    },
    { title: "other revision", input: { expectedRevision: 2 }, code: "state_conflict" },
    { title: "external id that is taken", input: { externalId: "taken" }, code: "state_conflict" },
  ],
});
