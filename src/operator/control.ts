/**
 * The operator's socket: a Unix socket in the data directory that only the directory's owner may
 * open. Its language is `control_protocol.ts`, its client `control_client.ts`.
 */
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { holdMoment } from "../../wal/beside.ts";
import { indexPath } from "../../wal/erasable_store.ts";
import { readJson } from "../calls/json_input.ts";
import { type RunBankCommand, runBankCommand, setBankAccount } from "./bank_commands.ts";
import {
  type ControlAnswer,
  type ControlRequest,
  HOLD_COMMAND,
  socketPathOf,
} from "./control_protocol.ts";
import {
  assignCredit,
  type CreditCommandParts,
  listCredits,
  returnCredit,
} from "./credit_commands.ts";
import {
  KEY_COMMANDS,
  type KeyCommand,
  type KeyCommandParts,
  runKeyCommand,
} from "./key_commands.ts";
import type { Operator } from "./operator.ts";
import { BANK_COMMANDS } from "./operator_bank_commands.ts";
import { type InputIssue, OperatorRefused } from "./operator_call.ts";
import type { Given, OperationCommand } from "./operator_command.ts";
import { commandNamed, faultIn, flagOfField, ROTATE_COMMAND } from "./operator_commands.ts";
import { CREDIT_COMMANDS } from "./operator_credit_commands.ts";
import { PROVIDER_COMMANDS } from "./operator_provider_commands.ts";
import {
  listProviders,
  type ProviderCommandParts,
  reconcileProvider,
  removeProvider,
  setProvider,
} from "./provider_commands.ts";
import { listRevenue } from "./revenue_commands.ts";
import { runCommand } from "./run_command.ts";
import { REVENUE_COMMAND } from "./usage_commands.ts";

/**
 * The most connections that run `HOLD_COMMAND` at once: each takes a reader slot of every LMDB
 * database, and LMDB cannot reuse pages meanwhile.
 */
const HOLDERS_MAX = 8;
/** The longest line of a request, characters. */
const LINE_MAX = 65_536;
/** A user as a record may name it: no colon, which ids in records do not have. */
const USER = /^[\w.@$\\/-]{1,128}$/;

/** Where the socket is, and what is held for a command that reads the files of a server that runs. */
export type ControlDirectory = {
  path: string;
  entityKeysPath: string;
  shardNames: readonly string[];
  shard(name: string): { logPath: string; statePath: string };
};

/** What the commands act on. */
export type ControlParts = {
  directory: ControlDirectory;
  operator: Operator;
  rotateSealKey(user: string): Promise<unknown>;
  keys: KeyCommandParts;
  providers: ProviderCommandParts;
  credits: CreditCommandParts;
  bank: RunBankCommand;
};

export async function openControl(parts: ControlParts): Promise<{ close(): void }> {
  const { directory } = parts;
  const socket = socketPathOf(directory.path);
  rmSync(socket.path, { force: true });
  const server = createServer((connection) => serve(connection, parts));
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

function serve(connection: Socket, parts: ControlParts): void {
  const caller: Caller = { ...parts, held: [] };
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
    const request = read.value as ControlRequest;
    const own = OWN_COMMANDS.get(request.command);
    const command = commandNamed(request.command);
    const given = request.arguments ?? {};
    const fault = command === undefined ? undefined : faultIn(command, given);
    if (fault !== undefined) throw new Error(fault);
    if (own !== undefined) {
      return { ok: true, result: await own(caller, userOf(request.user), given) };
    }
    if (command === undefined || command.kind === "own") {
      throw new Error(`no command "${request.command}"`);
    }
    return await answerOf(command, request, caller.operator);
  } catch (cause) {
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause) };
  }
}

async function answerOf(
  command: OperationCommand,
  { arguments: given, user }: ControlRequest,
  operator: Operator,
): Promise<ControlAnswer> {
  try {
    return { ok: true, ...(await runCommand(operator, command, { given, user: userOf(user) })) };
  } catch (cause) {
    if (!(cause instanceof OperatorRefused)) throw cause;
    const { code, issues, message } = cause;
    const told = issues.map((issue) => sentenceOf(command, issue));
    return { ok: false, code, message: told.length > 0 ? told.join("; ") : message };
  }
}

/** What the client says of its user, where it can stand in a record. */
function userOf(user: unknown): string {
  return typeof user === "string" && USER.test(user) ? user : "unknown";
}

/** The message of an issue, which begins with the name of a field, with the flag that fills the field. */
function sentenceOf(
  command: OperationCommand,
  { path: [field = ""], message }: InputIssue,
): string {
  const isNamed = message.startsWith(`${field} `) || message.startsWith(`${field}.`);
  return isNamed
    ? flagOfField(command, String(field)) + message.slice(String(field).length)
    : message;
}

/** One connection to the socket, and the LMDB snapshots that it holds until it ends. */
type Caller = ControlParts & { held: { release(): void }[] };

/** Commands that are no operation of the platform. */
type OwnCommand = (caller: Caller, user: string, given: Given) => unknown;
const OWN_COMMANDS: ReadonlyMap<string, OwnCommand> = new Map<string, OwnCommand>([
  [
    HOLD_COMMAND,
    ({ directory, held }: Caller) => {
      if (isRotating) throw new Error("the seal key is being rotated: try again");
      if (isDeleting) throw new Error("a key is being deleted: try again");
      if (held.length > 0) throw new Error("this connection holds its moment already");
      if (holders === HOLDERS_MAX) throw new Error(`${HOLDERS_MAX} commands read the logs already`);
      holders++;
      held.push({ release: () => holders-- }, ...holdShards(directory));
      held.push(...[holdMoment(indexPath(directory.entityKeysPath)) ?? []].flat());
      return {};
    },
  ],
  [ROTATE_COMMAND, rotate],
  [REVENUE_COMMAND, ({ operator }, user, given) => listRevenue(operator, given, user)],
  ...KEY_COMMANDS.map((command): [string, OwnCommand] => [
    command.name,
    (caller, user, given) =>
      command.reads
        ? runKeyCommand(command, caller.keys, given, user)
        : changeKeys(command, caller, user, given),
  ]),
  [PROVIDER_COMMANDS.set, (caller, user, given) => change(setProvider, caller, user, given)],
  [PROVIDER_COMMANDS.remove, (caller, user, given) => change(removeProvider, caller, user, given)],
  [PROVIDER_COMMANDS.list, ({ providers }) => listProviders(providers)],
  [CREDIT_COMMANDS.list, ({ credits }, _, given) => listCredits(credits, given)],
  [CREDIT_COMMANDS.assign, ({ credits }, user, given) => assignCredit(credits, given, user)],
  [CREDIT_COMMANDS.return, ({ credits }, user, given) => returnCredit(credits, given, user)],
  [BANK_COMMANDS.account, (caller, user, given) => change(setBankAccount, caller, user, given)],
  ...(["export", "import", "pending", "tell"] as const).map((command): [string, OwnCommand] => [
    BANK_COMMANDS[command],
    ({ bank }, user, given) => runBankCommand(bank, command, { given, user }),
  ]),
  [PROVIDER_COMMANDS.reconcile, ({ providers }, _, given) => reconcileProvider(providers, given)],
]);

let holders = 0;
let isRotating = false;
let isChanging = false;
let isChangingKeys = false;
let isDeleting = false;

/** One change of the providers at a time, and none while secrets are sealed anew. */
async function change(
  run: (parts: ProviderCommandParts, given: Given, user: string) => Promise<unknown>,
  { providers }: Caller,
  user: string,
  given: Given,
): Promise<unknown> {
  if (isRotating) throw new Error("the seal key is being rotated: try again");
  if (isChanging) throw new Error("another command changes the providers: try again");
  isChanging = true;
  try {
    return await run(providers, given, user);
  } finally {
    isChanging = false;
  }
}

/**
 * A backup has the logs of one moment and then the keys: of a rotation in between it would have texts
 * without their key.
 */
async function rotate({ rotateSealKey }: Caller, user: string): Promise<unknown> {
  if (isRotating) throw new Error("the seal key is being rotated already");
  if (isChanging) throw new Error("a command that changes the providers is under way");
  if (holders > 0) throw new Error("a backup, or a command that reads the logs, is under way");
  isRotating = true;
  try {
    return await rotateSealKey(user);
  } finally {
    isRotating = false;
  }
}

/**
 * One change of the rings of keys at a time. A backup has the logs of one moment and then the keys, so a key
 * that its logs may need is not deleted meanwhile; a new one does no harm.
 */
async function changeKeys(
  command: KeyCommand,
  { keys }: Caller,
  user: string,
  given: Given,
): Promise<unknown> {
  if (isChangingKeys) throw new Error("another command changes the keys: try again");
  const { deletes = false } = command;
  if (deletes && holders > 0) {
    throw new Error("a backup, or a command that reads the logs, is under way");
  }
  isChangingKeys = true;
  isDeleting = deletes;
  try {
    return await runKeyCommand(command, keys, given, user);
  } finally {
    isChangingKeys = false;
    isDeleting = false;
  }
}

function holdShards(directory: ControlDirectory): { release(): void }[] {
  return directory.shardNames.flatMap((name) => {
    const { logPath, statePath } = directory.shard(name);
    // The state is held first, so that the log, which is held after it, contains the state's frame.
    return [statePath, logPath].flatMap((path) => holdMoment(path) ?? []);
  });
}
