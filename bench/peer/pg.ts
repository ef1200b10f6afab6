/** The part of node-postgres that we use; it ships no types. */
import { createRequire } from "node:module";

export type Query = { name: string; text: string; values: readonly unknown[] };
export type Pool = {
  query(query: string | Query): Promise<{ rows: readonly unknown[] }>;
  end(): Promise<void>;
};

const pg = createRequire(import.meta.url)("pg") as {
  Pool: new (options: {
    host: string;
    user: string;
    database: string;
    max: number;
  }) => Pool & {
    on(event: "error", listener: () => void): void;
  };
};

export function openPool({ socketDir, size }: { socketDir: string; size: number }): Pool {
  const pool = new pg.Pool({ host: socketDir, user: "bench", database: "postgres", max: size });
  // An idle connection that PostgreSQL closes when it stops is no error; a query's own rejects.
  pool.on("error", () => undefined);
  return pool;
}
