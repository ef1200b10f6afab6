/** The files, the shared memory and the channels of one shard. */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { ShardSignals } from "../contract/messages/envelope.ts";
import type { DataDirectory } from "../data_directory.ts";
import type { ShardFiles } from "./worker_data.ts";

/**
 * A shard's files and shared memory, and both ends of its channels: one channel for each edge, and
 * one for main.
 */
export type ShardWiring = {
  name: string;
  files: ShardFiles;
  edgePorts: MessagePort[];
  shardPorts: MessagePort[];
  /** Main's end, and the shard's. */
  mainPorts: [MessagePort, MessagePort];
};

export function wiringOf(
  name: string,
  shard: number,
  parts: { directory: DataDirectory; options: { edges: number } },
): ShardWiring {
  const channels = Array.from({ length: parts.options.edges }, () => new MessageChannel());
  const signals = ShardSignals.allocate();
  const { port1, port2 } = new MessageChannel();
  return {
    name,
    mainPorts: [port1, port2],
    files: { shard, signals, ...parts.directory.shard(name) },
    edgePorts: channels.map((channel) => channel.port1),
    shardPorts: channels.map((channel) => channel.port2),
  };
}
