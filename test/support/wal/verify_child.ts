/** Prints the report of the log at argv[2] as one line of JSON. */
import { verifyLog } from "../../../wal/verify.ts";

console.log(JSON.stringify(await verifyLog(process.argv[2] as string)));
