/**
 * The blueprints and Builds of a company that an agent reaches, as a snapshot of the platform shard shows them.
 *
 * | of a company that the agent is not for as a whole | to read and to use | to change |
 * | --- | --- | --- |
 * | Builds | that it made; that a Product within its reach runs or has run; that its grant names | never, by nobody |
 * | blueprints | that it made; that such a Build was made of; that its grant names | that it made; that such a Build was made of, unless the agent itself gave the Build to the Product |
 *
 * A Build that the agent gives to a Product is one that it reached before. If the right to change followed from that,
 * an agent could give itself the right to change what it may only read. Where the grant names Builds, it is for no other.
 */
import { ID_SUFFIX_LENGTH, suffixOf } from "../../base/id.ts";
import type { AgentCaller, AgentReach } from "../../contract/declare/caller.ts";
import type { ReadContext } from "../../contract/declare/operation.ts";
import { type ReachedThings, reachesBuild } from "../../contract/declare/reach.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import { hasMade } from "../agent/agent_made.ts";
import { blueprintNotFound } from "../blueprint/blueprint_noun.ts";
import { type BuildOfProduct, keysOfProduct } from "../platform/platform_state.ts";
import { PLATFORM_TABLE } from "../table_codes.ts";
import type { BuildDocument } from "./build_document.ts";
import { buildNotFound } from "./build_noun.ts";
import { hasRun } from "./build_seen.ts";

export type ReachedPrograms = {
  build(buildId: string): boolean;
  blueprint(blueprintId: string, use: { isChanged: boolean }): boolean;
};

/** What a caller of any kind reaches: all of the company, unless it is an agent. */
export function programsSeenBy(
  snapshot: Snapshot,
  { caller, realm }: Pick<ReadContext, "caller" | "realm">,
): ReachedPrograms {
  if (caller.kind !== "agent" || realm === undefined) return EVERYTHING;
  return programsReached(snapshot, realm, caller);
}

const EVERYTHING: ReachedPrograms = { build: () => true, blueprint: () => true };

/** Reads what the Products within reach have run when it is first asked for, and once. */
function programsReached(
  snapshot: Snapshot,
  realm: number,
  { agentMemberId, reach }: AgentCaller,
): ReachedPrograms {
  const { companyWide, blueprintIds, buildIds } = reach;
  if (companyWide) return { ...EVERYTHING, build: (buildId) => reachesBuild(reach, buildId) };
  const isMade = (id: string) => hasMade(snapshot, realm, agentMemberId, id);
  let known: OfProducts | undefined;
  const ofProducts = () => {
    known ??= programsOfProducts(snapshot, realm, { agentMemberId, reach });
    return known;
  };
  return {
    build: (id) =>
      buildIds.size > 0 ? buildIds.has(id) : isMade(id) || ofProducts().builds.has(id),
    blueprint(id, { isChanged }) {
      if (isMade(id) || (!isChanged && blueprintIds.has(id))) return true;
      const { changed, read } = ofProducts();
      return (isChanged ? changed : read).has(id);
    },
  };
}

/** Builds that the Products run or have run, and the blueprints of these: to read, and to change. */
type OfProducts = { builds: Set<string>; read: Set<string>; changed: Set<string> };

function programsOfProducts(
  snapshot: Snapshot,
  realm: number,
  { agentMemberId, reach }: Pick<AgentCaller, "agentMemberId" | "reach">,
): OfProducts {
  const found: OfProducts = { builds: new Set(), read: new Set(), changed: new Set() };
  for (const productId of productsOf(reach)) {
    const from = keysOfProduct(productId);
    const range = { from, below: `${from}~` };
    for (const { key, value } of snapshot.ascend(PLATFORM_TABLE.buildOfProduct, realm, range)) {
      const buildId = `bld_${key.slice(from.length, from.length + ID_SUFFIX_LENGTH)}`;
      found.builds.add(buildId);
      const blueprintId = blueprintOf(snapshot, realm, buildId);
      if (blueprintId === undefined) continue;
      found.read.add(blueprintId);
      const { agentMemberId: giver } = decodeDocument<BuildOfProduct>(value);
      if (giver !== agentMemberId) found.changed.add(blueprintId);
    }
  }
  return found;
}

function blueprintOf(snapshot: Snapshot, realm: number, buildId: string): string | undefined {
  const value = snapshot.get(PLATFORM_TABLE.build, realm, suffixOf("bld", buildId) ?? "");
  return value && decodeDocument<BuildDocument>(value).blueprintId;
}

/** For every operation that names a blueprint or a Build; what the agent does not reach is not there for it. */
export const AGENT_PROGRAMS: ReachedThings = {
  prefixes: ["bp", "bld"],
  refusalOf(snapshot, realm, caller, { id, isChanged }) {
    if (id.startsWith("bp_")) {
      const reached = programsReached(snapshot, realm, caller);
      return reached.blueprint(id, { isChanged }) ? undefined : blueprintNotFound(id);
    }
    return reachesNamedBuild(snapshot, realm, caller, id) ? undefined : buildNotFound(id);
  },
};

/** As `ReachedPrograms.build` says of many, of one: a seek for each Product within reach, whatever these have run. */
function reachesNamedBuild(
  snapshot: Snapshot,
  realm: number,
  { agentMemberId, reach }: AgentCaller,
  buildId: string,
): boolean {
  const { companyWide, buildIds } = reach;
  if (companyWide || buildIds.size > 0) return reachesBuild(reach, buildId);
  if (hasMade(snapshot, realm, agentMemberId, buildId)) return true;
  return productsOf(reach).some((productId) => hasRun(snapshot, realm, { productId, buildId }));
}

function productsOf({ productIds, madeProductIds }: AgentReach): string[] {
  return [...new Set([...productIds, ...madeProductIds])];
}
