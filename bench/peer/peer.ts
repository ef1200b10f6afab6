/** The peer of a row: PostgreSQL with accounts in it, and front ends over it. */
import { createHash, randomBytes } from "node:crypto";
import { built } from "../built.ts";
import { forkWith } from "../child.ts";
import type { Group } from "../load.ts";
import type { Settings } from "../row.ts";
import { FUNDING_MINOR } from "../seed.ts";
import type { PeerAnswer, PeerOptions } from "./app.ts";
import { type Postgres, startPostgres } from "./postgres.ts";

export type FrontEnd = { port: number; stop(): Promise<void> };
export type Shape = { workers: number; poolSize: number };
export type Peer = {
  postgres: Postgres;
  group: Group;
  startFrontEnd(shape: Shape): Promise<FrontEnd>;
  /** Throws when money was created or lost, or when a transfer lacks a posting or its key. */
  check(): Promise<void>;
  stop(): Promise<void>;
};

const PRODUCT_ID = "prod_bench";

export async function startPeer(settings: Settings): Promise<Peer> {
  const postgres = await startPostgres(settings);
  try {
    const group = await seed(postgres, settings.accounts);
    return {
      postgres,
      group,
      startFrontEnd: (shape) => startFrontEnd(postgres, shape),
      check: () => check(postgres, group),
      stop: postgres.stop,
    };
  } catch (cause) {
    await postgres.stop();
    throw cause;
  }
}

async function seed({ pool }: Postgres, accounts: number): Promise<Group> {
  const apiKey = `service_test_${randomBytes(32).toString("hex")}`;
  const accountIds = Array.from(
    { length: accounts },
    () => `acct_${randomBytes(13).toString("hex").toUpperCase()}`,
  );
  await pool.query({
    name: "seed_key",
    text: "insert into api_keys values ($1, 'key_bench', $2, 'sandbox', '{transfers:write}')",
    values: [createHash("sha256").update(apiKey).digest(), PRODUCT_ID],
  });
  await pool.query({
    name: "seed_accounts",
    text: "insert into accounts select unnest($1::text[]), $2, 'open', 'USD', $3, 0",
    values: [accountIds, PRODUCT_ID, String(FUNDING_MINOR)],
  });
  await pool.query("vacuum analyze");
  await pool.query("checkpoint");
  return { apiKey, accountIds };
}

async function startFrontEnd({ socketDir }: Postgres, shape: Shape): Promise<FrontEnd> {
  const options: PeerOptions = { socketDir, ...shape };
  const file = await built("bench/peer/app.ts");
  const { answer, stop } = await forkWith<PeerAnswer>(file, options, {
    execArgv: ["--enable-source-maps"],
  });
  return { port: answer.port, stop };
}

async function check({ pool }: Postgres, { accountIds }: Group): Promise<void> {
  const { rows } = await pool.query(
    `select (select sum(posted) from accounts)::text as posted,
       (select count(*) from transfers where status = 'posted')::int as transfers,
       (select count(*) from postings)::int as postings,
       (select count(*) from idempotency_keys)::int as keys`,
  );
  const { posted, transfers, postings, keys } = rows[0] as Counts;
  const funded = FUNDING_MINOR * BigInt(accountIds.length);
  if (BigInt(posted) !== funded) throw new Error(`the peer holds ${posted}, funded ${funded}`);
  if (transfers === 0 || postings !== 2 * transfers || keys !== transfers) {
    throw new Error(`the peer has ${transfers} transfers, ${postings} postings, ${keys} keys`);
  }
}

type Counts = { posted: string; transfers: number; postings: number; keys: number };
