/** Sends random requests to a server and compares every answer with the contract. */
import { Agent, request as httpRequest } from "node:http";
import { request as httpsRequest, Agent as TlsAgent } from "node:https";
import { type Contract, codeOf, contractOf } from "../../test/support/contract.ts";
import { type Answer, answerOf } from "../../test/support/exchange.ts";
import { type Document, type FuzzedOperation, operationsOf } from "./inputs.ts";
import type { FuzzOptions } from "./options.ts";
import { newRandom } from "./random.ts";
import { type FuzzReport, newReport, noteFailure, noteResident, tally } from "./report.ts";
import { type FuzzRequest, type Kind, requestOf } from "./requests.ts";
import { harvest, type Making, newPool, type Pool } from "./values.ts";

/** The longest that an answer may take, milliseconds: longer than the server's own deadlines. */
const ANSWER_MS = 40_000;
/** The kinds of ten requests to an operation, one after another: every operation gets every kind. */
const TURNS: readonly Kind[] = [
  ...(["valid", "near_valid", "hostile", "valid", "near_valid"] as const),
  ...(["hostile", "near_valid", "valid", "hostile", "near_valid"] as const),
];

type Answered = Answer & { ms: number };
type Send = (request: FuzzRequest) => Promise<Answered>;

export async function fuzz(options: FuzzOptions, say: (text: string) => void): Promise<FuzzReport> {
  const origin = options.baseUrl.origin;
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
  const contract = contractOf(document);
  const operations = operationsOf(document);
  const report = newReport(options, operations);
  const isTls = options.baseUrl.protocol === "https:";
  const agent = isTls
    ? new TlsAgent({ keepAlive: true, maxSockets: options.connections })
    : new Agent({ keepAlive: true, maxSockets: options.connections });
  const send = sender(options, agent);
  const pool = await poolOf(send);
  report.residentBefore = await residentBytes(origin);
  let next = 0;
  const workers = Array.from({ length: options.connections }, async (_, worker) => {
    const making: Making = { document, random: newRandom(options.seed + worker * 7_919), pool };
    while (next < options.requests) {
      const at = next++;
      if (at > 0 && at % 5_000 === 0) say(`${at} of ${options.requests} sent`);
      const place = at % operations.length;
      const operation = operations[place] as FuzzedOperation;
      // Neighbours are at different turns, so that no kind comes in a flood.
      const turn = place + Math.floor(at / operations.length);
      const kind = TURNS[turn % TURNS.length] as Kind;
      await once(making, { operation, kind, contract, report, send });
    }
  });
  await Promise.all(workers);
  noteResident(report, await residentBytes(origin));
  await assertAlive(origin, report);
  agent.destroy();
  return report;
}

type Round = {
  operation: FuzzedOperation;
  kind: Kind;
  contract: Contract;
  report: FuzzReport;
  send: Send;
};

async function once(
  making: Making,
  { operation, kind, contract, report, send }: Round,
): Promise<void> {
  const request = requestOf(making, operation, kind);
  let answered: Answered;
  try {
    answered = await send(request);
  } catch (cause) {
    noteFailure(report, request, `no answer: ${(cause as Error).message}`);
    return;
  }
  const { status, text } = answered;
  tally(report, request, answered);
  const faults = contract.faultsOfResponse(request, answered);
  if (status >= 500) faults.push(`status ${status}`);
  faults.push(...issueFaults(request, status, text));
  if (faults.length > 0) noteFailure(report, request, faults.join("; "), answered);
  if (status < 300 && /json/.test(String(answered.headers["content-type"]))) {
    harvest(making.pool, parsed(text));
  }
}

/** Codes of refusals that come before the schema is checked, whatever the input is. */
const BEFORE_SCHEMA = ["operation_environment_invalid", "invalid_credentials"];

/** A broken constraint must get a 400 that names its place, or a refusal from before the schema. */
function issueFaults({ issueAt, why }: FuzzRequest, status: number, text: string): string[] {
  if (issueAt === undefined) return [];
  const body = parsed(text);
  const code = codeOf(body ?? {}) ?? "";
  if (BEFORE_SCHEMA.includes(code)) return [];
  if (code !== "invalid_request" || status !== 400) {
    return [`${why} is answered ${status} ${code}, not 400 invalid_request`];
  }
  const { error, details } = body as { error?: { details: unknown }; details?: unknown };
  const { issues } = (error?.details ?? details) as { issues: { path: (string | number)[] }[] };
  const wanted = issueAt.map((part) => String(part).slice(0, 100));
  const isNamed = issues.some(({ path }) => {
    const length = Math.min(path.length, wanted.length);
    return path.slice(0, length).join("\n") === wanted.slice(0, length).map(String).join("\n");
  });
  return isNamed ? [] : [`no issue names ${wanted.join(".")}: ${JSON.stringify(issues)}`];
}

function sender(options: FuzzOptions, agent: Agent | TlsAgent): Send {
  const { baseUrl, apiKey } = options;
  const isTls = baseUrl.protocol === "https:";
  const send = (request: FuzzRequest, isRetry = false): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const startedMs = performance.now();
      const headers: Record<string, string> = {
        authorization: `Bearer ${apiKey}`,
        ...request.headers,
      };
      if (request.body !== undefined) {
        headers["content-length"] = String(Buffer.byteLength(request.body));
      }
      const outgoing = (isTls ? httpsRequest : httpRequest)({
        agent,
        hostname: baseUrl.hostname,
        port: baseUrl.port,
        method: request.method,
        path: baseUrl.pathname + request.path,
        headers,
        timeout: ANSWER_MS,
      });
      outgoing.on("timeout", () => outgoing.destroy(new Error(`none in ${ANSWER_MS} ms`)));
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection while the request was on its way, and never got it.
        const isRace = outgoing.reusedSocket && error.code === "ECONNRESET" && !isRetry;
        if (isRace) send(request, true).then(resolve, reject);
        else reject(error);
      });
      outgoing.on("response", (incoming) => {
        const timed = (answer: Answer) => ({ ...answer, ms: performance.now() - startedMs });
        resolve(answerOf(incoming).then(timed));
      });
      outgoing.end(request.body);
    });
  return (request) => send(request);
}

/**
 * The ids of the key and of its Product, from the key's own document. Throws when the key does not
 * work.
 */
async function poolOf(send: Send): Promise<Pool> {
  const { status, text } = await send({
    operationId: "api_key.current.retrieve",
    kind: "valid",
    why: "",
    method: "GET",
    path: "/api-keys/current",
    headers: {},
    body: undefined,
    issueAt: undefined,
  });
  if (status !== 200) throw new Error(`the key does not work: ${status} ${text.slice(0, 300)}`);
  const { productId, apiKeyId } = JSON.parse(text) as Record<string, string>;
  return newPool(String(productId), String(apiKeyId));
}

async function assertAlive(origin: string, report: FuzzReport): Promise<void> {
  const status = await fetch(`${origin}/healthz`).then(
    (response) => response.status,
    () => 0,
  );
  if (status !== 200) report.unwell.push(`/healthz answers ${status} afterwards`);
}

/** Resident memory from /metrics; undefined where the server, or its proxy, does not publish it. */
async function residentBytes(origin: string): Promise<number | undefined> {
  const response = await fetch(`${origin}/metrics`);
  const found = /^process_resident_memory_bytes (\S+)$/m.exec(await response.text())?.[1];
  return response.status === 200 && found !== undefined ? Number(found) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
