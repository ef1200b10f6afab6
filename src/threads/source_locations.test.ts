/** Stacks of built scripts name the sources. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { withSourceLocations } from "./source_locations.ts";

test("source locations: a stack with locations in a built script, in one without a map, in Node -> the first ones as sources", async (t) => {
  const root = mkdtempSync(join(tmpdir(), "source-locations-"));
  t.after(() => rmSync(root, { recursive: true }));
  const folder = join(root, ".build", "scripts");
  mkdirSync(folder, { recursive: true });
  const source = join(root, "thrown.ts");
  writeFileSync(
    source,
    "type Unused = string;\n\nexport const thrown = (): Error => new Error('x');\n",
  );
  const outfile = join(folder, "thrown.js");
  await build({ entryPoints: [source], outfile, bundle: true, format: "esm", sourcemap: true });
  const { thrown } = (await import(pathToFileURL(outfile).href)) as { thrown: () => Error };
  const stack = thrown().stack as string;
  assert.match(stack, /\.build\/scripts\/thrown\.js:\d+:\d+/);
  const other = `${pathToFileURL(join(folder, "other.js")).href}:1:1`;
  const told = withSourceLocations(`${stack}\n    at other (${other})\n    at node:events:536:35`);
  assert.ok(told.includes(`(${source}:3:`), told);
  assert.ok(!told.includes("thrown.js"), told);
  assert.ok(told.includes(other) && told.includes("node:events:536:35"), told);
});
