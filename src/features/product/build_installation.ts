/**
 * How a realm comes to run a Build: the fact that it does, behind those of the accounts of the Product that the
 * realm lacks. All of them stand in one record, so a realm never has a program without its accounts.
 */
import type { Place } from "../../base/id.ts";
import type { Apply, DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Program } from "../../programs/program_schema.ts";
import { type ProductAccount, productAccountsOf } from "../../programs/typed_program.ts";
import { type AccountCreated, accountCreatedFact } from "../account/account_facts.ts";
import { type RoleName, roleCodeOf } from "../ledger/roles.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { type PlannedMigration, planMigration } from "./build_migration.ts";
import {
  type AppliedBuild,
  accountKey,
  buildKey,
  type ProductBuildDocument,
  type ProductProgramDocument,
  programKey,
} from "./product_build_document.ts";
import type { ProductState } from "./product_state.ts";
import { programOf } from "./running_program.ts";

export const BUILD_INSTALLED = "product.build_installed.1";

/** A Build without what its installation adds. */
export type InstalledBuild = Pick<ProductBuildDocument, "buildId" | "digest" | "name" | "text">;

/**
 * The input of `product.build.install`. `origin`: the place of the platform shard's record. `migrate`: the kinds
 * whose objects become objects of the Build; none where it is absent.
 */
export type BuildInstallation = {
  build: InstalledBuild;
  origin: Place;
  migrate?: readonly string[];
};

/** Of a fresh realm in the place of another it is the same, so it has all that it needs of the one before. */
export type BuildInstalled = {
  kind: typeof BUILD_INSTALLED;
  build: InstalledBuild & Pick<ProductBuildDocument, "appliedAtMs" | "revision">;
  accounts: ProductProgramDocument["accounts"];
  retiredKinds: readonly string[];
  /** Absent where no object is migrated. */
  migration?: PlannedMigration;
};

type Context = Pick<DecisionContext, "realm" | "nowMs" | "newId" | "principal">;

/** The facts that make the realm of the context run the Build; none where it runs that Build already. */
export function installationOf(
  state: ProductState & SandboxState,
  { build, migrate = [] }: Omit<BuildInstallation, "origin">,
  context: Context & Pick<DecisionContext, "dueMs">,
): Fact[] {
  const before = programOf(state, context.realm);
  if (before?.buildId === build.buildId) return [];
  const program = JSON.parse(build.text) as Program;
  const isKept = ({ name, role, currency }: ProductAccount) => {
    const accountId = before?.accounts[accountKey(name, currency)];
    return accountId !== undefined && isUsable(state, context.realm, accountId, role);
  };
  const lacking = productAccountsOf(program).filter((account) => !isKept(account));
  const created = accountsMade(lacking, context);
  const retired = Object.entries(program.migrations ?? {}).filter(([, each]) => each.retired);
  const installed: BuildInstalled = {
    kind: BUILD_INSTALLED,
    build: { ...build, appliedAtMs: context.nowMs, revision: (before?.revision ?? 0) + 1 },
    accounts: { ...before?.accounts, ...idsOf(lacking, created) },
    retiredKinds: [...new Set([...(before?.retiredKinds ?? []), ...retired.map(([kind]) => kind)])],
    ...(before !== undefined &&
      migrate.length > 0 && {
        migration: {
          fromBuildId: before.buildId,
          kinds: migrate,
          dueAtMs: productClockMs(state, context),
          below: context.newId("op").slice("op_".length),
        },
      }),
  };
  return [...created, installed];
}

/**
 * The facts that make a fresh realm, in the place of the realm of the context, run what that one runs: with the
 * same numbers and times, and with accounts of its own.
 */
export function reinstallationOf(state: ProductState, context: Context): Fact[] {
  const { realm } = context;
  const before = programOf(state, realm);
  const build = before && state.productBuilds.get(realm, buildKey(realm, before.buildId));
  if (before === undefined || build === undefined) return [];
  const { realm: _, ...installed } = build;
  const accounts = productAccountsOf(JSON.parse(build.text) as Program);
  const created = accountsMade(accounts, context);
  const fact: BuildInstalled = {
    kind: BUILD_INSTALLED,
    build: installed,
    accounts: idsOf(accounts, created),
    retiredKinds: before.retiredKinds,
  };
  return [...created, fact];
}

/** A closed account moves no money any more, so a program cannot use it. */
function isUsable(
  { accounts }: ProductState,
  realm: number,
  accountId: string,
  role: string,
): boolean {
  const ordinal = accounts.ordinalOf(realm, accountId);
  if (ordinal < 0 || accounts.status(ordinal) === "closed") return false;
  return accounts.roleCode(ordinal) === roleCodeOf(role as RoleName);
}

function accountsMade(
  accounts: readonly ProductAccount[],
  { newId, principal: { productId } }: Context,
): AccountCreated[] {
  return accounts.map(({ name, role, currency }, sub) =>
    accountCreatedFact({
      accountId: newId("acct", sub),
      role: role as RoleName,
      currency,
      owner: { type: "product", id: productId },
      name,
    }),
  );
}

function idsOf(
  accounts: readonly ProductAccount[],
  created: readonly AccountCreated[],
): Record<string, string> {
  return Object.fromEntries(
    accounts.map(({ name, currency }, at) => [
      accountKey(name, currency),
      (created[at] as AccountCreated).accountId,
    ]),
  );
}

export const installationFacts: Record<typeof BUILD_INSTALLED, Apply<ProductState>> = {
  [BUILD_INSTALLED]: (state, fact, { realm }) => {
    const { build, accounts, retiredKinds, migration } = fact as BuildInstalled & Fact;
    const { text, ...applied } = build;
    const { buildId, digest, appliedAtMs, revision } = build;
    const before: readonly AppliedBuild[] = programOf(state, realm)?.applied ?? [];
    state.productBuilds.set(buildKey(realm, buildId), { realm, ...applied, text });
    state.productPrograms.set(programKey(realm), {
      realm,
      buildId,
      digest,
      appliedAtMs,
      accounts,
      retiredKinds,
      revision,
      applied: [...before, applied],
    });
    if (migration !== undefined) planMigration(state, realm, migration, build);
  },
};
