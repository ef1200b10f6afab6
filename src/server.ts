/**
 * The process: reads options, opens the data directory, starts the shards and the edges, and stops
 * them in order. Wiring only; the wired parts are in the rooms. `main.ts` starts the module.
 */
import { existsSync, rmSync } from "node:fs";
import { useIdKey } from "./base/hidden_place.ts";
import { OptionError } from "./base/option_error.ts";
import { lockDataDirectory, openDataDirectory } from "./data_directory.ts";
import { writeWhole } from "./files/whole_file.ts";
import { oldBuildNote, thisMachine, untriedNote } from "./http/native_build.mjs";
import { endRotations } from "./keys/key_rotation.ts";
import { codeCacheUse } from "./load_script.ts";
import { demoText, makeDemo } from "./operator/demo.ts";
import { helpText, isServedInClear, parseOptions } from "./options.ts";
import { flushLogger, isTerminal, openLogger } from "./threads/logger.ts";
import { openOperatorSocket } from "./threads/operator_socket.ts";
import { Platform, type PlatformParts } from "./threads/platform.ts";
import { takePort } from "./threads/port.ts";
import { withSourceLocations } from "./threads/source_locations.ts";
import { prepareSpool } from "./threads/spool.ts";
import { StartRefused } from "./threads/start_refused.ts";

/** Time for requests under way to finish when the process is asked to stop, milliseconds. */
const DRAIN_MS = 6_000;
/** Time after which the process ends in any case, milliseconds: the log is safe at every moment. */
const STOP_MS = 9_500;

async function main(): Promise<void> {
  // Threads inherit NODE_ENV. Without "production" graphql-js runs its development checks.
  process.env["NODE_ENV"] ??= "production";
  const options = parseOptions(process.argv.slice(2), process.env);
  if (options === "help") {
    process.stdout.write(helpText());
    return;
  }
  const directory = openDataDirectory(options.dataDir, options);
  const lock = await lockDataDirectory(directory.path, directory.given);
  useIdKey(await directory.idKey());
  endRotations(directory.rings, Date.now());
  prepareSpool(directory.spoolPath);
  const { port, onListening } = await takePort(options.host, options.port).catch((cause) => {
    directory.discard();
    throw cause;
  });
  const baseUrl = options.publicUrl ?? `http://${urlHost(options.host)}:${port}`;
  const logger = openLogger({
    level: options.logLevel,
    thread: "main",
    stackOf: withSourceLocations,
  });
  const platform = new Platform({ options, port, directory, baseUrl, logger, onListening });
  const stop = stopper(platform, async (code) => {
    await flushLogger(logger);
    lock.close();
    process.exit(code);
  });
  process.on("SIGTERM", () => stop("SIGTERM", 0));
  process.on("SIGINT", () => stop("SIGINT", 0));
  platform.onFatal = (why) => stop(why, 1);

  try {
    await run(platform, { options, directory, baseUrl, logger });
  } catch (cause) {
    await platform.stop("the start failed", 0);
    throw cause;
  }
}

type Started = Pick<PlatformParts, "options" | "directory" | "baseUrl" | "logger">;

/** Replays the logs, opens the operator's socket, makes the demo where one is due, and serves. */
async function run(platform: Platform, { options, directory, baseUrl, logger }: Started) {
  const machine = thisMachine();
  for (const note of [untriedNote(machine), oldBuildNote(machine)]) {
    if (note !== undefined) logger.warn(note);
  }
  const started = await platform.start();
  const control = await openOperatorSocket(platform, { options, directory, logger });
  platform.onStop(() => control.close());
  const isDue = options.demo && existsSync(directory.demoDuePath);
  const demo = isDue ? await makeDemo(platform.operator, baseUrl) : undefined;
  if (demo !== undefined) {
    writeWhole(directory.demoPath, `${JSON.stringify(demo, null, 2)}\n`);
    rmSync(directory.demoDuePath);
  }
  await platform.serve();
  if (isServedInClear(options)) {
    logger.warn(
      `the server listens on ${options.host} without https, so whoever is on the way can read keys and passwords: ` +
        "put a proxy that ends TLS in front, and name it with --public-url https://…",
    );
  }
  if (directory.sealKeys.keys.length > 1) {
    logger.warn("a rotation of the seal key did not come to its end: run seal-key rotate");
  }
  const { status, reason } = platform.health();
  const { shards } = directory;
  const about = { baseUrl, ...started, shards, edges: options.edges, codeCache: codeCacheUse() };
  if (status === "ready") logger.info(about, "ready");
  else logger.error({ ...about, status, reason }, "started, and not ready");
  await flushLogger(logger);
  const but = status === "ready" ? "" : `, but writes are refused: ${reason}`;
  process.stdout.write(`Serving on ${baseUrl} with data in ${directory.given}${but}\n`);
  const consoleUrl = `${baseUrl}/console`;
  process.stdout.write(`People log in to the console at ${consoleUrl}\n`);
  if (demo === undefined) return;
  const { demoPath } = directory;
  process.stdout.write(demoText(demo, { demoPath, isTerminal: isTerminal(), consoleUrl }));
}

/** Stops once: no new connections, requests under way finish, logs are synced and closed. */
function stopper(platform: Platform, exit: (code: number) => Promise<void>) {
  let stopping = false;
  return (why: string, code: number): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(code === 0 ? 1 : code), STOP_MS).unref();
    platform.stop(why, DRAIN_MS).then(
      () => exit(code),
      () => exit(1),
    );
  };
}

/** An address in the form of a URL; for the address of all interfaces, the loopback address. */
function urlHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Whether the disk has refused a file that a start must write: an errno of Node. */
function isDiskFull(cause: unknown): cause is Error {
  return ["ENOSPC", "EDQUOT"].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? "");
}

function stackText(cause: unknown): string {
  return (cause instanceof Error ? cause.stack : undefined) ?? String(cause);
}

main().catch((cause: unknown) => {
  const isPlain = cause instanceof OptionError || cause instanceof StartRefused;
  if (isDiskFull(cause)) {
    process.stderr.write(`the disk is full: ${cause.message}; make space, then start again\n`);
  } else if (isPlain) process.stderr.write(`${cause.message}\n`);
  else process.stderr.write(`${withSourceLocations(stackText(cause))}\n`);
  process.exit(cause instanceof OptionError ? 2 : 1);
});
