/** What the thread of the outbox is started with. */
import type { SealKeys } from "../access/seal_keys.ts";
import type { DataDirectory } from "../data_directory.ts";
import type { Options } from "../options.ts";
import type { OutboxThreadData, ShardFiles } from "./worker_data.ts";

type Parts = { options: Options; directory: DataDirectory; baseUrl: string };

export function outboxData(
  { options, directory, baseUrl }: Parts,
  {
    shards,
    sealKeys,
    salts,
  }: { shards: ShardFiles[]; sealKeys: SealKeys; salts: SharedArrayBuffer },
): Omit<OutboxThreadData, "reportPorts"> {
  const { mailUrl: url, mailFrom: from } = options;
  return {
    kind: "outbox",
    logLevel: options.logLevel,
    shards,
    salts,
    sealKeys: sealKeys.memory,
    entityKeysPath: directory.entityKeysPath,
    allowsLoopback: options.allowLoopback,
    comparesAt: options.compareHour,
    mail: { url, from, folder: directory.mailPath, baseUrl },
  };
}
