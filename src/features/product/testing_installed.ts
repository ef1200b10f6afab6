/** For tests: Builds as the platform installs them, and realms that run them. */
import type { World } from "../../../test/world/world.ts";
import { canonicalSource } from "../../programs/canonical_source.ts";
import { planOf } from "../../programs/plan.ts";
import { INVOICE, TERMS } from "../../programs/testing_programs.ts";
import type { InstalledBuild } from "./build_installation.ts";
import { productBuildInstall } from "./product.build.install.ts";
import type { ProductProgramDocument } from "./product_build_document.ts";
import { programOf } from "./running_program.ts";

/** A Build of a program without errors; each `number` is another id. */
export function installable(source: unknown = INVOICE, number = 1): InstalledBuild {
  const { normalizedSource, digest } = planOf(source, TERMS);
  if (normalizedSource === undefined || digest === undefined) throw new Error("it has faults");
  return {
    buildId: `bld_${String(number).padStart(26, "0")}`,
    digest,
    name: normalizedSource.name,
    text: canonicalSource(normalizedSource),
  };
}

/** Installs the Build in the world's realm, as the platform does. */
export function install(world: World, build: InstalledBuild = installable()) {
  return world.run(productBuildInstall, { build, origin: 8_192 }, { cause: "platform" });
}

/** What the world's realm runs now. */
export function runningIn(world: World): ProductProgramDocument | undefined {
  return programOf(world.state, world.realmOf(world.caller));
}
