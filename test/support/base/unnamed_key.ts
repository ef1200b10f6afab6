/** For hidden_place.test.ts: a thread that names no key of ids, and says what it can do. */
import { parentPort, workerData } from "node:worker_threads";
import { usedIdKey } from "../../../src/base/hidden_place.ts";
import {
  decodeIdSuffix,
  encodeIdSuffix,
  exampleIdSuffix,
  isIdSuffix,
  placeOf,
  timeMsOfSuffix,
} from "../../../src/base/id.ts";

const suffix = workerData as string;
const timeMs = timeMsOfSuffix(suffix);

parentPort?.postMessage({
  example: exampleIdSuffix(timeMs, placeOf(5, 5)),
  isWellFormed: isIdSuffix(suffix),
  made: faultOf(() => encodeIdSuffix(timeMs, 0, placeOf(5, 5), 0)),
  read: faultOf(() => decodeIdSuffix(suffix)),
  handedOn: faultOf(usedIdKey),
});

function faultOf(action: () => unknown): string {
  try {
    return `no fault: ${action()}`;
  } catch (error) {
    return (error as Error).message;
  }
}
