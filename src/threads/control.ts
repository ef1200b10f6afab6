/**
 * The operator's door: a Unix socket in the data directory, open to its owner alone. One JSON object
 * a line in, one out. `npm run admin` is its client.
 */
import { chmodSync, closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { holdMoment } from "../../wal/beside.ts";
import { parseTimestamp } from "../contract/formats.ts";
import type { Environment } from "../contract/principal.ts";
import type { DataDirectory } from "../data_directory.ts";
import { allScopes } from "../features/published.ts";
import type { Platform } from "./platform.ts";

export type ControlRequest = { command: string; arguments: Record<string, string | undefined> };
export type ControlAnswer = { ok: true; result: unknown } | { ok: false; message: string };

/** Longest path of a Unix socket that every system takes, bytes. */
const SOCKET_PATH_BYTES_MAX = 100;
/** Holds the logs and states as they are, for a process that reads them; see `wal/beside.ts`. */
export const HOLD_COMMAND = "data hold";
/** Each takes a reader's slot of every environment and keeps its pages from being used again. */
const HOLDERS_MAX = 8;
/** Longest line, characters. */
const LINE_MAX = 65_536;

export async function openControl(
  directory: DataDirectory,
  platform: Platform,
): Promise<{ close(): void }> {
  const socket = reachable(directory.path);
  rmSync(socket.path, { force: true });
  const server = createServer((connection) => serve(connection, platform, directory));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(socket.path, resolve);
  });
  chmodSync(socket.path, 0o600);
  server.unref();
  return {
    close() {
      server.close();
      socket.release();
    },
  };
}

/** Sends one request to the server that runs on `dataPath`; throws when none does. */
export async function askControl(dataPath: string, request: ControlRequest): Promise<unknown> {
  const { result, release } = await askControlAndHold(dataPath, request);
  release();
  return result;
}

/** The same, and what the command holds for its caller is held until released. */
export async function askControlAndHold(
  dataPath: string,
  request: ControlRequest,
): Promise<{ result: unknown; release(): void }> {
  const socket = reachable(dataPath);
  const connection = connect(socket.path);
  try {
    const answer = await new Promise<ControlAnswer>((resolve, reject) => {
      const away = () => reject(new Error(`no server runs on ${dataPath}`));
      connection.on("error", away);
      connection.once("close", away);
      connection.once("connect", () => connection.write(`${JSON.stringify(request)}\n`));
      const lines = createInterface({ input: connection });
      lines.on("error", away);
      lines.once("line", (line) => resolve(JSON.parse(line) as ControlAnswer));
    });
    if (!answer.ok) throw new Error(answer.message);
    return { result: answer.result, release: () => connection.end() };
  } catch (cause) {
    connection.destroy();
    throw cause;
  } finally {
    socket.release();
  }
}

/** The socket's path, through a descriptor of the directory where the plain one is too long. */
function reachable(dataPath: string): { path: string; release(): void } {
  const path = join(dataPath, "control.sock");
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return { path, release() {} };
  const directory = openSync(dataPath, "r");
  return {
    path: `/proc/self/fd/${directory}/control.sock`,
    release: () => closeSync(directory),
  };
}

function serve(connection: Socket, platform: Platform, directory: DataDirectory): void {
  const caller: Caller = { platform, directory, held: [] };
  connection.on("error", () => connection.destroy());
  connection.on("close", () => {
    for (const held of caller.held.splice(0)) held.release();
  });
  let received = 0;
  connection.on("data", (chunk) => {
    received += chunk.length;
    if (received > LINE_MAX) connection.destroy();
  });
  createInterface({ input: connection }).on("line", (line) => {
    received = 0;
    answerTo(line, caller).then((answer) => connection.write(`${JSON.stringify(answer)}\n`));
  });
}

async function answerTo(line: string, caller: Caller): Promise<ControlAnswer> {
  try {
    const { command, arguments: given } = JSON.parse(line) as ControlRequest;
    const run = COMMANDS[command];
    if (run === undefined) {
      throw new Error(`no command "${command}"; there are: ${Object.keys(COMMANDS).join(", ")}`);
    }
    return { ok: true, result: await run(caller.platform, given, caller) };
  } catch (cause) {
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** One connection to the socket, and the moments that it holds until it ends. */
type Caller = { platform: Platform; directory: DataDirectory; held: { release(): void }[] };
type Command = (
  platform: Platform,
  given: Record<string, string | undefined>,
  caller: Caller,
) => Promise<unknown>;

const COMMANDS: Record<string, Command> = {
  "tenant create": (platform, given) => platform.createTenant(required(given, "name")),
  "tenant list": (platform) => platform.tenants(),
  "product create": (platform, given) =>
    platform.createProduct({
      tenantId: required(given, "tenant"),
      name: required(given, "name"),
      liveActivated: given["live"] === "true",
    }),
  "product list": (platform) => platform.products(),
  "product set": (platform, given) =>
    platform.setProductStatus({
      productId: required(given, "product"),
      ...(given["status"] === undefined ? {} : { status: statusOf(given["status"]) }),
      ...(given["live"] === undefined ? {} : { liveActivated: given["live"] === "true" }),
    }),
  "key create": async (platform, given) => {
    const { apiKey, document } = await platform.createKey({
      productId: required(given, "product"),
      environment: environmentOf(given["environment"] ?? "sandbox"),
      name: given["name"] ?? "operator",
      scopes: scopesOf(given["scopes"]),
      ...(given["expires"] === undefined ? {} : { expiresAtMs: timeOf(given["expires"]) }),
    });
    return { apiKey, ...withoutDigest(document) };
  },
  "key list": async (platform) => (await platform.apiKeys()).map(withoutDigest),
  [HOLD_COMMAND]: async (_platform, _given, { directory, held }) => {
    if (held.length > 0) throw new Error("this connection holds its moment already");
    if (holders === HOLDERS_MAX) throw new Error(`${HOLDERS_MAX} commands read the logs already`);
    holders++;
    held.push({ release: () => holders-- }, ...holdActors(directory));
    return {};
  },
  "key revoke": async (platform, given) =>
    withoutDigest(await platform.revokeKey(required(given, "key"))),
};

let holders = 0;

function holdActors(directory: DataDirectory): { release(): void }[] {
  return directory.actorNames.flatMap((name) => {
    const { logPath, statePath } = directory.actor(name);
    // The state first: what it shows then is in the log that is held after it.
    return [statePath, logPath].flatMap((path) => holdMoment(path) ?? []);
  });
}

function required(given: Record<string, string | undefined>, name: string): string {
  const value = given[name];
  if (value === undefined || value === "") throw new Error(`--${name} is required`);
  return value;
}

function environmentOf(text: string): Environment {
  if (text === "sandbox" || text === "live") return text;
  throw new Error(`--environment is sandbox or live, not "${text}"`);
}

function statusOf(text: string): "active" | "disabled" | "closed" {
  if (text === "active" || text === "disabled" || text === "closed") return text;
  throw new Error(`--status is active, disabled or closed, not "${text}"`);
}

function scopesOf(text: string | undefined): string[] {
  const known = allScopes();
  if (text === undefined) return known;
  const scopes = text.split(",").filter((scope) => scope !== "");
  const unknown = scopes.find((scope) => !known.includes(scope));
  if (unknown === undefined) return scopes;
  throw new Error(`no scope "${unknown}"; there are: ${known.join(", ")}`);
}

function timeOf(text: string): number {
  const timeMs = parseTimestamp(text);
  if (timeMs === undefined) throw new Error(`--expires is an ISO 8601 time, not "${text}"`);
  return timeMs;
}

function withoutDigest<T extends { digest: string }>({ digest: _, ...rest }: T): Omit<T, "digest"> {
  return rest;
}
