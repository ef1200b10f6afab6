/**
 * The operator's door: a Unix socket in the data directory, open to its owner alone. One JSON object
 * a line in, one out. `npm run admin` is its client.
 */
import { chmodSync, closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseTimestamp } from "../contract/formats.ts";
import type { Environment } from "../contract/operation.ts";
import { allScopes } from "../features/published.ts";
import type { Platform } from "./platform.ts";

export type ControlRequest = { command: string; arguments: Record<string, string | undefined> };
export type ControlAnswer = { ok: true; result: unknown } | { ok: false; message: string };

/** Longest path of a Unix socket that every system takes, bytes. */
const SOCKET_PATH_BYTES_MAX = 100;
/** Longest line, characters. */
const LINE_MAX = 65_536;

export async function openControl(
  dataPath: string,
  platform: Platform,
): Promise<{ close(): void }> {
  const socket = reachable(dataPath);
  rmSync(socket.path, { force: true });
  const server = createServer((connection) => serve(connection, platform));
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
  const socket = reachable(dataPath);
  try {
    const answer = await new Promise<ControlAnswer>((resolve, reject) => {
      const connection = connect(socket.path);
      connection.once("error", () => reject(new Error(`no server runs on ${dataPath}`)));
      connection.once("connect", () => connection.write(`${JSON.stringify(request)}\n`));
      createInterface({ input: connection }).once("line", (line) => {
        resolve(JSON.parse(line) as ControlAnswer);
        connection.end();
      });
    });
    if (!answer.ok) throw new Error(answer.message);
    return answer.result;
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

function serve(connection: Socket, platform: Platform): void {
  connection.on("error", () => connection.destroy());
  let received = 0;
  connection.on("data", (chunk) => {
    received += chunk.length;
    if (received > LINE_MAX) connection.destroy();
  });
  createInterface({ input: connection }).on("line", (line) => {
    received = 0;
    answerTo(line, platform).then((answer) => connection.write(`${JSON.stringify(answer)}\n`));
  });
}

async function answerTo(line: string, platform: Platform): Promise<ControlAnswer> {
  try {
    const { command, arguments: given } = JSON.parse(line) as ControlRequest;
    const run = COMMANDS[command];
    if (run === undefined) {
      throw new Error(`no command "${command}"; there are: ${Object.keys(COMMANDS).join(", ")}`);
    }
    return { ok: true, result: await run(platform, given) };
  } catch (cause) {
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause) };
  }
}

type Command = (platform: Platform, given: Record<string, string | undefined>) => Promise<unknown>;

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
  "key revoke": async (platform, given) =>
    withoutDigest(await platform.revokeKey(required(given, "key"))),
};

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
