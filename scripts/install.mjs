/**
 * Runs before `npm start` and `npm test`: installs the locked packages where some are missing. Quiet, offline
 * and quick when there is nothing to do.
 *
 * Without `--development` only the packages that the server needs are asked for, and a tree that has
 * them is never touched. Development tools are installed with them only where the tree has such tools
 * already. A package is there when its package.json has the version of the lock; edited files of a
 * package are not noticed.
 *
 * npm works in a folder aside, and only a finished install takes the place of node_modules: an install
 * that fails, without a network for instance, leaves the tree as it was. `--once` makes one attempt.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { exitWhereUnfit, machineFaults, thisMachine } from "../src/http/native_build.mjs";
import { isRunning } from "./running.mjs";

// Nothing is installed for a machine that cannot run the server.
exitWhereUnfit(machineFaults(thisMachine()));

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modulesPath = join(root, "node_modules");

/** The most attempts to install, because a registry may be unreachable for a moment. */
const TRIES = process.argv.includes("--once") ? 1 : 3;
const PAUSE_MS = 10_000;
/** The most missing packages that a message names. */
const NAMED = 3;

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const locked = Object.entries(packages).filter(([path]) => path !== "");
const asked = process.argv.includes("--development") ? locked : locked.filter(isForProduction);
const missing = asked.filter((entry) => isNeeded(entry) && !isInstalled(entry));

if (missing.length > 0) {
  const tools = locked.filter((entry) => entry[1].dev && isInstalled(entry));
  install(asked === locked || tools.length > 0 ? [] : ["--omit=dev"]);
}

function isForProduction([, { dev, devOptional }]) {
  return !dev && !devOptional;
}

/** Whether this machine needs a package: an optional one only where it is made for this platform. */
function isNeeded([, { optional, devOptional, os, cpu, libc }]) {
  if (!optional && !devOptional) return true;
  if (os === undefined || cpu === undefined) return false;
  const fits = os.includes(process.platform) && cpu.includes(process.arch);
  return fits && (libc === undefined || libc.includes(libcOfMachine()));
}

function libcOfMachine() {
  const { glibcVersionRuntime } = process.report.getReport().header;
  return glibcVersionRuntime === undefined ? "musl" : "glibc";
}

function isInstalled([path, { version }]) {
  try {
    return JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")).version === version;
  } catch {
    return false;
  }
}

function install(flags) {
  const names = missing.slice(0, NAMED).map(([path]) => path.replace(/^.*node_modules\//, ""));
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : "";
  const lacking = existsSync(modulesPath) ? `missing: ${names.join(", ")}${more}` : "once";
  process.stderr.write(`Installing packages (npm ${["ci", ...flags].join(" ")}); ${lacking}.\n`);
  let place;
  try {
    place = placeAside();
    const reason = npm(place, flags);
    if (reason === undefined) exchange(join(place, "node_modules"));
    else fail(`npm ci failed (${reason}); its own message is above.`);
  } catch (cause) {
    fail(`${cause.message}.`);
  } finally {
    if (place !== undefined) rmSync(place, { recursive: true, force: true });
  }
}

/** A new folder with what npm needs, on the file system of the tree, so that a rename moves it. */
function placeAside() {
  const build = join(root, ".build");
  mkdirSync(build, { recursive: true });
  for (const name of readdirSync(build)) {
    const [, pid] = /^install-(\d+)$/.exec(name) ?? [];
    if (pid && !isRunning(pid)) rmSync(join(build, name), { recursive: true });
  }
  const place = join(build, `install-${process.pid}`);
  mkdirSync(place, { recursive: true });
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(place, name));
  }
  return place;
}

/** Runs npm; returns why it failed, or undefined. */
function npm(place, flags) {
  // No dependency needs an install script: binaries come as packages of their own.
  const args = ["ci", ...flags, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const path = process.env.npm_execpath;
  const [program, ...first] = path?.endsWith(".js") ? [process.execPath, path] : ["npm"];
  // npm tells its children its own options in their environment: which tools are wanted is said here.
  const { npm_config_omit, npm_config_include, NODE_ENV, ...env } = process.env;
  for (let tries = 1; ; tries++) {
    const run = spawnSync(program, [...first, ...args], {
      cwd: place,
      env,
      stdio: ["ignore", 2, 2],
    });
    if (run.status === 0) return undefined;
    const reason = run.error?.message ?? `exit ${run.status ?? run.signal}`;
    if (run.signal !== null || tries === TRIES) return reason;
    process.stderr.write(`npm ci failed (${reason}); again in ${PAUSE_MS / 1_000} s.\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

function exchange(installed) {
  const aside = `${installed}.old`;
  if (existsSync(modulesPath)) renameSync(modulesPath, aside);
  try {
    renameSync(installed, modulesPath);
  } catch (cause) {
    if (existsSync(aside)) renameSync(aside, modulesPath);
    throw cause;
  }
}

function fail(why) {
  const isUsable = missing.every(([, { optional }]) => optional);
  process.exitCode = isUsable ? 0 : 1;
  if (isUsable) {
    process.stderr.write(`Going on without packages that are optional: ${why}\n`);
    return;
  }
  process.stderr.write(
    `\nCould not install the packages: ${why}\n` +
      "The tree is as it was before. Without a network, copy node_modules from a machine with the same\n" +
      "package-lock.json; without permission, run `npm ci --omit=dev && npm run build` as the owner of the files.\n",
  );
}
