/** Loaded into a server under test, in each of its threads: its wall clock is what the file says. */
import { openSync, readSync } from "node:fs";

const file = openSync(process.env.CLOCK_FILE, "r");
const shown = new Float64Array(1);
Date.now = () => {
  readSync(file, shown, 0, 8, 0);
  return shown[0];
};
