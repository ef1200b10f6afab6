/**
 * `npm run log -- COMMAND`: an operator's look at the logs of a data directory. The reading happens
 * in a process of its own, because LMDB has no page checksums and a damaged file can kill whoever
 * opens it: a death by signal is reported as the damage that it is.
 * Exit codes: 0 all is well, 1 damage or a difference, 2 a mistake in how it was called.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { OptionError } from "../src/options.ts";
import { parseLogOptions, USAGE } from "./log/options.ts";
import { verifyReceipt } from "./log/verify_receipt.ts";

function main(): void {
  const args = process.argv.slice(2);
  try {
    if (args[0] === "verify-receipt") {
      process.exitCode = verifyReceipt(args.slice(1));
      return;
    }
    if (parseLogOptions(args, process.env) === "help") {
      process.stdout.write(USAGE);
      return;
    }
  } catch (cause) {
    if (!(cause instanceof OptionError)) throw cause;
    process.stderr.write(`${cause.message}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const path = fileURLToPath(new URL("./log/child.ts", import.meta.url));
  const child = fork(path, args, { execArgv: ["--import", "tsx"] });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  report(child);
}

/** The child prints for itself; what is left to say is how it ended, and where it was. */
function report(child: ChildProcess): void {
  let reading = "the data directory";
  child.on("message", (message) => {
    reading = String(message);
  });
  child.on("close", (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal === null || signal === "SIGINT" || signal === "SIGTERM") return;
    process.stdout.write(`${reading}: DAMAGED: reading it killed the process (${signal})\n`);
  });
}

main();
