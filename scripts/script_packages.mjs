/**
 * The packages that are bundled with the scripts of the server (build.mjs), so that their functions are in the
 * code caches too; and how lmdb-js finds its native build from there.
 */
import { readFileSync } from "node:fs";

export const PACKAGES_IN_SCRIPTS = [
  ...["@modelcontextprotocol/server", "@sinclair/typebox", "altcha-lib", "canonicalize"],
  ...["csv-stringify", "graphql", "graphql-jit", "ibantools", "lmdb", "nodemailer"],
  ...["otpauth", "pino", "prom-client", "saxes", "undici"],
];

/** Where the file of lmdb-js is that is bundled, as the script that has it finds the file. */
const PLACE = 'require("node:module").createRequire(importMetaUrl).resolve("lmdb")';
/**
 * A native build that the package msgpackr, which lmdb-js loads, would use if it were there. The log and the state
 * hold bytes, so nothing is packed by it.
 */
const UNUSED = /^msgpackr-extract$/;

/** A plugin of esbuild: lmdb-js looks for its native build from its own file, and not from the bundle's. */
export function placeOfLmdb() {
  return {
    name: "lmdb-js knows its own place",
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: /^lmdb$/ }, ({ resolveDir, pluginData }) =>
        pluginData === "resolved"
          ? undefined
          : resolve("lmdb", { resolveDir, kind: "require-call", pluginData: "resolved" }),
      );
      onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: "unused" }));
      onLoad({ filter: UNUSED, namespace: "unused" }, () => ({
        contents: "module.exports = null;",
      }));
      onLoad({ filter: /\/lmdb\/dist\/index\.cjs$/ }, ({ path }) => ({
        contents: readFileSync(path, "utf8").replaceAll("__filename", `(${PLACE})`),
        loader: "js",
      }));
    },
  };
}
