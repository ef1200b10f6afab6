/**
 * What the recovery tests share: a client that returns undefined for a lost connection, accounts
 * with money, and the bytes of a log on disk, which tests damage.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { frameHash } from "../../wal/format.ts";
import { openLogReader } from "../../wal/log_reader.ts";
import { newDataDir, type Server } from "../support/server.ts";

export type Answer = { status: number; text: string; replayed: boolean };
export type Caller = {
  /** The answer, or undefined when none came: the outcome is unknown. */
  post(path: string, body: unknown, key?: string): Promise<Answer | undefined>;
  get(path: string): Promise<Answer | undefined>;
  close(): void;
};

/**
 * Calls the server over at most `connections` connections, with the demo Product's key or another.
 */
export function openCaller(
  server: Server,
  connections = 8,
  apiKey: string = server.demo.apiKey,
): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (method: string, path: string, key: string | undefined, body: unknown) =>
    new Promise<Answer | undefined>((resolve) => {
      const text = body === undefined ? "" : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${apiKey}`,
        ...(key === undefined
          ? {}
          : { "idempotency-key": key, "content-type": "application/json" }),
        ...(text === "" ? {} : { "content-length": Buffer.byteLength(text) }),
      };
      const outgoing = request(server.baseUrl + path, { agent, method, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", () => resolve(undefined));
        incoming.on("end", () => {
          const replayed = incoming.headers["idempotent-replayed"] === "true";
          const answer = Buffer.concat(chunks).toString("utf8");
          resolve({ status: incoming.statusCode ?? 0, text: answer, replayed });
        });
      });
      outgoing.on("error", () => resolve(undefined));
      outgoing.end(text);
    });
  return {
    post: (path, body, key = randomUUID()) => send("POST", path, key, body),
    get: (path) => send("GET", path, undefined, undefined),
    close: () => agent.destroy(),
  };
}

/** The body of an answer, which must exist and must have `status`. */
export function bodyOf(answer: Answer | undefined, status: number): Record<string, unknown> {
  assert.equal(answer?.status, status, answer?.text);
  return JSON.parse(answer?.text ?? "") as Record<string, unknown>;
}

/**
 * Opens `count` EUR accounts of the demo Product with `amount` minor units each; returns their ids.
 */
export async function openAccounts(
  server: Server,
  caller: Caller,
  count: number,
  amount: number,
): Promise<string[]> {
  const { productId } = server.demo;
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const draft = {
      productId,
      role: "product_operating",
      currency: "EUR",
      owner: { type: "product", id: productId },
    };
    const accountId = String(bodyOf(await caller.post("/accounts", draft), 201)["accountId"]);
    const funding = { destinationAccountId: accountId, amount: String(amount), currency: "EUR" };
    bodyOf(await caller.post("/sandbox/account-funding", funding), 201);
    ids.push(accountId);
  }
  return ids;
}

/** The posted and the held amount of one account, minor units. */
export async function balanceOf(caller: Caller, accountId: string) {
  const balance = bodyOf(await caller.get(`/accounts/${accountId}/balance`), 200);
  return { posted: Number(balance["posted"]), held: Number(balance["held"]) };
}

/** A copy of a data directory that no server uses, for one test to damage. */
export function copyOf(dataDir: string): string {
  const copy = newDataDir();
  cpSync(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  return copy;
}

/** The file that holds the log or the state of a shard. */
export function dataFileOf(dataDir: string, kind: "log" | "state", shard = "shard-0"): string {
  return join(dataDir, shard, kind, "data.mdb");
}

/** The number of frames of a shard's log, and the hash of the last frame. */
export async function headOf(dataDir: string, shard = "shard-0") {
  const reader = openLogReader(join(dataDir, shard, "log"));
  const sequence = reader.headSequence();
  const last = reader.read(sequence);
  await reader.close();
  return { sequence, hash: last === undefined ? "" : frameHash(last).toString("hex") };
}

/** Flips one bit in the middle of frame `sequence`, wherever its bytes stand in the file. */
export async function flipBitOfFrame(dataDir: string, sequence: number): Promise<void> {
  const reader = openLogReader(join(dataDir, "shard-0", "log"));
  const frame = Buffer.from(reader.read(sequence) as Uint8Array);
  await reader.close();
  const path = dataFileOf(dataDir, "log");
  const file = readFileSync(path);
  const at = file.indexOf(frame);
  assert.ok(at > 0, "the frame is in the file");
  const middle = at + (frame.length >> 1);
  file[middle] = (file[middle] as number) ^ 0x10;
  writeFileSync(path, file);
}
