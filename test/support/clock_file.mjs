/** Loaded into each thread of a server under test: its wall clock is the time in the file. */
import { openSync, readSync } from "node:fs";

const file = openSync(process.env.CLOCK_FILE, "r");
const time = new Float64Array(1);
Date.now = () => {
  readSync(file, time, 0, 8, 0);
  return time[0];
};
