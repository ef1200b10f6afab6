/** For tests: Builds as the platform installs them, and realms that run them. */
import type { InstalledBuild } from "../../../../src/features/product/build_installation.ts";
import { productBuildInstall } from "../../../../src/features/product/product.build.install.ts";
import type { ProductProgramDocument } from "../../../../src/features/product/product_build_document.ts";
import { programOf } from "../../../../src/features/product/running_program.ts";
import { canonicalSource } from "../../../../src/programs/canonical_source.ts";
import { planOf } from "../../../../src/programs/plan.ts";
import type { World } from "../../../world/world.ts";
import { INVOICE, TERMS } from "../../programs/programs.ts";

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
