/** The process's log: JSON lines by pino, straight to standard output from every thread. */
import { type Logger, type LoggerOptions as LoggerSettings, pino } from "pino";
import { withoutApiKeys } from "../access/api_key.ts";

/** Names of fields whose values are never written, at any depth of an object. */
const SECRET_NAMES = ["authorization", "apiKey", "key", "secret", "password", "token", "digest"];

export type LoggerOptions = { level: string; thread: string };

/** Lines are collected up to this many bytes before a write. */
const BUFFER_BYTES = 8_192;
const FLUSH_MS = 200;

export function openLogger({ level, thread }: LoggerOptions): Logger {
  const destination = pino.destination({ fd: 1, sync: false, minLength: BUFFER_BYTES });
  const logger = pino(loggerSettings({ level, thread }), withoutSecrets(destination));
  setInterval(() => destination.flush(), FLUSH_MS).unref();
  return logger;
}

/**
 * Removes API keys from finished lines, because redaction by field name does not find a key in an
 * error's message. Every line of every level passes here.
 */
export function withoutSecrets(destination: LineDestination): LineDestination {
  return {
    write: (line) => destination.write(withoutApiKeys(line)),
    flush: (done) => destination.flush(done),
    flushSync: () => destination.flushSync(),
  };
}

export type LineDestination = {
  write(line: string): unknown;
  flush(done?: (error?: Error) => void): void;
  flushSync(): void;
};

export function loggerSettings({ level, thread }: LoggerOptions): LoggerSettings {
  return {
    level,
    base: { thread },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: "[redacted]",
    },
  };
}

/** Resolves when every line so far has been written. */
export function flushLogger(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}
