/**
 * Loaded by `node --require` into every thread of the server that is profiled, before the server
 * itself. Each thread says which thread of the operating system it is, and starts and stops V8's
 * CPU profiler when the bench asks for it. The bench asks main over the channel of a child process,
 * and main asks the worker threads. Messages of the bench, and their answers:
 *   { ask: "threads" }            KnownThreads of `threads.ts`
 *   { ask: "start", intervalUs }  { tids }, when every thread is sampled
 *   { ask: "stop", into }         { tids }, when each of them has written `<tid>.cpuprofile` into
 *                                 the folder `into`
 */
const { existsSync, readdirSync, readlinkSync, writeFileSync } = require("node:fs");
const { Session } = require("node:inspector");
const { join } = require("node:path");
const { BroadcastChannel, isMainThread, workerData } = require("node:worker_threads");

/** The number of this thread in the operating system: the last part of `<pid>/task/<tid>`. */
const tid = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
const channel = new BroadcastChannel("bench-profile");
let session;

if (isMainThread) listenToBench();
// The data of a worker thread is not there before the thread's own program runs.
else setImmediate(listenToMain);

function listenToBench() {
  // What is there before the first line of the server: V8's helpers, and Node's own threads.
  const early = readdirSync("/proc/self/task")
    .map(Number)
    .filter((one) => one !== tid);
  const workers = new Map();
  let waiting = new Set();
  let tids = [];
  const hasObeyed = (one) => {
    if (waiting.delete(one) && waiting.size === 0) process.send({ tids });
  };
  channel.onmessage = ({ data: { from, kind } }) => {
    if (kind === undefined) hasObeyed(from);
    else workers.set(from, kind);
  };
  channel.unref();
  process.on("message", (message) => {
    if (message.ask === "threads") {
      process.send({ main: tid, early, workers: [...workers] });
      return;
    }
    // A stop is for those that were started: a worker thread may have begun or ended since.
    const asked = message.ask === "start" ? [tid, ...workers.keys()] : tids;
    tids = asked.filter((one) => existsSync(`/proc/self/task/${one}`));
    waiting = new Set(tids);
    channel.postMessage({ ...message, tids });
    obey(message);
    hasObeyed(tid);
  });
  process.channel.unref();
}

function listenToMain() {
  channel.onmessage = ({ data }) => {
    if (data.tids?.includes(tid) !== true) return;
    obey(data);
    channel.postMessage({ from: tid });
  };
  channel.unref();
  channel.postMessage({ from: tid, kind: workerData?.kind ?? "other" });
}

function obey({ ask, intervalUs, into }) {
  if (ask === "start") {
    session = new Session();
    session.connect();
    post("Profiler.enable");
    post("Profiler.setSamplingInterval", { interval: intervalUs });
    post("Profiler.start");
  } else {
    const { profile } = post("Profiler.stop");
    session.disconnect();
    writeFileSync(join(into, `${tid}.cpuprofile`), JSON.stringify(profile));
  }
}

/** Returns the answer at once, because the session belongs to the thread that it looks at. */
function post(method, params) {
  let answer;
  session.post(method, params, (error, result) => {
    if (error !== null) throw new Error(`${method}: ${error.message}`);
    answer = result;
  });
  return answer;
}
