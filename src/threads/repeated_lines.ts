/**
 * Says a thing once and counts the rest: of warnings and errors that differ in numbers and ids only,
 * the first is written, later ones are counted, and a last line says how often it came when it has
 * not come for a while. A trouble that goes on is told again every few minutes.
 * Guarantees: nothing is counted that was not said once; lines below a warning pass untouched; with
 * more kinds of trouble at once than it remembers, a line is written rather than lost.
 */
import type { LineDestination } from "./line_writer.ts";

/** A trouble that has not come for so long is over, milliseconds. */
export const QUIET_MS = 10_000;
/** While it goes on, it is told again after so long, milliseconds. */
export const REMIND_MS = 300_000;
/** Kinds of trouble that are remembered at once. */
export const KINDS_MAX = 64;
/** Characters of a message that tell one kind from another. */
const KIND_LENGTH = 300;
/** A line begins with its level, a number of two digits; from 40, a warning, it is looked at. */
const LEVEL_AT = '{"level":'.length;
const LEAST_DIGIT = "4".charCodeAt(0);
/** A word with a digit in it is a number or an id. */
const CHANGING = /\w*\d\w*/g;

type Line = {
  level: number;
  thread?: string;
  msg?: string;
  err?: { type?: string; message?: string };
};
type Trouble = { line: Line; firstMs: number; lastMs: number; toldMs: number; count: number };

export type RepeatedLines = LineDestination & {
  /** Tells what is over, and what goes on for long. To be called now and then. */
  tend(): void;
};

export function withoutRepetitions(
  destination: LineDestination,
  nowMs: () => number,
): RepeatedLines {
  const troubles = new Map<string, Trouble>();

  /** True when the line repeats a line that was written. */
  const isRepeated = (text: string): boolean => {
    if (!(text.charCodeAt(LEVEL_AT) >= LEAST_DIGIT)) return false;
    const line = lineOf(text);
    if (line === undefined) return false;
    const kind = kindOf(line);
    const known = troubles.get(kind);
    const now = nowMs();
    if (known === undefined) {
      const trouble = { line, firstMs: now, lastMs: now, toldMs: now, count: 0 };
      if (troubles.size < KINDS_MAX) troubles.set(kind, trouble);
      return false;
    }
    known.count++;
    known.lastMs = now;
    return true;
  };

  const tell = ({ line, firstMs, lastMs, count }: Trouble, isOver: boolean) => {
    const { level, thread, msg = "", err } = line;
    const time = new Date(nowMs()).toISOString();
    const seconds = Math.round((lastMs - firstMs) / 1_000);
    const state = isOver ? "it has ended" : "it goes on";
    const told = `${msg} (${count} more times in ${seconds} s; ${state})`;
    const repeated = { repeated: count, since: new Date(firstMs).toISOString() };
    const fields = { level, time, thread, ...repeated, error: err?.message, msg: told };
    destination.write(`${JSON.stringify(fields)}\n`);
  };

  const tend = (isEnd = false) => {
    const now = nowMs();
    for (const [kind, trouble] of troubles) {
      const isOver = isEnd || now - trouble.lastMs >= QUIET_MS;
      const isDue = isOver || now - trouble.toldMs >= REMIND_MS;
      if (isDue && trouble.count > 0) tell(trouble, isOver);
      if (isOver) troubles.delete(kind);
      else if (isDue) Object.assign(trouble, { toldMs: now, firstMs: now, count: 0 });
    }
  };

  return {
    write(text) {
      if (!isRepeated(text)) destination.write(text);
    },
    flush(done) {
      if (done !== undefined) tend(true);
      destination.flush(done);
    },
    flushSync() {
      destination.flushSync();
    },
    tend: () => tend(),
  };
}

function lineOf(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

function kindOf({ level, msg, err }: Line): string {
  const message = `${msg ?? ""} ${err?.type ?? ""} ${err?.message ?? ""}`.slice(0, KIND_LENGTH);
  return `${level} ${message.replaceAll(CHANGING, "#")}`;
}
