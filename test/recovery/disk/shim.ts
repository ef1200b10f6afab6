/** Builds the library of `disk_shim.c`, or says why this machine cannot build it. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newDataDir } from "../../support/server.ts";

/** The path of the library for LD_PRELOAD, or the reason why there is none. */
export function buildShim(): { path: string } | { reason: string } {
  const source = fileURLToPath(new URL("disk_shim.c", import.meta.url));
  const path = join(newDataDir(), "disk_shim.so");
  const flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", path, source, "-ldl"];
  const built = spawnSync("gcc", flags, { encoding: "utf8" });
  if (built.error !== undefined) return { reason: `gcc: ${built.error.message}` };
  if (built.status === 0) return { path };
  const missing = /fatal error: .*No such file/.exec(built.stderr);
  if (missing !== null) return { reason: `gcc: ${missing[0]} (libc6-dev)` };
  throw new Error(built.stderr);
}
