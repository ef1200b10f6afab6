/**
 * Prints records as lines of JSON, for people and for `jq`. Money is text, so nothing rounds it.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { encodeIdSuffix, frameOf, indexOf, type Place } from "../../src/base/id.ts";
import type { Fact, StoredRecord } from "../../src/contract/records/record.ts";
import { numberKey, tableKey } from "../../src/contract/tables/table.ts";
import { TRANSFER_ROW, type TransferRow } from "../../src/features/ledger/transfer_row.ts";
import { LEDGER_TABLE } from "../../src/features/table_codes.ts";
import { openStateReader, type StateReader } from "../../wal/state_reader.ts";
import { openFixedLog } from "./reading.ts";
import { recordsIn } from "./records.ts";
import type { Shard } from "./shards.ts";

/** Prints the records of frames `from` to `to`. Throws `LogDamaged`. */
export async function dump(shard: Shard, range: { from: number; to: number }): Promise<void> {
  const log = openFixedLog(shard.logPath);
  const hasState = shard.kind === "ledger" && existsSync(join(shard.statePath, "data.mdb"));
  const state = hasState ? openStateReader(shard.statePath) : undefined;
  for (const { record } of recordsIn(shard, log, range)) {
    const line = JSON.stringify(readable(shard, record, state), (_, value: unknown) =>
      typeof value === "bigint" ? value.toString() : value,
    );
    if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
  }
  await state?.close();
  await log.close();
}

function readable({ name }: Shard, record: StoredRecord, state: StateReader | undefined): object {
  const { place, shard, timeMs, previousPlace, parentPlace, facts, reply, ...head } = record;
  return {
    shard: name,
    place: placeText(place),
    time: new Date(timeMs).toISOString(),
    operationId: `op_${encodeIdSuffix(timeMs, shard, place, 0)}`,
    ...head,
    previousPlace: placeText(previousPlace),
    parentPlace: placeText(parentPlace),
    facts: facts.map((fact) => (fact.kind === TRANSFER_ROW ? rowOf(fact, state) : fact)),
    ...(reply === undefined ? {} : { reply: JSON.parse(reply) as unknown }),
  };
}

/** A row with the ids of accounts beside their ordinals, where the state has them. */
function rowOf(fact: Fact, state: StateReader | undefined): object {
  const row = fact as TransferRow;
  return {
    ...row,
    ...named("sourceAccountId", row.sourceOrdinal, state),
    ...named("destinationAccountId", row.destinationOrdinal, state),
    sourcePrevious: { ...row.sourcePrevious, place: placeText(row.sourcePrevious.place) },
    destinationPrevious: {
      ...row.destinationPrevious,
      place: placeText(row.destinationPrevious.place),
    },
  };
}

function named(name: string, ordinal: number, state: StateReader | undefined): object {
  const suffix = state?.get(tableKey(LEDGER_TABLE.accountOrdinal, 0, numberKey(ordinal)));
  return suffix === undefined ? {} : { [name]: `acct_${Buffer.from(suffix).toString("utf8")}` };
}

/** A place as FRAME.INDEX; undefined for place 0, which means nowhere. */
function placeText(place: Place): string | undefined {
  return place === 0 ? undefined : `${frameOf(place)}.${indexOf(place)}`;
}
