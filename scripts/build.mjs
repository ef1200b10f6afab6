/**
 * Bundles the sources as JavaScript into `.build/`, which the server runs. Runs before every start, test and
 * bench, and as `npm run build`. Does nothing where `.build/` was made of the sources as they are now,
 * so that a user who may only read the tree can start it. The result is never committed. Does not
 * check types: `npm run types` does. Mends one message of lmdb-js first (lmdb_message.mjs).
 *
 * The server is one script for each kind of thread (src/entries), each with the packages that it needs, in a
 * folder that is named by a digest of them, `.build/server-…/`; `main.js` beside the folder names it. The
 * scripts are loaded by src/load_script.ts, with code caches that code_cache.mjs makes at the end. The pages for
 * people are in `.build/console/`, each file with a digest of itself in its name, and `assets.json` there names
 * them.
 *
 * `--entries DIR --into DIR` takes the programs of threads from another folder where the folder has them:
 * so tests build a server with operations of their own.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { recordCodeCaches } from "./code_cache.mjs";
import { keptPlaces } from "./kept_places.mjs";
import { lmdbBuilds, shortenMessage } from "./lmdb_message.mjs";
import { PACKAGES_IN_SCRIPTS, placeOfLmdb } from "./script_packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ENTRIES = "src/entries";
const entries = flag("entries", ENTRIES);
const outdir = join(root, flag("into", ".build"));
/**
 * The packages that are bundled with the operator's programs. They consist of hundreds of small files, which
 * take longer to find and to open than to run.
 */
const PACKAGES_IN_TOOLS = ["@sinclair/typebox", "graphql", "graphql-jit"];
/**
 * The operator's programs, and the process and the thread that `npm run log` starts. They are for a
 * tree that is run, so a server with other programs of threads has none.
 */
const TOOLS = ["backup", "load", "log", "log/child", "log/frame_check_thread"];
/** What of the pages runs in browsers. */
const BROWSER = "src/console/browser";
/** Names the version of each package, so it stands among the sources instead of their files. */
const LOCK = "package-lock.json";
/** What the build was made of, and its files; written last, so that half a build is made again. */
const manifestPath = join(outdir, "manifest.json");
const releasePath = join(outdir, "release.json");
/** The parameters of the function that a script is; src/load_script.ts calls it. */
const WRAPPING = {
  banner: { js: "(function (exports, require, module, __filename, __dirname, importMetaUrl) {" },
  footer: { js: "})" },
  define: { "import.meta.url": "importMetaUrl" },
};
/** Digits of the digest that names the folder of the scripts. */
const DIGEST_LENGTH = 16;

const before = readManifest();
const isCurrent = before?.digest !== undefined && digestOf(before.sources) === before.digest;
try {
  const { folder } = isCurrent ? before : await buildAnew();
  writeRelease();
  mendLmdb();
  await recordCodeCaches(join(outdir, folder), entriesOfThreads());
} catch (cause) {
  if (!["EACCES", "EPERM", "EROFS"].includes(cause.code)) throw cause;
  process.stderr.write(
    `${relative(process.cwd(), outdir) || outdir} was not made of the sources as they are now, and this user may ` +
      "not write it.\nRun `npm run build` as the owner of the files, then start again.\n",
  );
  process.exit(1);
}

async function buildAnew() {
  const { build } = await import("esbuild");
  const common = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    external: packagesOutside(PACKAGES_IN_TOOLS),
    platform: "node",
    target: "node20",
    sourcemap: true,
    logLevel: "warning",
    metafile: true,
    write: false,
  };
  const scripts = await build({
    ...common,
    ...WRAPPING,
    // As deep as the folder that the scripts come into, for the paths in their maps.
    outdir: join(outdir, "server", "scripts"),
    external: packagesOutside(PACKAGES_IN_SCRIPTS),
    entryPoints: { server: "src/server.ts", ...entriesOfThreads() },
    format: "cjs",
    supported: { "dynamic-import": false },
    plugins: [placeOfLmdb()],
  });
  const loader = await build({
    ...common,
    outdir: join(outdir, "server"),
    entryPoints: { load: "src/load_script.ts" },
    format: "cjs",
  });
  const server = inFolderOfDigest([...scripts.outputFiles.map(inAscii), ...loader.outputFiles]);
  const main = await build({
    ...common,
    entryPoints: { main: "src/main.ts" },
    format: "cjs",
    supported: { "dynamic-import": false },
    plugins: [{ name: "the server is a script", setup: serverIn(server.folder) }],
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
    entryPoints: entries === ENTRIES ? TOOLS.map((name) => `scripts/${name}.ts`) : [],
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
  const others = [main, admin, tools, pages];
  const outputs = [...server.files, ...others.flatMap(({ outputFiles }) => outputFiles)];
  for (const { path, contents } of outputs) writeWhole(path, contents);
  writeWhole(list, `${JSON.stringify(assets)}\n`);
  const files = outputs.map(({ path }) => relative(outdir, path));
  removeOld(files, server.folder);
  const inputs = [scripts, loader, ...others].flatMap(({ metafile }) =>
    Object.keys(metafile.inputs),
  );
  // What stands for an unused package is of a namespace, `unused:…`, and no file.
  const own = inputs.filter((path) => !/(^|\/)node_modules\/|^unused:/.test(path));
  const sources = [...new Set([LOCK, ...own])].sort();
  const older = (before?.files ?? []).filter((file) => !files.includes(file));
  const digest = digestOf(sources);
  const manifest = { digest, folder: server.folder, sources, files, older };
  writeWhole(manifestPath, `${JSON.stringify(manifest, null, 1)}\n`);
  return manifest;
}

/**
 * The file with escapes for characters beyond ASCII, which esbuild leaves in regular expressions and comments: the
 * loader takes a script as one byte a character.
 */
function inAscii({ path, text }) {
  const escapeOf = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const contents = path.endsWith(".js") ? text.replace(/[^\0-\x7f]/g, escapeOf) : text;
  return { path, contents: Buffer.from(contents) };
}

/** By the name of a program of a thread: its source. */
function entriesOfThreads() {
  const names = readdirSync(join(root, ENTRIES)).map((file) => basename(file, ".ts"));
  return Object.fromEntries(
    names.map((name) => {
      const own = `${entries}/${name}.ts`;
      return [name, existsSync(join(root, own)) ? own : `${ENTRIES}/${name}.ts`];
    }),
  );
}

/**
 * The scripts, their loader and a module for each script in a folder that is named by a digest of all of them.
 */
function inFolderOfDigest(outputFiles) {
  const loadedBy = (path) => ({
    path: join(outdir, "server", basename(path)),
    contents: Buffer.from(
      'module.exports = require("./load.js").loadScript(__filename, require);\n',
    ),
  });
  const modules = outputFiles
    .filter(({ path }) => /\/scripts\/[^/]+\.js$/.test(path))
    .map(({ path }) => loadedBy(path));
  const all = [...outputFiles, ...modules];
  const hash = createHash("sha256");
  for (const { path, contents } of all) hash.update(`${relative(outdir, path)}\0`).update(contents);
  const folder = `server-${hash.digest("hex").slice(0, DIGEST_LENGTH)}`;
  const moved = ({ path }) => join(outdir, folder, relative(join(outdir, "server"), path));
  return { folder, files: all.map((file) => ({ path: moved(file), contents: file.contents })) };
}

/** The packages that are not bundled: native modules, and packages that look for files of their own. */
function packagesOutside(bundled) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys(dependencies).filter((name) => !bundled.includes(name));
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

/** The import of the server in main.js is that of the server's script. */
function serverIn(folder) {
  return ({ onResolve }) => {
    const path = `./${folder}/server.js`;
    onResolve({ filter: /^\.\/server\.ts$/ }, () => ({ path, external: true }));
  };
}

/**
 * Removes what older builds left. The files of the build before this one stay, because a server
 * that still runs may load them.
 */
function removeOld(files, folder) {
  const kept = new Set([...files, ...(before?.files ?? [])]);
  for (const file of before?.older ?? []) {
    if (!kept.has(file)) rmSync(join(outdir, file), { force: true });
  }
  const folders = [folder, before?.folder];
  for (const name of readdirSync(outdir)) {
    if (!/^server-/.test(name) || folders.includes(name)) continue;
    rmSync(join(outdir, name), { recursive: true, force: true });
  }
}

/** SHA-256 of the build's program and of the sources; undefined where one is missing. */
function digestOf(sources) {
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  hash.update(JSON.stringify([entries, sources]));
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
