/** For tests: an account with entries in several months, and a walk over the file of one. */
import type { ReadContext } from "../../contract/operation.ts";
import { accountStatementExport } from "../account/account.statement.export.ts";
import type { TestShard } from "../testing.ts";
import { createTransferShard, openAccount, transfer } from "../transfer/testing_transfers.ts";

export const DAY_MS = 86_400_000;

/** 1,000 on 31 January 2026, then 1 a day for `days` days; and 40 days later it is read. */
export function createMonthlyShard(days = 60) {
  const shard = createTransferShard();
  const source = openAccount(shard, { fundedMinor: 1_000n });
  const destination = openAccount(shard);
  for (let day = 0; day < days; day++) {
    shard.nowMs += DAY_MS;
    transfer(shard, source, destination, "1");
  }
  shard.nowMs += 40 * DAY_MS;
  return { shard, source, destination };
}

/** Name and text of an exported file; throws the refusal's code. */
export function exported(shard: TestShard, accountId: string, month: string) {
  const context = { nowMs: shard.nowMs, scope: 1 } as ReadContext;
  const answer = accountStatementExport.read(shard.snapshot(), { accountId, month }, context);
  if (answer.refused) throw new Error(answer.code);
  const { file } = answer;
  if (file === undefined) throw new Error("an export is a file");
  return { filename: file.filename, text: [...file.parts()].join(""), json: answer.json };
}
