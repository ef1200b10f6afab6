/** The numbers that every thread reports: the delay of its event loop, and its own memory. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

/** How often the delay is sampled, milliseconds. */
const RESOLUTION_MS = 20;

export type ThreadMetrics = {
  /** The delay of the event loop since the last reading, 99th percentile. */
  delayP99Seconds: number;
  delayMaxSeconds: number;
  heapUsedBytes: number;
  /** Buffers and native objects that the heap refers to. */
  externalBytes: number;
};

/** Starts to measure this thread; each reading covers the time since the one before it. */
export function openThreadMeter(): () => ThreadMetrics {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return () => {
    // `process.memoryUsage` reads the resident memory too, from a file, and throws where no descriptor is left.
    const { used_heap_size: heapUsedBytes, external_memory: externalBytes } = getHeapStatistics();
    const metrics = {
      delayP99Seconds: lateSeconds(delay.count === 0 ? 0 : delay.percentile(99)),
      delayMaxSeconds: lateSeconds(delay.count === 0 ? 0 : delay.max),
      heapUsedBytes,
      externalBytes,
    };
    delay.reset();
    return metrics;
  };
}

/** A sample is the time between two ticks of a timer: without delay it equals the resolution. */
function lateSeconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3);
}
