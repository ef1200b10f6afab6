/** The process's log: JSON lines by pino, straight to standard output from every thread. */
import { type Logger, pino } from "pino";

/** Names whose values never reach a line, wherever they stand in an object. */
const SECRET_NAMES = ["authorization", "apiKey", "key", "secret", "password", "token", "digest"];

export type LoggerOptions = { level: string; thread: string };

/** Lines are collected for up to this many bytes before a write; `flush` on the way out. */
const BUFFER_BYTES = 8_192;
const FLUSH_MS = 200;

export function openLogger({ level, thread }: LoggerOptions): Logger {
  const destination = pino.destination({ fd: 1, sync: false, minLength: BUFFER_BYTES });
  const logger = pino(
    {
      level,
      base: { thread },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: "[redacted]",
      },
    },
    destination,
  );
  setInterval(() => destination.flush(), FLUSH_MS).unref();
  return logger;
}

/** Resolves when every line so far has been written. */
export function flushLogger(logger: Logger): Promise<void> {
  return new Promise((resolve) => logger.flush(() => resolve()));
}
