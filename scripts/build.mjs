/**
 * Bundles the sources as JavaScript into `.build/`, which the server runs: one file for each kind
 * of thread, files that they share, and `main.js`, which starts them. Runs before every start, test
 * and bench, and as `npm run build`. Does nothing where `.build/` was made of the sources as they are now,
 * so that a user who may only read the tree can start it. The result is never committed. Does not
 * check types: `npm run types` does. Mends one message of lmdb-js first (lmdb_message.mjs). The pages for people are in `.build/console/`, each file with a digest of
 * itself in its name, and `assets.json` there names them.
 * `--threads DIR --into DIR` takes the programs of worker and reader threads from another folder:
 * so tests build a server with operations of their own.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { keptPlaces } from "./kept_places.mjs";
import { lmdbBuilds, shortenMessage } from "./lmdb_message.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const threads = flag("threads", "src");
const outdir = join(root, flag("into", ".build"));
/**
 * The packages that are bundled. Every thread loads them, and they consist of hundreds of small
 * files, which take longer to find and to open than to run. The other packages stay outside: native
 * modules, and packages that look for files of their own.
 */
const BUNDLED = ["@sinclair/typebox", "graphql", "graphql-jit"];
/**
 * The operator's programs, and the process and the thread that `npm run log` starts. They are for a
 * tree that is run, so a server with other threads has none.
 */
const TOOLS = ["backup", "log", "log/child", "log/frame_check_thread"];
/** What of the pages runs in browsers. */
const BROWSER = "src/console/browser";
/** Names the version of each package, so it stands among the sources instead of their files. */
const LOCK = "package-lock.json";
/** What the build was made of, and its files; written last, so that half a build is made again. */
const manifestPath = join(outdir, "manifest.json");
const releasePath = join(outdir, "release.json");

const before = readManifest();
const isCurrent = before !== undefined && digestOf(before.sources) === before.digest;
try {
  if (!isCurrent) await buildAnew();
  writeRelease();
} catch (cause) {
  if (!["EACCES", "EPERM", "EROFS"].includes(cause.code)) throw cause;
  process.stderr.write(
    `${relative(process.cwd(), outdir) || outdir} was not made of the sources as they are now, and this user may ` +
      "not write it.\nRun `npm run build` as the owner of the files, then start again.\n",
  );
  process.exit(1);
}
mendLmdb();

async function buildAnew() {
  const { build } = await import("esbuild");
  const common = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    external: packagesOutside(),
    platform: "node",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
    metafile: true,
    write: false,
  };
  const server = await build({
    ...common,
    entryPoints: {
      server: "src/server.ts",
      worker: `${threads}/worker.ts`,
      reader: `${threads}/reader.ts`,
      summing: "src/summing.ts",
    },
    splitting: true,
    format: "esm",
    outExtension: { ".js": ".mjs" },
  });
  const main = await build({
    ...common,
    entryPoints: { main: "src/main.ts" },
    format: "cjs",
    plugins: [{ name: "the server is a file of its own", setup: keepServerApart }],
  });
  // The operator's command; see scripts/admin.mjs.
  const admin = await build({
    ...common,
    entryPoints: { admin: "scripts/admin.ts" },
    format: "esm",
    outExtension: { ".js": ".mjs" },
  });
  // See scripts/run.mjs.
  const tools = await build({
    ...common,
    outdir: join(outdir, "tools"),
    outbase: root,
    entryPoints: threads === "src" ? TOOLS.map((name) => `scripts/${name}.ts`) : [],
    splitting: true,
    format: "esm",
    outExtension: { ".js": ".mjs" },
    plugins: [keptPlaces(root)],
  });
  // What browsers load of src/console; the server knows the files by the list beside them.
  const pages = await build({
    ...common,
    outdir: join(outdir, "console"),
    entryPoints: {
      console: `${BROWSER}/main.tsx`,
      solver: "node_modules/altcha-lib/dist/esm/v1/worker.js",
      style: `${BROWSER}/style.css`,
      icon: `${BROWSER}/icon.svg`,
    },
    external: [],
    platform: "browser",
    target: "es2022",
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    tsconfigRaw: {},
    loader: { ".svg": "copy" },
    entryNames: "[name]-[hash]",
    minify: true,
    sourcemap: false,
  });
  const assets = pages.outputFiles.map(({ path }) => basename(path)).sort();
  const list = join(outdir, "console", "assets.json");
  rmSync(manifestPath, { force: true });
  // The folder is a CommonJS package, so that Node runs main.js as CommonJS.
  writeWhole(join(outdir, "package.json"), '{ "type": "commonjs" }\n');
  const outputs = [server, main, admin, tools, pages].flatMap(({ outputFiles }) => outputFiles);
  for (const { path, contents } of outputs) writeWhole(path, contents);
  writeWhole(list, `${JSON.stringify(assets)}\n`);
  const files = outputs.map(({ path }) => relative(outdir, path));
  removeOld(files);
  const inputs = [server, main, admin, tools, pages].flatMap(({ metafile }) =>
    Object.keys(metafile.inputs),
  );
  const own = inputs.filter((path) => !/(^|\/)node_modules\//.test(path));
  const sources = [...new Set([LOCK, ...own])].sort();
  const older = (before?.files ?? []).filter((file) => !files.includes(file));
  const manifest = { digest: digestOf(sources), sources, files, older };
  writeWhole(manifestPath, `${JSON.stringify(manifest, null, 1)}\n`);
}

function packagesOutside() {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys(dependencies).filter((name) => !BUNDLED.includes(name));
}

/** As lmdb_message.mjs; a tree that can start is not refused where this user may not write it. */
function mendLmdb() {
  try {
    shortenMessage(lmdbBuilds(import.meta.url));
  } catch (cause) {
    process.stderr.write(
      `lmdb was left as it came (${cause.message}): a full disk may end the process.\n` +
        "Run `npm run build` as the owner of the files, then start again.\n",
    );
  }
}

/** Leaves the import of the server in main.js as it is, but for the name of the built file. */
function keepServerApart({ onResolve }) {
  onResolve({ filter: /^\.\/server\.ts$/ }, () => ({ path: "./server.mjs", external: true }));
}

/**
 * Removes what older builds left. The files of the build before this one stay, because a server
 * that still runs may load them.
 */
function removeOld(files) {
  const kept = new Set([...files, ...(before?.files ?? [])]);
  for (const file of before?.older ?? []) {
    if (!kept.has(file)) rmSync(join(outdir, file), { force: true });
  }
}

/** SHA-256 of the build's program and of the sources; undefined where one is missing. */
function digestOf(sources) {
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  hash.update(JSON.stringify([threads, sources]));
  for (const path of sources) {
    if (!existsSync(join(root, path))) return undefined;
    hash.update(readFileSync(join(root, path)));
    hash.update("\0");
  }
  return hash.digest("hex");
}

function readManifest() {
  try {
    return JSON.parse(readFileSync(manifestPath, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * For `/release.json`: the commit and its time, from git, or from RELEASE_COMMIT and RELEASE_TIME
 * where the build has no checkout. Where neither tells, what an earlier build knew stays.
 */
function writeRelease() {
  const known = existsSync(releasePath) ? readFileSync(releasePath, "utf8") : undefined;
  const text = `${JSON.stringify(release())}\n`;
  if (known === text || (known !== undefined && text === "{}\n")) return;
  try {
    writeWhole(releasePath, text);
  } catch (cause) {
    // The sources are those of the build, so the build is not refused for a commit's name.
    if (!isCurrent) throw cause;
  }
}

function release() {
  const { RELEASE_COMMIT, RELEASE_TIME } = process.env;
  if (RELEASE_COMMIT) return { commit: RELEASE_COMMIT, releasedAt: RELEASE_TIME };
  try {
    const args = ["log", "-1", "--format=%H %cI"];
    const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    const [commit, releasedAt] = execFileSync("git", args, options).trim().split(" ");
    return commit && releasedAt ? { commit, releasedAt } : {};
  } catch {
    return {};
  }
}

/** Writes a file so that a reader sees the old one or the new one, whole. */
function writeWhole(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

function flag(name, otherwise) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
}
