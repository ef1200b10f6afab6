/**
 * What `npm run admin` does: reads a command and its flags, sends them through the socket of a running
 * server, and says what is to be printed.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { nearest } from "../src/base/nearest.ts";
import { askControlAndHold, ControlRefused } from "../src/operator/control_client.ts";
import type { CommandFlag, OperatorCommand } from "../src/operator/operator_command.ts";
import { commandNamed, OPERATOR_COMMANDS } from "../src/operator/operator_commands.ts";

const DATA: CommandFlag = {
  name: "data",
  value: "DIR",
  help: "the server's directory; DATA_DIR or ./data by default",
};
/** Width of the columns of a usage, characters. */
const [NAME_WIDTH, FLAG_WIDTH] = [22, 32];
/** How many words name a command. */
const COMMAND_WORDS = 2;

/** A command that was written wrongly; `usage` says how it is written. */
class UsageError extends Error {
  readonly usage: string;

  constructor(message: string, usage: string) {
    super(message);
    this.usage = usage;
  }
}

const USAGE = [
  "Usage: npm run admin -- COMMAND [flags]",
  "",
  ...OPERATOR_COMMANDS.map(({ name, summary }) => `  ${name.padEnd(NAME_WIDTH)}${summary}`),
  "",
  "COMMAND --help prints its flags. The server must be running; --data DIR (or DATA_DIR) names its",
  "directory, ./data by default. Every command is recorded with the user who runs it.",
  "",
].join("\n");

/** What a command has printed on its standard output and standard error, and how it ended. */
export type Ended = { code: 0 | 1 | 2; out: string; err: string };

/** Runs a command. `dataDir`: the directory where the arguments name none, if the caller knows one. */
export async function runCommand(
  args: readonly string[],
  dataDir: string | undefined,
): Promise<Ended> {
  try {
    return { code: 0, ...(await printed(args, dataDir ?? "./data")) };
  } catch (error) {
    const cause = error as Error;
    const code = cause instanceof ControlRefused ? cause.code : undefined;
    const refused = `${code === undefined ? "" : `${code}: `}${cause.message}\n`;
    if (!(cause instanceof UsageError)) return { code: 1, out: "", err: refused };
    return { code: 2, out: "", err: `${refused}\n${cause.usage}` };
  }
}

async function printed(args: readonly string[], dataDir: string): Promise<Omit<Ended, "code">> {
  const tokens = tokensOf(args);
  const words = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  const asksForHelp = args.includes("--help") || args.includes("-h");
  if (words.length === 0 && (asksForHelp || args.length === 0)) {
    return { out: USAGE, err: "" };
  }
  const { command, more } = commandOf(words);
  if (asksForHelp) {
    return { out: usageOf(command), err: "" };
  }
  const [argument, behind] = splitWords(command, more);
  const { data, ...given } = flagsOf(command, [...tokens, ...argument]);
  if (behind !== undefined) {
    throw new UsageError(`"${command.name}" takes flags, not "${behind}"`, usageOf(command));
  }
  const missing = command.flags.find(({ name, isRequired }) => isRequired && !(name in given));
  if (missing !== undefined) {
    throw new UsageError(`--${missing.name} ${missing.value} is missing`, usageOf(command));
  }
  const request = { command: command.name, arguments: given };
  const { result, notes, release } = await askControlAndHold(data ?? dataDir, request);
  release();
  const out = typeof result === "string" ? result : `${JSON.stringify(result, null, 2)}\n`;
  return { out, err: notes.map((note) => `note: ${note}\n`).join("") };
}

type Token =
  | { kind: "option"; name: string; rawName: string; value: string | undefined }
  | { kind: "positional"; value: string }
  | { kind: "option-terminator" };

/** The arguments, with the values of every flag that some command takes. */
function tokensOf(args: readonly string[]): readonly Token[] {
  const flags = [...OPERATOR_COMMANDS.flatMap((command) => command.flags), DATA];
  const options = Object.fromEntries(flags.map(({ name }) => [name, { type: "string" as const }]));
  const rules = { options, strict: false, allowPositionals: true, tokens: true } as const;
  return parseArgs({ args: [...args], ...rules }).tokens as readonly Token[];
}

/** The command that the words name, and the words behind its name. */
function commandOf(words: readonly string[]): { command: OperatorCommand; more: string[] } {
  for (const count of [COMMAND_WORDS, 1]) {
    const command = commandNamed(words.slice(0, count).join(" "));
    if (command !== undefined) return { command, more: words.slice(count) };
  }
  const name = words.slice(0, COMMAND_WORDS).join(" ");
  const names = OPERATOR_COMMANDS.map((one) => one.name);
  const what = name === "" ? "a command is missing" : `no command "${name}"`;
  throw new UsageError(`${what}${meant(nearest(name, names))}`, USAGE);
}

/** Of the words behind a command: the flag whose value is the first of them, where the command has such a flag, and the first word that is no value. */
function splitWords(
  command: OperatorCommand,
  [value, ...more]: readonly string[],
): [argument: Token[], behind: string | undefined] {
  const flag = command.flags.find(({ isArgument }) => isArgument === true);
  if (flag === undefined || value === undefined) return [[], value];
  const { name } = flag;
  return [[{ kind: "option", name, rawName: `--${name}`, value }], more[0]];
}

/** The flags as they were given. Throws `UsageError` for the first that the command does not take. */
function flagsOf(command: OperatorCommand, tokens: readonly Token[]): Record<string, string> {
  const usage = usageOf(command);
  const known = [...command.flags, DATA];
  const given: Record<string, string> = {};
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const flag = known.find(({ name }) => name === token.name);
    if (flag === undefined) {
      const names = known.map(({ name }) => `--${name}`);
      const near = nearest(token.rawName, names);
      throw new UsageError(`"${command.name}" has no flag ${token.rawName}${meant(near)}`, usage);
    }
    if (given[flag.name] !== undefined)
      throw new UsageError(`--${flag.name} is given twice`, usage);
    given[flag.name] = checkedValue(flag, token.value, usage);
  }
  return given;
}

function checkedValue(
  { name, value, oneOf, isPath }: CommandFlag,
  text: unknown,
  usage: string,
): string {
  if (typeof text !== "string" || text === "") {
    throw new UsageError(`--${name} needs a value: ${value}`, usage);
  }
  if (isPath === true) return resolve(text);
  if (oneOf === undefined || oneOf.includes(text)) return text;
  const near = nearest(text, oneOf);
  throw new UsageError(`--${name} is ${oneOf.join(" or ")}, not "${text}"${meant(near)}`, usage);
}

function usageOf({ name, summary, flags }: OperatorCommand): string {
  const needed = flags.filter(({ isRequired }) => isRequired);
  const short = [...needed.map((flag) => `--${flag.name} ${flag.value}`), "[flags]"].join(" ");
  const lines = [...flags, DATA].map(({ name: flag, value, help, isRequired }) => {
    const text = `--${flag} ${value}`.padEnd(FLAG_WIDTH);
    return `  ${text} ${help}${isRequired ? " (required)" : ""}`;
  });
  return [`Usage: npm run admin -- ${name} ${short}`, "", `${summary}.`, "", ...lines, ""].join(
    "\n",
  );
}

function meant(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${near}?`;
}
