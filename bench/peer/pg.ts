/** The part of node-postgres that the bench uses; the package has no types. */
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
  // PostgreSQL closes idle connections when it stops, which is no error; a failed query rejects.
  pool.on("error", () => undefined);
  return pool;
}
