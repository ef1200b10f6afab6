/**
 * A private PostgreSQL in a directory of its own, with a Unix socket in that directory: the bench
 * makes, starts, stops and removes it. Commits are as durable as the server's: fsync,
 * full_page_writes and synchronous_commit are on.
 */
import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { guarded } from "../child.ts";
import { PATIENCE_MS } from "../patience.ts";
import { type Settings, Unavailable } from "../row.ts";
import { newDirectory } from "../server.ts";
import { openPool, type Pool } from "./pg.ts";

/** Where Debian puts the programs of PostgreSQL that are not on the PATH. */
const DEBIAN_VERSIONS = "/usr/lib/postgresql";
const INSTALL = "PostgreSQL is not installed: apt-get install postgresql";
const READY_POLL_MS = 50;
const OUTPUT_TAIL_CHARS = 4_000;

export type Postgres = {
  /** The directory of the socket that a client connects to. */
  socketDir: string;
  version: string;
  pool: Pool;
  stop(): Promise<void>;
};

/**
 * Starts an empty cluster with the schema. Throws `Unavailable` where PostgreSQL is not installed.
 */
export async function startPostgres({ scratch, size }: Settings): Promise<Postgres> {
  const bin = binFolder();
  const { path, remove } = await newDirectory(scratch, "postgres");
  const user = userOf();
  if (user !== undefined) chownSync(path, user.uid, user.gid);
  const data = join(path, "data");
  const flags = ["-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  const made = spawnSync(join(bin, "initdb"), ["-D", data, ...flags], {
    ...user,
    cwd: path,
    encoding: "utf8",
  });
  if (made.status !== 0) {
    await remove();
    throw new Error(`initdb ended with ${made.status}:\n${made.stdout}${made.stderr}`);
  }
  const tuned = settingsOf(path, size).flatMap((setting) => ["-c", setting]);
  const child = spawn(join(bin, "postgres"), ["-D", data, ...tuned], {
    ...user,
    cwd: path,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-OUTPUT_TAIL_CHARS);
    });
  }
  // SIGINT ends PostgreSQL without waiting for clients; SIGQUIT ends it and its children at once.
  const stopChild = guarded(child, { signal: "SIGINT", lastSignal: "SIGQUIT" });
  const pool = openPool({ socketDir: path, size: 1 });
  const stop = async () => {
    await pool.end();
    await stopChild();
    await remove();
  };
  try {
    const version = await firstAnswer(pool);
    await pool.query(readFileSync(join(import.meta.dirname, "schema.sql"), "utf8"));
    return { socketDir: path, version, pool, stop };
  } catch (cause) {
    await stop();
    throw new Error(`PostgreSQL did not start; its last output:\n${output}`, { cause });
  }
}

/**
 * Memory by the usual advice (a quarter of the machine's, here at most 2 GiB: the tables are far
 * smaller), and checkpoints so far apart that none falls into a turn by chance.
 */
function settingsOf(socketDir: string, size: Settings["size"]): string[] {
  const quarterMiB = Math.floor(totalmem() / 2 ** 22);
  const buffersMiB = size === "small" ? 128 : Math.min(2_048, quarterMiB);
  return [
    "listen_addresses=",
    `unix_socket_directories=${socketDir}`,
    "fsync=on",
    "synchronous_commit=on",
    "full_page_writes=on",
    `shared_buffers=${buffersMiB}MB`,
    "wal_buffers=64MB",
    "max_wal_size=8GB",
    "checkpoint_timeout=30min",
    "random_page_cost=1.1",
    "jit=off",
    "max_connections=100",
  ];
}

async function firstAnswer(pool: Pool): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const { rows } = await pool.query("show server_version");
      return String((rows[0] as { server_version: string }).server_version.split(" ")[0]);
    } catch (cause) {
      if (performance.now() > deadline) throw cause;
      await delay(READY_POLL_MS);
    }
  }
}

function binFolder(): string {
  const onPath = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" }).stdout?.trim();
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
  const folders = [...newestFirst.map((one) => join(DEBIAN_VERSIONS, one, "bin")), onPath ?? ""];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")));
  if (found === undefined) throw new Unavailable(INSTALL);
  return found;
}

/**
 * PostgreSQL refuses to run as root; under root it runs as its own user, else as the present user.
 */
function userOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("postgres:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (uid === undefined || gid === undefined) throw new Unavailable(INSTALL);
  return { uid: Number(uid), gid: Number(gid) };
}
