/** The file descriptors of this process, as the kernel has them now; each connection takes one. */
import { readdirSync, readFileSync, statSync } from "node:fs";

const FOLDER = "/proc/self/fd";

/**
 * How many are open. Since Linux 6.2 the size of the folder is their number, which takes no descriptor to read;
 * an older kernel has them listed. Throws where it has to list them and none is left.
 */
export function openDescriptors(): number {
  const { size } = statSync(FOLDER);
  return size > 0 ? size : readdirSync(FOLDER).length;
}

/**
 * The most there may be, infinite where nothing limits them. Somebody may change it while the process runs.
 * Throws where no descriptor is left to read it with.
 */
export function descriptorsMax(): number {
  const limits = readFileSync("/proc/self/limits", "latin1");
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}
