/**
 * `npm run fuzz -- --url URL --key KEY [flags]`: random requests made from the contract; see
 * --help.
 */
import { OptionError } from "../src/base/option_error.ts";
import { FUZZ_USAGE, parseFuzzOptions } from "./fuzz/options.ts";
import { findingsOf, reportText } from "./fuzz/report.ts";
import { fuzz } from "./fuzz/run.ts";

const UNEXPECTED = 1;
const MISUSED = 2;

try {
  const options = parseFuzzOptions(process.argv.slice(2), process.env);
  if (options === "help") process.stdout.write(FUZZ_USAGE);
  else {
    process.stderr.write(`seed ${options.seed}\n`);
    const report = await fuzz(options, (text) => process.stderr.write(`${text}\n`));
    process.stdout.write(reportText(report));
    if (findingsOf(report).length > 0) process.exitCode = UNEXPECTED;
  }
} catch (cause) {
  if (!(cause instanceof OptionError)) throw cause;
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = MISUSED;
}
