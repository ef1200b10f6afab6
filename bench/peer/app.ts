/**
 * The peer's HTTP front end: Fastify over a pool of PostgreSQL connections, in one process or a
 * cluster of several. It has the same route, schema, key check and reply as the server, prepared
 * statements, and one round trip a transfer. The process is forked with `PeerOptions` and answers
 * with its port. It ends on SIGTERM, and when its parent ends.
 */
import cluster, { type Address } from "node:cluster";
import { createHash, randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { openPool, type Pool } from "./pg.ts";

export type PeerOptions = { socketDir: string; workers: number; poolSize: number };
export type PeerAnswer = { port: number };
export type Draft = {
  sourceAccountId: string;
  destinationAccountId: string;
  amount: string;
  currency: string;
};
type Principal = { keyId: string; productId: string; environment: string };
type KeyRow = { key_id: string; product_id: string; environment: string; scopes: string[] };
type Outcome = { status: number; body: string; replayed: boolean };

const SCOPE = "transfers:write";
const UNIQUE_VIOLATION = "23505";
/** Crockford's base 32, as in the server's ids. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const UUID = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
const ID = { type: "string", pattern: "^acct_[0-9A-Z]{26}$" };
const SCHEMA = {
  headers: {
    type: "object",
    required: ["authorization", "idempotency-key"],
    properties: {
      authorization: { type: "string", pattern: "^Bearer [!-~]+$" },
      "idempotency-key": { type: "string", pattern: UUID },
    },
  },
  body: {
    type: "object",
    additionalProperties: false,
    required: ["sourceAccountId", "destinationAccountId", "amount", "currency"],
    properties: {
      sourceAccountId: ID,
      destinationAccountId: ID,
      amount: { type: "string", pattern: "^[1-9][0-9]{0,17}$" },
      currency: { type: "string", pattern: "^[A-Z]{3}$" },
    },
  },
};

/** The variable with a worker's options: a message could come before the worker listens for it. */
const VARIABLE = "PEER_OPTIONS";

if (cluster.isPrimary) {
  process.once("message", (options: PeerOptions) => {
    if (options.workers > 1) startWorkers(options);
    else void serve(options).then(tell);
  });
  process.once("SIGTERM", endWorkers);
  process.once("disconnect", endWorkers);
} else {
  await serve(JSON.parse(process.env[VARIABLE] ?? "") as PeerOptions);
}

function tell(port: number): void {
  process.send?.({ port } satisfies PeerAnswer);
}

function startWorkers(options: PeerOptions): void {
  let listening = 0;
  cluster.on("listening", (_, { port }: Address) => {
    listening++;
    if (listening === options.workers) tell(port);
  });
  cluster.on("exit", () => process.exit(1));
  const variables = { [VARIABLE]: JSON.stringify(options) };
  for (let worker = 0; worker < options.workers; worker++) cluster.fork(variables);
}

/**
 * Ends the workers before the primary. The primary hands every connection to a worker, which
 * acknowledges it; a message to a process that has ended is an error that ends its sender.
 */
function endWorkers(): void {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  let running = workers.length;
  if (running === 0) process.exit(0);
  cluster.removeAllListeners("exit");
  cluster.on("exit", () => {
    running--;
    if (running === 0) process.exit(0);
  });
  for (const worker of workers) {
    worker.on("error", () => {});
    worker.process.kill("SIGKILL");
  }
}

/** Serves on a free port, in a cluster one port for all workers; resolves with the port. */
async function serve({ socketDir, workers, poolSize }: PeerOptions): Promise<number> {
  const pool = openPool({ socketDir, size: Math.max(1, Math.floor(poolSize / workers)) });
  const principals = new Map<string, Principal>();
  const app = fastify({
    logger: false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  app.post<{ Body: Draft }>("/v1/transfers", { schema: SCHEMA }, async (request, reply) => {
    const principal = await principalOf(pool, principals, request.headers.authorization ?? "");
    if (principal === undefined) return refuse(reply);
    return await transfer(pool, principal, request, reply);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

/**
 * The principal of a key, found by the digest of the key's text and cached, because keys are few and
 * rarely change.
 */
async function principalOf(
  pool: Pool,
  known: Map<string, Principal>,
  authorization: string,
): Promise<Principal | undefined> {
  const digest = createHash("sha256").update(authorization.slice("Bearer ".length)).digest();
  const name = digest.toString("latin1");
  const found = known.get(name);
  if (found !== undefined) return found;
  const text = "select key_id, product_id, environment, scopes from api_keys where digest = $1";
  const { rows } = await pool.query({ name: "key", text, values: [digest] });
  const row = rows[0] as KeyRow | undefined;
  if (row === undefined || !row.scopes.includes(SCOPE)) return undefined;
  const { key_id: keyId, product_id: productId, environment } = row;
  const principal = { keyId, productId, environment };
  known.set(name, principal);
  return principal;
}

async function transfer(
  pool: Pool,
  principal: Principal,
  request: FastifyRequest<{ Body: Draft }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const draft = request.body;
  const key = request.headers["idempotency-key"];
  const digest = createHash("sha256")
    .update(`POST /v1/transfers ${JSON.stringify(draft)}`)
    .digest();
  const suffix = newSuffix();
  const at = new Date().toISOString();
  const text = "select * from create_transfer($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)";
  const values = [
    ...[key, digest, principal.productId, `tr_${suffix}`, `op_${suffix}`, `rcpt_${suffix}`],
    ...[draft.sourceAccountId, draft.destinationAccountId, draft.amount, draft.currency, at],
    replyText(principal, draft, suffix, at),
  ];
  const query = () => pool.query({ name: "transfer", text, values });
  const { rows } = await query().catch((cause: Error & { code?: string }) => {
    if (cause.code !== UNIQUE_VIOLATION) throw cause;
    return query();
  });
  const { status, body, replayed } = rows[0] as Outcome;
  if (replayed) reply.header("idempotent-replayed", "true");
  return reply
    .code(status)
    .headers({
      "content-type": "application/json",
      "x-request-id": `req_${suffix}`,
      "service-operation-id": `op_${suffix}`,
      "service-receipt-id": `rcpt_${suffix}`,
      "x-ratelimit-limit": "16000000",
      "x-ratelimit-remaining": "15999999",
      "x-ratelimit-reset": "1763700000",
      "cache-control": "no-store",
    })
    .serializer(asItIs)
    .send(body);
}

/** Fastify's serializer for a body that is JSON text already. */
function asItIs(payload: unknown): string {
  return payload as string;
}

function replyText(
  { productId, environment, keyId }: Principal,
  draft: Draft,
  suffix: string,
  at: string,
): string {
  return JSON.stringify({
    transferId: `tr_${suffix}`,
    productId,
    environment,
    ...draft,
    ...{ status: "posted", kind: "book", metadata: {}, ledgerTimestamp: at },
    ...{ operationId: `op_${suffix}`, receiptId: `rcpt_${suffix}`, revision: 1 },
    ...{ createdAt: at, updatedAt: at, actor: { type: "product_key", id: keyId } },
    statusTransitions: { postedAt: at },
  });
}

function refuse(reply: FastifyReply): FastifyReply {
  const error = { code: "invalid_credentials", message: "no such key", details: {} };
  return reply.code(401).send({ error });
}

/** 26 characters that sort by time, as a ULID, so that the index of such keys grows at one end. */
function newSuffix(): string {
  let time = Date.now();
  let text = "";
  for (let digit = 0; digit < 10; digit++) {
    text = (DIGITS[time % 32] as string) + text;
    time = Math.floor(time / 32);
  }
  for (const byte of randomBytes(16)) text += DIGITS[byte % 32];
  return text;
}
