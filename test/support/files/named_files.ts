/** Writes a file into the folder at argv[2] and ends itself with kill -9 before the step argv[3]. */
import { keepFile } from "../../../src/files/named_files.ts";

const [folder, at] = process.argv.slice(2) as [string, string];
const owner = "ent_01ARZ3NDEKTSV4RRFFQ69G5FAV";
keepFile(folder, { owner, bytes: Buffer.from("sealed bytes of a page") }, (step) => {
  if (step === at) process.kill(process.pid, "SIGKILL");
});
