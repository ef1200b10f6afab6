/**
 * Starts `npm run admin`: the built command, which starts at once, where `.build/` has it and it is not
 * older than its sources; else the sources.
 */
import { readFileSync, statSync } from "node:fs";

const built = new URL("../.build/admin.mjs", import.meta.url);

if (isCurrent()) {
  await import(built.href);
} else {
  const { register } = await import("tsx/esm/api");
  register();
  await import(new URL("./admin.ts", import.meta.url).href);
}

function isCurrent() {
  try {
    const { mtimeMs } = statSync(built);
    const { sources } = JSON.parse(readFileSync(`${built.pathname}.map`, "utf8"));
    return sources.every((source) => statSync(new URL(source, built)).mtimeMs <= mtimeMs);
  } catch {
    return false;
  }
}
