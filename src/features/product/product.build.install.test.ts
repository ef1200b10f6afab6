/** Decision table of product.build.install, and what realms run after installations, restarts and resets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  install,
  installable,
  runningIn,
} from "../../../test/support/features/product/installed.ts";
import { changed, INVOICE, LOAN, MINIMAL } from "../../../test/support/programs/programs.ts";
import { keyCaller } from "../../../test/world/callers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { openWorld, type World } from "../../../test/world/world.ts";
import { accountClose } from "../account/account.close.ts";
import { accountList } from "../account/account_resource.ts";
import type { Account } from "../account/account_schema.ts";
import { sandboxReset } from "../sandbox/sandbox.reset.ts";
import { BUILD_INSTALLED } from "./build_installation.ts";
import { productBuildInstall } from "./product.build.install.ts";
import { compiledBuild, compiledIn, compiledOf, programIn } from "./running_program.ts";

const FIRST = installable(INVOICE, 1);
/** The same program with one more account and one more currency. */
const NEXT = installable(
  changed(
    changed(INVOICE, "/accounts/fund", { role: "product_operating", owner: "product" }),
    "/currencies/-",
    "GBP",
  ),
  2,
);
const ACCOUNTS = ["reserve.EUR", "reserve.USD", "revenue.EUR", "revenue.USD"];

const keysOf = (world: World) => Object.keys(runningIn(world)?.accounts ?? {}).sort();
const reset = (world: World) => {
  const { productId } = world.principal;
  return world.made(sandboxReset, { productId, confirm: productId });
};
async function accountsOf(world: World): Promise<Account[]> {
  const { productId } = world.principal;
  return (await world.found(accountList, { productId, limit: "100" })).items;
}

decisionTable(productBuildInstall, {
  input: () => ({ build: FIRST, origin: 8_192 }),
  asking: () => ({ cause: "platform" as const }),
  rows: [
    {
      title: "in a realm without a program",
      outcome: "it runs the Build, with an account for each name and currency",
      reply: { buildId: FIRST.buildId },
      async check({ facts }, { world }) {
        assert.deepEqual(
          facts.map(({ kind }) => kind),
          [...ACCOUNTS.map(() => "account.created.1"), BUILD_INSTALLED],
        );
        assert.deepEqual(keysOf(world), ACCOUNTS);
        const shown = await accountsOf(world);
        const { productId } = world.principal;
        for (const { owner, role, name, currency, accountId, actor } of shown) {
          assert.deepEqual([owner, actor.type], [{ type: "product", id: productId }, "platform"]);
          assert.equal(role, `product_${name}`);
          assert.equal(runningIn(world)?.accounts[`${name}.${currency}`], accountId);
        }
        assert.equal(shown.length, ACCOUNTS.length);
      },
    },
    {
      title: "the Build that the realm runs",
      given: ({ world }) => install(world, FIRST),
      outcome: "nothing changes",
      check({ facts }, { world }) {
        assert.deepEqual(facts, []);
        assert.equal(runningIn(world)?.revision, 1);
      },
    },
    {
      title: "another Build than the realm runs",
      given: ({ world }) => install(world, FIRST),
      input: { build: NEXT },
      outcome: "its accounts are kept, those that lack are made",
      check({ facts }, { world }) {
        assert.equal(facts.length, 5 + 1);
        const added = ["fund.EUR", "fund.GBP", "fund.USD", "reserve.GBP", "revenue.GBP"];
        assert.deepEqual(keysOf(world), [...ACCOUNTS, ...added].sort());
        const { buildId, revision, applied } = runningIn(world) ?? {};
        assert.deepEqual([buildId, revision], [NEXT.buildId, 2]);
        assert.deepEqual(
          applied?.map((each) => each.buildId),
          [FIRST.buildId, NEXT.buildId],
        );
      },
    },
    {
      title: "another Build, an account of the one before is closed",
      given({ world }) {
        install(world, FIRST);
        const accountId = runningIn(world)?.accounts["revenue.EUR"];
        world.made(accountClose, { accountId });
        return { accountId };
      },
      input: { build: NEXT },
      outcome: "an account in its place",
      check: ({ facts }) => assert.equal(facts.length, 6 + 1),
    },
    {
      title: "a Build that gives a kind up",
      given: ({ world }) => install(world, FIRST),
      input: {
        build: installable(changed(MINIMAL, "/migrations", { invoice: { retired: true } }), 3),
      },
      outcome: "the kind is retired, the accounts stay",
      check(_came, { world }) {
        assert.deepEqual(runningIn(world)?.retiredKinds, ["invoice"]);
        assert.deepEqual(keysOf(world), ACCOUNTS);
      },
    },
    {
      title: "a program without accounts, in live",
      environment: "live",
      input: { build: installable(MINIMAL, 4) },
      outcome: "it runs",
      check: (_came, { world }) => assert.deepEqual(keysOf(world), []),
    },
  ],
});

test("product.build.install: one environment -> the other runs nothing, and finds no Build of it", async () => {
  const world = await openWorld();
  install(world, FIRST);
  const live = world.realmOf(keyCaller({ environment: "live" }));
  const own = world.realmOf(world.caller);
  const snapshot = await world.snapshot();
  assert.equal(compiledOf(world.state, live, FIRST.buildId), undefined);
  assert.equal(compiledIn(snapshot, live, FIRST.buildId), undefined);
  assert.equal(programIn(snapshot, live), undefined);
  assert.equal(programIn(snapshot, undefined), undefined);
  assert.equal(compiledOf(world.state, own, NEXT.buildId), undefined);
  const program = compiledOf(world.state, own, FIRST.buildId);
  assert.ok(program?.nouns.has("invoice"));
  assert.equal(compiledIn(snapshot, own, FIRST.buildId), program);
  assert.equal(compiledBuild(FIRST), program);
  assert.deepEqual(programIn(snapshot, own), runningIn(world));
});

test("product.build.install: a Build of before -> its program is found beside that of now", async () => {
  const world = await openWorld();
  const loan = installable(LOAN, 5);
  for (const build of [FIRST, loan, FIRST]) install(world, build);
  const realm = world.realmOf(world.caller);
  assert.ok(compiledOf(world.state, realm, loan.buildId)?.nouns.has("loan"));
  assert.ok(compiledOf(world.state, realm, FIRST.buildId)?.nouns.has("invoice"));
  const { revision, applied } = runningIn(world) ?? {};
  assert.deepEqual([revision, applied?.map((each) => each.revision)], [3, [1, 2, 3]]);
});

test("sandbox.reset: a Product with a Build -> the same program, with accounts of its own", async () => {
  const world = await openWorld({ stepMs: 1_000 });
  install(world, FIRST);
  install(world, NEXT);
  const before = runningIn(world);
  reset(world);
  const after = runningIn(world);
  const { accounts, applied, realm: _, ...rest } = after ?? {};
  assert.deepEqual({ ...before, ...rest }, before);
  assert.deepEqual(applied, before?.applied.slice(1));
  assert.deepEqual(Object.keys(accounts ?? {}).sort(), Object.keys(before?.accounts ?? {}).sort());
  const ids = (await accountsOf(world)).map(({ accountId }) => accountId);
  assert.deepEqual(Object.values(accounts ?? {}).sort(), ids.sort());
  const earlier = new Set(Object.values(before?.accounts ?? {}));
  assert.ok(ids.every((id) => !earlier.has(id)));
  const realm = world.realmOf(world.caller);
  assert.ok(compiledOf(world.state, realm, NEXT.buildId));
  assert.equal(compiledOf(world.state, realm, FIRST.buildId), undefined);
  assert.equal(install(world, NEXT).facts.length, 0);
  reset(world);
  assert.equal(runningIn(world)?.buildId, NEXT.buildId);
});
