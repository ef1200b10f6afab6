/**
 * The first step of a start: packages that are missing are installed, and a tree that can start is
 * never touched. Each project here has its own lock, over packages that lie beside it as archives,
 * so that npm needs no network.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const SCRIPT = join(dirname(import.meta.filename), "install.mjs");
/** What the script imports, relative to the project. */
const IMPORTED = ["src/http/native_build.mjs", "scripts/running.mjs"];
const OTHER_PLATFORM = { os: ["aix"], cpu: ["ppc64"] };
const THIS_PLATFORM = { os: [process.platform], cpu: [process.arch] };

type Entry = { dev?: true; optional?: true; os?: string[]; cpu?: string[] };
/** By name: how the lock describes a package. */
type Packages = Record<string, Entry>;

const BOTH: Packages = { needed: {}, tool: { dev: true } };

/** A project whose lock has the packages, each in version 1.0.0; nothing is installed. */
function project(packages: Packages): string {
  const root = mkdtempSync(join(tmpdir(), "install-test-"));
  process.on("exit", () => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "scripts"));
  cpSync(SCRIPT, join(root, "scripts", "install.mjs"));
  for (const path of IMPORTED) cpSync(join(dirname(SCRIPT), "..", path), join(root, path));
  const dependencies: Record<string, string> = {};
  const devDependencies: Record<string, string> = {};
  const optionalDependencies: Record<string, string> = {};
  const locked: Record<string, object> = {};
  for (const [name, entry] of Object.entries(packages)) {
    const archive = archiveOf(root, name);
    const kind = entry.optional ? optionalDependencies : dependencies;
    (entry.dev ? devDependencies : kind)[name] = `file:${archive}`;
    const integrity = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    locked[`node_modules/${name}`] = {
      version: "1.0.0",
      resolved: `file:${archive}`,
      integrity,
      ...entry,
    };
  }
  const self = {
    name: "project",
    version: "1.0.0",
    dependencies,
    devDependencies,
    optionalDependencies,
  };
  const lock = { ...self, lockfileVersion: 3, packages: { "": self, ...locked } };
  writeFileSync(join(root, "package.json"), JSON.stringify(self));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify(lock));
  return root;
}

function archiveOf(root: string, name: string): string {
  const folder = join(root, "archives", name, "package");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version: "1.0.0" }));
  const archive = join(root, "archives", `${name}.tgz`);
  execFileSync("tar", ["czf", archive, "-C", dirname(folder), "package"]);
  return archive;
}

function install(root: string, ...flags: string[]) {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, "scripts", "install.mjs"), ...flags],
    { encoding: "utf8", env: { ...process.env, npm_config_cache: join(root, "cache") } },
  );
  return { status, stderr };
}

function installed(root: string): string[] {
  const path = join(root, "node_modules");
  return existsSync(path) ? readdirSync(path).filter((name) => !name.startsWith(".")) : [];
}

/** Every archive is gone, as a registry is without a network. */
function cutOff(root: string): void {
  rmSync(join(root, "archives"), { recursive: true });
}

test("install: a fresh clone -> a start installs what the server needs, a test run all of it", () => {
  const root = project(BOTH);
  assert.equal(install(root).status, 0);
  assert.deepEqual(installed(root), ["needed"]);
  assert.equal(install(root, "--development").status, 0);
  assert.deepEqual(installed(root), ["needed", "tool"]);
});

test("install: a tree without development tools and no network -> a start leaves it alone", () => {
  const root = project(BOTH);
  install(root);
  cutOff(root);
  const before = statSync(join(root, "node_modules"));
  assert.deepEqual(install(root), { status: 0, stderr: "" });
  assert.equal(statSync(join(root, "node_modules")).ino, before.ino);
});

test("install: a tree that another program made, without npm's own record -> left alone", () => {
  const root = project(BOTH);
  install(root);
  rmSync(join(root, "node_modules", ".package-lock.json"));
  cutOff(root);
  assert.deepEqual(install(root), { status: 0, stderr: "" });
});

test("install: the lock is newer than a developer's tree -> the tools stay", () => {
  const root = project(BOTH);
  install(root, "--development");
  rmSync(join(root, "node_modules", "needed"), { recursive: true });
  assert.equal(install(root).status, 0);
  assert.deepEqual(installed(root), ["needed", "tool"]);
});

test("install: npm fails -> exit 1, what is missing, and the tree as it was", () => {
  const root = project(BOTH);
  install(root);
  cutOff(root);
  rmSync(join(root, "cache"), { recursive: true, force: true });
  const { status, stderr } = install(root, "--development", "--once");
  assert.equal(status, 1);
  assert.match(stderr, /missing: tool\b/);
  assert.match(stderr, /The tree is as it was before\./);
  assert.deepEqual(installed(root), ["needed"]);
  assert.deepEqual(readdirSync(join(root, ".build")), [], "nothing is left aside");
});

test("install: an optional package -> needed on its own platform only", () => {
  const root = project({
    needed: {},
    here: { optional: true, ...THIS_PLATFORM },
    elsewhere: { optional: true, ...OTHER_PLATFORM },
  });
  assert.equal(install(root).status, 0);
  assert.deepEqual(installed(root), ["here", "needed"]);
  assert.deepEqual(install(root), { status: 0, stderr: "" });
  rmSync(join(root, "node_modules", "here"), { recursive: true });
  assert.match(install(root).stderr, /missing: here\b/);
  assert.deepEqual(installed(root), ["here", "needed"]);
  rmSync(join(root, "node_modules", "here"), { recursive: true });
  rmSync(join(root, "cache"), { recursive: true, force: true });
  cutOff(root);
  const { status, stderr } = install(root, "--once");
  assert.equal(status, 0);
  assert.match(stderr, /Going on without packages that are optional/);
  assert.deepEqual(installed(root), ["needed"]);
});

test("install: the lock of the project -> each native package that a server needs, for Linux and macOS on either processor", () => {
  const lock = JSON.parse(readFileSync(join(dirname(SCRIPT), "..", "package-lock.json"), "utf8"));
  const entries = Object.entries(lock.packages as Record<string, Entry>);
  for (const name of ["@lmdb/lmdb-", "@node-rs/argon2-", "@esbuild/"]) {
    for (const os of ["linux", "darwin"]) {
      for (const cpu of ["x64", "arm64"]) {
        const found = entries.filter(
          ([path, one]) =>
            path.startsWith(`node_modules/${name}`) &&
            one.os?.includes(os) &&
            one.cpu?.includes(cpu),
        );
        assert.ok(found.length > 0, `${name} for ${os} ${cpu}`);
        assert.ok(
          found.every(([, one]) => one.optional),
          `${name}: an install elsewhere may leave it out`,
        );
      }
    }
  }
  // A package that names systems must not be one that every system needs.
  const needed = entries.filter(
    ([, { os, optional, dev }]) => os !== undefined && !optional && !dev,
  );
  assert.deepEqual(
    needed.map(([path]) => path),
    [],
  );
});
