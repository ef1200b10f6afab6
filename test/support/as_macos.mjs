/**
 * Preloaded into each thread of a program under test, on Linux: what the program can see of the system is as on macOS.
 * `process.platform` is darwin, there is no `/proc`, no glibc and no abstract namespace of sockets, `open` knows
 * `O_EXLOCK`, and a native build for darwin is that of this machine under another name. What it cannot show: how
 * the kernel, the file system and the native builds of macOS behave.
 */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import Module, { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { basename, join } from "node:path";
import {
  fileNameFor,
  nativeFolder,
  packageFor,
  thisMachine,
} from "../../src/http/native_build.mjs";

/** O_EXLOCK of macOS, which no flag of Linux has. */
const EXCLUSIVE_LOCK = 0x20;
const machine = thisMachine();
const build = join(nativeFolder(packageFor(machine), import.meta.url), fileNameFor(machine));

Object.defineProperty(process, "platform", { value: "darwin" });

const getReport = process.report.getReport.bind(process.report);
process.report.getReport = () => {
  const report = getReport();
  delete report.header.glibcVersionRuntime;
  return report;
};

function failed(code, text) {
  return Object.assign(new Error(`${code}: ${text}`), { code });
}

for (const name of ["readFileSync", "readdirSync", "statSync", "existsSync", "openSync"]) {
  const real = fs[name];
  fs[name] = (path, ...more) => {
    if (!String(path).startsWith("/proc")) return real(path, ...more);
    if (name === "existsSync") return false;
    throw failed("ENOENT", `no such file or directory, ${path}`);
  };
}

const { openSync, open } = fs;
/** The lock of flock(2) is the file's that was opened, and so stays when the program flock has ended. */
fs.openSync = (path, flags, mode) => {
  if (!isLocking(flags)) return openSync(path, flags, mode);
  const file = openSync(path, flags & ~EXCLUSIVE_LOCK, mode);
  const { status } = spawnSync("flock", flockArgs(flags), {
    stdio: ["ignore", "ignore", "ignore", file],
  });
  if (status === 0) return file;
  fs.closeSync(file);
  throw failed("EAGAIN", `resource temporarily unavailable, open '${path}'`);
};
fs.open = (path, flags, mode, done) => {
  if (!isLocking(flags)) return open(path, flags, mode, done);
  const file = openSync(path, flags & ~EXCLUSIVE_LOCK, mode);
  spawn("flock", flockArgs(flags), { stdio: ["ignore", "ignore", "ignore", file] }).on(
    "exit",
    (status) => done(status === 0 ? null : failed("EAGAIN", path), file),
  );
};

function isLocking(flags) {
  return typeof flags === "number" && (flags & EXCLUSIVE_LOCK) !== 0;
}

function flockArgs(flags) {
  return (flags & fs.constants.O_NONBLOCK) === 0 ? ["3"] : ["--nonblock", "3"];
}

for (const [owner, name] of [
  [net.Server.prototype, "listen"],
  [net.Socket.prototype, "connect"],
]) {
  const real = owner[name];
  owner[name] = function call(...args) {
    const [options] = Array.isArray(args[0]) ? args[0] : args;
    if (String(options?.path ?? "").startsWith("\0")) throw failed("EINVAL", `${name} on macOS`);
    return Reflect.apply(real, this, args);
  };
}
syncBuiltinESMExports();

const { dlopen } = process;
process.dlopen = (module, path, ...more) => {
  const isOurs = basename(path) === fileNameFor({ ...machine, platform: "darwin" });
  return dlopen(module, isOurs ? build : path, ...more);
};
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function resolve(request, ...more) {
  const resolved = (name) => Reflect.apply(resolveFilename, this, [name, ...more]);
  const darwin = `darwin-${process.arch}`;
  if (!request.includes(darwin)) return resolved(request);
  try {
    return resolved(request.replace(darwin, `linux-${process.arch}`));
  } catch {
    return resolved(request.replace(darwin, `linux-${process.arch}-gnu`));
  }
};
