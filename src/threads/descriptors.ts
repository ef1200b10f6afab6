/** The file descriptors of this process, as the kernel has them now; each connection takes one. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { descriptorLimit } from "../http/native_build.mjs";

const FOLDER = "/proc/self/fd";
/** The same folder on other systems. */
const FOLDER_ELSEWHERE = "/dev/fd";

/**
 * How many are open. Since Linux 6.2 the size of the folder is their number, which takes no descriptor to read;
 * an older kernel and other systems have them listed. Throws where it has to list them and none is left.
 */
export function openDescriptors(platform = process.platform): number {
  if (platform !== "linux") return readdirSync(FOLDER_ELSEWHERE).length;
  const { size } = statSync(FOLDER);
  return size > 0 ? size : readdirSync(FOLDER).length;
}

/** What `descriptorLimit` has said where the limit of a running process cannot change. */
let fixedLimit: number | undefined;

/**
 * The most there may be, infinite where nothing limits them. On Linux somebody may change it while the process runs,
 * with `prlimit`; other systems have no such command. Throws where no descriptor is left to read it with.
 */
export function descriptorsMax(platform = process.platform): number {
  if (platform !== "linux") {
    fixedLimit ??= descriptorLimit();
    return fixedLimit;
  }
  const limits = readFileSync("/proc/self/limits", "latin1");
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}
