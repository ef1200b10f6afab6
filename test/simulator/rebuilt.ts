/** The log alone, replayed beside a server at rest, must give exactly the state that it left. */
import { CHECKED } from "../../wal/state_value.ts";
import { createDisk } from "./disk.ts";
import { randomOf } from "./random.ts";
import { openJournal, REAL_PARTS, type ShardDisks } from "./server.ts";
import type { Timeline } from "./timeline.ts";

/** The first key whose value differs, in words, or undefined. */
export async function differenceOfRebuilt(
  disks: ShardDisks,
  shard: number,
  timeline: Timeline,
): Promise<string | undefined> {
  const empty = createDisk({
    kind: "state",
    timeline,
    random: randomOf(0),
    fate: () => ({ outcome: "durable", delayMs: 0 }),
    onWritten() {},
    onTorn() {},
  });
  const life = {
    parts: REAL_PARTS,
    nowMs: timeline.nowMs,
    loop: timeline.loop(() => true),
    onBug() {},
  };
  const { journal, store, log } = await openJournal(
    life,
    { ...disks, state: empty },
    shard,
    () => {},
  );
  if (log.head.sequence === 0) return undefined;
  for (const _ of journal.replay(journal.load(store)));
  const { puts } = journal.drain(log.head.sequence);
  const rebuilt = new Map(
    puts.map(([key, value]) => {
      const room = Buffer.alloc(value.length + CHECKED.sealBytes);
      return [Buffer.from(key).toString("latin1"), CHECKED.seal(key, value, { room, at: 0 })];
    }),
  );
  const left = disks.state.entries();
  for (const [key, value] of left) {
    const other = rebuilt.get(key);
    if (other === undefined || Buffer.compare(value, other) !== 0) {
      return `${JSON.stringify(key)} is ${value.toString()} and is rebuilt as ${textOf(other)}`;
    }
  }
  if (rebuilt.size === left.size) return undefined;
  return `${rebuilt.size} documents are rebuilt, ${left.size} were left`;
}

function textOf(value: Uint8Array | undefined): string {
  return value === undefined ? "nothing" : Buffer.from(value).toString();
}
