/**
 * `npm run admin -- COMMAND [--flags]`: an operator's commands to a running server, sent through
 * the socket in its data directory. Prints the answer as JSON on standard output, and notes and
 * refusals on standard error. Ends with 0 when it was done, with 1 when it was refused or no server
 * runs, and with 2 when the command was written wrongly.
 */
import { runCommand } from "./admin_command.ts";

const { code, out, err } = await runCommand(process.argv.slice(2), process.env["DATA_DIR"]);
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
