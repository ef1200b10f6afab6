/**
 * Runs before `npm start` and `npm test`: installs the locked dependencies when they are missing or
 * are not those of package-lock.json. Quiet, offline and quick when there is nothing to do.
 *
 * Compares contents, not file times, because a fresh clone gives every file the time of the clone:
 * 1. node_modules/.lock-digest holds the SHA-256 of the package-lock.json that was installed;
 * 2. without that file, npm's own record of installed packages is compared with the lock, one by
 * one.
 * Does not notice that files of a dependency were edited or deleted by hand.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const lockPath = join(root, "package-lock.json");
/** npm writes this file as the last step of an install: without it the install is not finished. */
const installedPath = join(root, "node_modules", ".package-lock.json");
const digestPath = join(root, "node_modules", ".lock-digest");

/** The most attempts to install, because a registry may be unreachable for a moment. */
const TRIES = 3;
const PAUSE_MS = 10_000;

const lockText = existsSync(lockPath) ? readFileSync(lockPath, "utf8") : undefined;
const digest = lockText === undefined ? "no lock" : digestOf(lockText);

if (!isInstalled()) {
  install(lockText === undefined ? "install" : "ci");
  writeFileSync(digestPath, `${digest}\n`);
}

function isInstalled() {
  if (!existsSync(installedPath)) return false;
  if (existsSync(digestPath)) {
    if (readFileSync(digestPath, "utf8").trim() === digest) return true;
  } else if (lockText === undefined) {
    return true;
  }
  if (lockText === undefined || !matchesLock(lockText)) return false;
  writeFileSync(digestPath, `${digest}\n`);
  return true;
}

/** True when npm installed exactly the locked packages; optional ones may be absent. */
function matchesLock(text) {
  const locked = JSON.parse(text).packages ?? {};
  const installed = JSON.parse(readFileSync(installedPath, "utf8")).packages ?? {};
  for (const path of Object.keys(installed)) {
    if (locked[path] === undefined) return false;
  }
  for (const [path, wanted] of Object.entries(locked)) {
    if (path === "") continue;
    const found = installed[path];
    if (found === undefined) {
      if (wanted.optional || wanted.devOptional || wanted.peer) continue;
      return false;
    }
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) return false;
  }
  return true;
}

function install(command) {
  process.stderr.write(`Installing dependencies (npm ${command}), once.\n`);
  // No dependency needs an install script: binaries come as packages of their own.
  const args = [command, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const [program, ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  const shell = program === "npm" && process.platform === "win32";
  let reason = "";
  for (let tries = 1; tries <= TRIES; tries++) {
    const run = spawnSync(program, [...first, ...args], {
      cwd: root,
      stdio: ["ignore", 2, 2],
      shell,
    });
    if (run.status === 0) return;
    reason = run.error?.message ?? `exit ${run.status ?? run.signal}`;
    if (run.signal !== null || tries === TRIES) break;
    process.stderr.write(`npm ${command} failed (${reason}); again in ${PAUSE_MS / 1_000} s.\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  process.stderr.write(
    `\nCould not install the dependencies: npm ${command} failed (${reason}); its own message is ` +
      `above.\nWithout a network, copy node_modules from a machine with the same package-lock.json.\n`,
  );
  process.exit(1);
}

function digestOf(text) {
  return createHash("sha256").update(text).digest("hex");
}
