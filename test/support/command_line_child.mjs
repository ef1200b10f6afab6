/**
 * For command_line.ts: runs the program of a package again and again in this one process, which has read what the
 * program imports. It sees the arguments of each run as its own, is evaluated anew each time, and a run has
 * ended where it calls `process.exit`.
 */
const [, , program] = process.argv;
const ENDED = new Error("the run has ended");
const endProcess = process.exit.bind(process);

let runs = 0;
let running;

for (const name of ["stdout", "stderr"]) {
  process[name].write = (chunk, ...more) => {
    if (running !== undefined) running[name] += chunk;
    more.at(-1)?.();
    return true;
  };
}
process.exit = (code = process.exitCode ?? 0) => {
  if (running !== undefined) {
    process.send({ code: Number(code), stdout: running.stdout, stderr: running.stderr });
    running = undefined;
  }
  // Ends the function that called. A program that catches this calls again, and is not heard.
  throw ENDED;
};
process.on("unhandledRejection", (cause) => {
  if (cause === ENDED) return;
  process.stderr.write(String(cause?.stack ?? cause));
  try {
    process.exit(1);
  } catch {}
});
process.on("disconnect", () => endProcess(0));
process.on("message", async (args) => {
  process.removeAllListeners("uncaughtException");
  process.argv.splice(1, Number.POSITIVE_INFINITY, program, ...args);
  running = { stdout: "", stderr: "" };
  await import(`${program}?run=${runs++}`);
});
