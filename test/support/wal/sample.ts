/** Frames, directories and random numbers that the tests of this package share. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { TestContext } from "node:test";
import { Worker } from "node:worker_threads";
import { programOf, threadCodeOf } from "../../../scripts/program.ts";
import type { SealedFrame } from "../../../wal/format.ts";
import { FrameBuilder } from "../../../wal/frame_builder.ts";
import type { LogHead } from "../../../wal/log.ts";

/** A fresh directory that is removed when the test ends. */
export function directoryOf(test: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "wal-"));
  test.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The bytes of record `index` of frame `sequence`, so that every reader can compute them. */
export function recordBytes(sequence: number, index: number): Buffer {
  const length = 1 + ((sequence * 31 + index * 17) % 400);
  const bytes = Buffer.alloc(length, (sequence + index) & 255);
  if (length >= 8) bytes.writeUInt32LE(sequence, 0);
  return bytes;
}

/** A frame of `count` records of `recordBytes`, after `head`. */
export function frameAfter(head: LogHead, count: number, contentOf = recordBytes): SealedFrame {
  const builder = new FrameBuilder();
  const sequence = head.sequence + 1;
  builder.open(sequence, head.hash);
  for (let index = 0; index < count; index++) {
    const record = contentOf(sequence, index);
    const { buffer, offset } = builder.reserve(record.length);
    builder.commitRecord(offset + record.copy(buffer, offset));
  }
  return builder.seal();
}

/** `length` frames of `count` records each, chained one after another. */
export function framesAfter(head: LogHead, length: number, count: number): SealedFrame[] {
  const frames: SealedFrame[] = [];
  for (let at = head; frames.length < length; at = frames[frames.length - 1] as SealedFrame) {
    frames.push(frameAfter(at, count));
  }
  return frames;
}

/** Mulberry32: the same numbers from 0 to below `limit` for the same seed. */
export function randomOf(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** A thread that runs `<script>` of this folder. */
export function startThread(script: string, workerData: unknown): Worker {
  const code = threadCodeOf(new URL(script, import.meta.url));
  return new Worker(code, { eval: true, workerData });
}

/** A process that runs `<script>` of this folder; `lines` are the lines that it prints. */
export type Child = { process: ChildProcess; lines: Interface; ended: Promise<ChildEnd> };
export type ChildEnd = { code: number | null; signal: NodeJS.Signals | null };

/**
 * Starts a process that runs `<script>` of this folder. `fileBlocksMax`: the longest file that the process
 * may write, in the shell's blocks of 512 or 1,024 bytes.
 */
export function startChild(script: string, args: string[], fileBlocksMax?: number): Child {
  const program = programOf(new URL(script, import.meta.url));
  const command = [process.execPath, ...program.options, program.file, ...args];
  const limited = ["sh", "-c", `ulimit -f ${fileBlocksMax}; exec "$@"`, "sh", ...command];
  const [file, ...rest] = fileBlocksMax === undefined ? command : limited;
  const child = spawn(file as string, rest, { stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise<ChildEnd>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal }));
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  return { process: child, lines, ended };
}
