/**
 * The operator's socket: a Unix socket in the data directory that only the directory's owner may
 * open. Each line that arrives is a JSON request, and each answer is one JSON line. Its client is
 * `npm run admin`.
 */
import { chmodSync, closeSync, openSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { holdMoment } from "../../wal/beside.ts";
import { readJson } from "../calls/json_input.ts";
import { PAGE_LIMIT_MAX } from "../contract/formats.ts";
import type { DataDirectory } from "../data_directory.ts";
import type { Operator } from "./operator.ts";

export type ControlRequest = { command: string; arguments: Record<string, string | undefined> };
export type ControlAnswer = { ok: true; result: unknown } | { ok: false; message: string };

/** The longest path of a Unix socket that every system accepts, bytes. */
const SOCKET_PATH_BYTES_MAX = 100;
/** The command that keeps logs and states unchanged for another process (see `wal/beside.ts`). */
export const HOLD_COMMAND = "data hold";
/**
 * The most connections that run `HOLD_COMMAND` at once: each takes a reader slot of every LMDB
 * environment, and LMDB cannot reuse pages meanwhile.
 */
const HOLDERS_MAX = 8;
/** The longest line of a request, characters. */
const LINE_MAX = 65_536;

export async function openControl(
  directory: DataDirectory,
  operator: Operator,
): Promise<{ close(): void }> {
  const socket = socketPathOf(directory.path);
  rmSync(socket.path, { force: true });
  const server = createServer((connection) => serve(connection, operator, directory));
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

/** Like `askControl`; what the command holds for its caller is held until `release` is called. */
export async function askControlAndHold(
  dataPath: string,
  request: ControlRequest,
): Promise<{ result: unknown; release(): void }> {
  const socket = socketPathOf(dataPath);
  const connection = connect(socket.path);
  try {
    const answer = await new Promise<ControlAnswer>((resolve, reject) => {
      const onNoServer = () => reject(new Error(`no server runs on ${dataPath}`));
      connection.on("error", onNoServer);
      connection.once("close", onNoServer);
      connection.once("connect", () => connection.write(`${JSON.stringify(request)}\n`));
      const lines = createInterface({ input: connection });
      lines.on("error", onNoServer);
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

/**
 * The path of the socket; where it is too long, a path through an open descriptor of the directory.
 */
function socketPathOf(dataPath: string): { path: string; release(): void } {
  const path = join(dataPath, "control.sock");
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX) return { path, release() {} };
  const directory = openSync(dataPath, "r");
  return {
    path: `/proc/self/fd/${directory}/control.sock`,
    release: () => closeSync(directory),
  };
}

function serve(connection: Socket, operator: Operator, directory: DataDirectory): void {
  const caller: Caller = { operator, directory, held: [] };
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
    const read = readJson(line);
    if (read.issues !== undefined)
      throw new Error(read.issues.map(({ message }) => message).join("; "));
    const { command, arguments: given } = read.value as ControlRequest;
    const run = COMMANDS[command];
    if (run === undefined) {
      throw new Error(`no command "${command}"; there are: ${Object.keys(COMMANDS).join(", ")}`);
    }
    return { ok: true, result: await run(given, caller) };
  } catch (cause) {
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** One connection to the socket, and the LMDB snapshots that it holds until it ends. */
type Caller = { operator: Operator; directory: DataDirectory; held: { release(): void }[] };
type Given = Record<string, string | undefined>;
type Command = (given: Given, caller: Caller) => Promise<unknown>;

/** Each command, its operation, and how the command's flags become the operation's input. */
const COMMANDS: Record<string, Command> = {
  "tenant create": running("platform.tenant.create", ({ name }) => ({ name })),
  "tenant list": listing("platform.tenant.list"),
  "product create": running("platform.product.create", ({ tenant, name, live }) => ({
    tenantId: tenant,
    name,
    liveActivated: flagOf("live", live),
  })),
  "product list": listing("platform.product.list"),
  "product set": running("platform.product.update", ({ product, status, live }) => ({
    productId: product,
    status,
    liveActivated: flagOf("live", live),
  })),
  "key create": running("platform.api_key.create", (given) => ({
    productId: given["product"],
    environment: given["environment"] ?? "sandbox",
    name: given["name"] ?? "operator",
    scopes: given["scopes"]?.split(",").filter((scope) => scope !== ""),
    expiresAt: given["expires"],
  })),
  "key list": listing("platform.api_key.list"),
  "key revoke": running("platform.api_key.revoke", ({ key }) => ({ apiKeyId: key })),
  [HOLD_COMMAND]: async (_given, { directory, held }) => {
    if (held.length > 0) throw new Error("this connection holds its moment already");
    if (holders === HOLDERS_MAX) throw new Error(`${HOLDERS_MAX} commands read the logs already`);
    holders++;
    held.push({ release: () => holders-- }, ...holdActors(directory));
    return {};
  },
};

function running(operation: string, inputOf: (given: Given) => Record<string, unknown>): Command {
  return (given, { operator }) => operator.call(operation, present(inputOf(given)));
}

/** Reads every page of a list. With `--tenant` it returns only the items of that tenant. */
function listing(operation: string): Command {
  return async ({ tenant: tenantId }, { operator }) => {
    const items: unknown[] = [];
    let cursor: string | undefined;
    do {
      const input = present({ tenantId, cursor, limit: String(PAGE_LIMIT_MAX) });
      const page = await operator.call<Page>(operation, input);
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return items;
  };
}

type Page = { items: unknown[]; nextCursor?: string };

/** The fields without those that are undefined. */
function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The value of a flag that takes true or false; undefined where the flag was not given. */
function flagOf(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`--${name} is true or false, not "${text}"`);
}

let holders = 0;

function holdActors(directory: DataDirectory): { release(): void }[] {
  return directory.actorNames.flatMap((name) => {
    const { logPath, statePath } = directory.actor(name);
    // The state is held first, so that the log, which is held after it, contains the state's frame.
    return [statePath, logPath].flatMap((path) => holdMoment(path) ?? []);
  });
}
