/** Opens the view of one shard's files, in a thread that reads them. */
import { openLogReader } from "../../wal/log_reader.ts";
import { openStateReader } from "../../wal/state_reader.ts";
import { ShardSignals } from "../contract/messages/envelope.ts";
import type { FactCodecs } from "../contract/records/record_codec.ts";
import type { SaltSecrets } from "../contract/records/record_leaf.ts";
import { ShardView } from "../views/shard_view.ts";
import type { ShardFiles } from "./worker_data.ts";

/** Call this only after the shard has replayed its log: before that its stores may not exist. */
export function openShardView(
  { shard, logPath, statePath, signals }: Omit<ShardFiles, "filesPath">,
  { codecs, saltSecrets }: { codecs: FactCodecs; saltSecrets: SaltSecrets },
): ShardView {
  return new ShardView({
    shard,
    log: openLogReader(logPath),
    state: openStateReader(statePath),
    signals: new ShardSignals(signals),
    codecs,
    saltSecrets,
  });
}
