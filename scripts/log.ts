/**
 * `npm run log -- COMMAND`: an operator's commands on the logs of a data directory. A child process
 * does the reading, because LMDB has no page checksums and a damaged file can kill the process that
 * opens it: a death by signal is reported as damage. Exit codes: 0 no fault, 1 damage or a
 * difference, 2 a wrong call of the command.
 */
import { type ChildProcess, fork } from "node:child_process";
import { OptionError } from "../src/base/option_error.ts";
import { parseLogOptions, USAGE } from "./log/options.ts";
import { programOf } from "./program.ts";

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  try {
    if (args[0] === "verify-receipt") {
      // Loads every feature, which no other command needs in this process.
      const { verifyReceipt } = await import("./log/verify_receipt.ts");
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
  const { file, options } = programOf(new URL("./log/child.ts", import.meta.url));
  const child = fork(file, args, { execArgv: options });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  report(child);
}

/** Reports how the child ended and what it was reading; the child prints everything else itself. */
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

await main();
