/** Whether processes run, by their numbers, on every system. */

/**
 * Whether a process runs. A signal tells, and `/proc` does not: other systems than Linux have none, and systemd may
 * hide the processes of a service from each other.
 */
export function isRunning(pid) {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (cause) {
    return cause.code === "EPERM";
  }
}
