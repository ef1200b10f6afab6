/**
 * The process's log, straight to standard output from every thread: JSON lines by pino; on a
 * terminal, lines for people by pino-pretty.
 */
import { createRequire } from "node:module";
import { isatty } from "node:tty";
import { type Logger, type LoggerOptions as LoggerSettings, pino } from "pino";
import { withoutCredentials } from "../access/credential_text.ts";
import { type LineDestination, LineWriter } from "./line_writer.ts";
import { withoutRepetitions } from "./repeated_lines.ts";

/** Names of fields whose values are never written, at any depth of an object. */
const SECRET_NAMES = ["authorization", "apiKey", "key", "secret", "password", "token", "digest"];

export type LoggerOptions = {
  level: string;
  thread: string;
  /** What is told of an error's stack; the stack as it is by default. */
  stackOf?: (stack: string) => string;
};

/** Lines are collected up to this many characters before a write. */
const COLLECTED = 8_192;
const FLUSH_MS = 200;

/** Characters of lines that wait for standard output, at most. */
const WAITING_MAX = 4 * 2 ** 20;
const STANDARD_OUTPUT = 1;

/** Whether people read the log: standard output is a terminal. */
export function isTerminal(): boolean {
  return isatty(STANDARD_OUTPUT);
}

export function openLogger(options: LoggerOptions): Logger {
  const output = new LineWriter({
    fd: STANDARD_OUTPUT,
    collect: isTerminal() ? 1 : COLLECTED,
    waitingMax: WAITING_MAX,
  });
  const readable = isTerminal() ? forPeople(output) : output;
  const lines = withoutRepetitions(withoutSecrets(readable), Date.now);
  const logger = pino(loggerSettings(options), lines);
  let told = 0;
  setInterval(() => {
    lines.tend();
    output.flush();
    if (output.lost === told) return;
    const lost = output.lost - told;
    told = output.lost;
    logger.warn({ lost }, "lines of this log were lost: standard output did not take them");
  }, FLUSH_MS).unref();
  return logger;
}

/** Turns finished lines of JSON into lines for people. The library is loaded on a terminal only. */
export function forPeople(destination: LineDestination, colorize?: boolean): LineDestination {
  const load = createRequire(import.meta.url);
  const { prettyFactory, isColorSupported } = load("pino-pretty") as typeof import("pino-pretty");
  const readable = prettyFactory({
    colorize: colorize ?? isColorSupported,
    translateTime: "SYS:HH:MM:ss.l",
    singleLine: true,
  });
  return {
    write: (line) => destination.write(readable(line)),
    flush: (done) => destination.flush(done),
    flushSync: () => destination.flushSync(),
  };
}

/**
 * Removes API keys from finished lines, because redaction by field name does not find a key in an
 * error's message. Every line of every level passes here.
 */
export function withoutSecrets(destination: LineDestination): LineDestination {
  return {
    write: (line) => destination.write(withoutCredentials(line)),
    flush: (done) => destination.flush(done),
    flushSync: () => destination.flushSync(),
  };
}

export function loggerSettings({ level, thread, stackOf }: LoggerOptions): LoggerSettings {
  return {
    level,
    base: { thread },
    ...(stackOf !== undefined && { serializers: { err: errorsWith(stackOf) } }),
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[redacted]",
    },
  };
}

function errorsWith(stackOf: (stack: string) => string) {
  return (err: Error) => {
    const told = pino.stdSerializers.err(err);
    return told.stack === undefined ? told : { ...told, stack: stackOf(told.stack) };
  };
}

/** Resolves when every line so far has been written. */
export function flushLogger(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}
