/**
 * The files that put the server on a machine: the systemd unit, the image, and the wait for readiness.
 * A server of its own: it is stopped, to be found away.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Lacking, skipLacking } from "../../test/support/machine.ts";
import { ROOT } from "../../test/support/markdown.ts";
import { startServer, stopServer } from "../../test/support/server.ts";

const UNIT = join(ROOT, "scripts/deploy/money-movement.service");
const READY = join(ROOT, "scripts/deploy/ready.mjs");
const IMAGE = `money-movement-test-${process.pid}`;

/** Runs a command; the test is skipped where the machine lacks it. */
function has(t: TestContext, what: Lacking, command: string, ...args: string[]): boolean {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status === 0) return true;
  skipLacking(t, what, error?.message ?? stderr);
  return false;
}

function ready(args: readonly string[], variables: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [READY, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...variables },
  });
  return { status, stderr };
}

test("systemd: the unit -> systemd takes it, and its programs are files of the project", (t) => {
  const unit = readFileSync(UNIT, "utf8");
  const named = [...unit.matchAll(/^Exec\w+=\/usr\/bin\/env node (\S+)/gm)].map(([, path]) => path);
  assert.deepEqual(named, [".build/main.js", "scripts/deploy/ready.mjs"]);
  for (const path of named) assert.ok(existsSync(join(ROOT, String(path))), path);
  if (!has(t, "systemd", "systemd-analyze", "--version")) return;
  // The folder of the service is looked for, and is where the project is here.
  const directory = mkdtempSync(join(tmpdir(), "unit-test-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  const here = join(directory, "money-movement.service");
  writeFileSync(here, unit.replaceAll("/opt/money-movement", ROOT));
  const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", here], {
    encoding: "utf8",
  });
  const about = (stdout + stderr).split("\n").filter((line) => line.includes("money-movement"));
  assert.deepEqual([status, about], [0, []]);
});

test("ready: a server that serves -> 0; none, or its process has ended -> 1 and why", async () => {
  const server = await startServer();
  const port = String(server.port);
  assert.deepEqual(ready(["--once", "--url", new URL("/", server.baseUrl).href]), {
    status: 0,
    stderr: "",
  });
  const addresses = { HOST: "0.0.0.0", PORT: port };
  assert.equal(ready(["--pid", String(server.child.pid)], addresses).status, 0);
  await stopServer(server);
  const once = ready(["--once"], addresses);
  assert.equal(once.status, 1);
  assert.match(once.stderr, /^the server at http:\/\/127\.0\.0\.1:\d+ is not ready: /);
  const gone = ready(["--pid", String(server.child.pid)], addresses);
  assert.equal(gone.status, 1);
  assert.match(gone.stderr, /^the process \d+ has ended before it served/);
});

test("image: built and run -> serves as a user without rights, and keeps its data in the volume", async (t) => {
  const engine = ["docker", "podman"].find((name) => spawnSync(name, ["info"]).status === 0);
  if (engine === undefined) {
    skipLacking(t, "containers", "neither docker nor podman has an engine here");
    return;
  }
  const base = /^ARG BASE=(\S+)$/m.exec(
    readFileSync(join(ROOT, "scripts/deploy/Dockerfile"), "utf8"),
  );
  if (!has(t, "containers", engine, "pull", String(base?.[1]))) return;
  const run = (...args: string[]) => execFileSync(engine, args, { cwd: ROOT, encoding: "utf8" });
  t.after(() => {
    spawnSync(engine, ["rm", "-f", "-v", IMAGE]);
    spawnSync(engine, ["rmi", "-f", IMAGE]);
  });
  run("build", "-f", "scripts/deploy/Dockerfile", "-t", IMAGE, ".");
  run("run", "-d", "--name", IMAGE, IMAGE);
  run("exec", IMAGE, "node", "scripts/deploy/ready.mjs");
  assert.notEqual(run("exec", IMAGE, "id", "-u").trim(), "0");
  assert.equal(
    run("exec", IMAGE, "sh", "-c", "touch /app/x 2>/dev/null || echo refused").trim(),
    "refused",
  );
  const made = run(
    "exec",
    IMAGE,
    "npm",
    "run",
    "-s",
    "admin",
    "--",
    "tenant",
    "create",
    "--name",
    "Acme",
  );
  assert.match(made, /ten_/);
  run("stop", "-t", "20", IMAGE);
  assert.equal(run("inspect", "-f", "{{.State.ExitCode}}", IMAGE).trim(), "0");
});
