/** The metrics that are one number of a thread each: name, help, and where the number stands. */
import type { EdgeMetrics } from "../http/note/edge_metrics.ts";
import type { DiskNumbers, EdgeNumbers, ProcessMetrics } from "./scrape.ts";
import type { ShardMetrics } from "./shard_handlers.ts";
import type { ThreadMetrics } from "./thread_meter.ts";

type Rows<T> = readonly [string, string, (one: T) => number][];

export const EDGE_GAUGES: Rows<EdgeNumbers> = [
  ["service_requests_under_way", "Requests that are not answered yet.", (edge) => edge.underWay],
  ["service_long_reads_running", "Reads of the pool on a thread.", (edge) => edge.reads.running],
  ["service_long_reads_waiting", "Reads of the pool in its queue.", (edge) => edge.reads.waiting],
  [
    "service_preparations_waiting",
    "Preparations of writes in their queue.",
    (edge) => edge.preparations.waiting,
  ],
];

export const EDGE_COUNTERS: Rows<EdgeMetrics> = [
  [
    "service_request_log_entries_total",
    "Requests that the developer log took.",
    (edge) => edge.requestLog.recorded,
  ],
  [
    "service_request_log_dropped_total",
    "Requests that it lost: its writer was behind, or the disk had no room for them.",
    (edge) => edge.requestLog.dropped,
  ],
  [
    "service_connections_refused_total",
    "Connections that were closed because their address had as many as it may.",
    (edge) => edge.connectionsRefused,
  ],
];

export const SHARD_COUNTERS: Rows<ShardMetrics> = [
  ["service_commands_total", "Commands that a shard took.", (shard) => shard.commands],
  ["service_replayed_answers_total", "Answers told again by key.", (shard) => shard.replayed],
  ["service_refused_commands_total", "Commands that were refused.", (shard) => shard.refused],
  ["service_log_frames_total", "Frames made durable.", (shard) => shard.commits.frames],
  ["service_log_written_bytes_total", "Bytes made durable.", (shard) => shard.commits.bytes.sum],
  ["service_view_writes_total", "Writes of the state database.", (shard) => shard.viewWrites],
  ["service_view_documents_total", "Documents written to it.", (shard) => shard.viewDocuments],
];

export const SHARD_GAUGES: Rows<ShardMetrics> = [
  ["service_acknowledged_sequence", "Newest durable frame.", (shard) => shard.acknowledged],
  ["service_view_sequence", "Frame that reads see.", (shard) => shard.viewed],
  [
    "service_view_lag_frames",
    "Frames that reads are behind.",
    (shard) => Math.max(0, shard.acknowledged - shard.viewed),
  ],
  ["service_log_size_bytes", "File of the log.", (shard) => shard.logFileBytes],
  ["service_state_size_bytes", "File of the state.", (shard) => shard.stateFileBytes],
  ["service_idempotency_keys", "Keys that a shard remembers.", (shard) => shard.keys],
  ["service_shard_serving", "1 while the shard takes writes.", (shard) => (shard.serving ? 1 : 0)],
];

export const THREAD_GAUGES: Rows<ThreadMetrics> = [
  [
    "service_event_loop_delay_p99_seconds",
    "Delay of the event loop since the last scrape, 99th percentile.",
    (thread) => thread.delayP99Seconds,
  ],
  [
    "service_event_loop_delay_max_seconds",
    "Longest delay of the event loop since the last scrape.",
    (thread) => thread.delayMaxSeconds,
  ],
  ["service_heap_used_bytes", "Heap in use by a thread.", (thread) => thread.heapUsedBytes],
  [
    "service_external_bytes",
    "Memory outside the heap that a thread's objects hold.",
    (thread) => thread.externalBytes,
  ],
];

export const DISK_GAUGES: Rows<DiskNumbers> = [
  ["service_disk_free_bytes", "Free bytes of the data directory's disk.", (one) => one.freeBytes],
  ["service_disk_size_bytes", "Size of that disk.", (one) => one.sizeBytes],
  [
    "service_disk_reserve_bytes",
    "Bytes of it kept for the ledger; writes are refused below a quarter of them.",
    (one) => one.reserveBytes,
  ],
  [
    "service_disk_days_left",
    "Days until writes are refused, if logs and states grow as in the last hour.",
    (one) => one.daysLeft,
  ],
  ["service_request_log_size_bytes", "Files of the developer log.", (one) => one.requestLogBytes],
  [
    "service_request_log_taking",
    "1 while the developer log takes requests.",
    (one) => (one.requestLogTakes ? 1 : 0),
  ],
];

export const PROCESS_GAUGES: Rows<ProcessMetrics> = [
  ["process_resident_memory_bytes", "Resident memory.", (one) => one.residentBytes],
  ["process_start_time_seconds", "Start, seconds since 1970.", (one) => one.startSeconds],
  ["process_open_fds", "Open file descriptors.", (one) => one.openDescriptors],
  [
    "process_max_fds",
    "Most file descriptors; +Inf where nothing limits them.",
    (one) => one.descriptorsMax,
  ],
  ["service_open_connections", "Connections of clients.", (one) => one.openConnections],
  [
    "service_takes_connections",
    "1 while connections are taken, 0 while too few descriptors are free.",
    (one) => (one.listens ? 1 : 0),
  ],
];
