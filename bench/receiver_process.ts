/**
 * A receiver of webhooks by uWebSockets.js, a process of its own, which answers 204 to every delivery. Its
 * parent sends any message and gets `{ port }`, then asks by messages of the type `Asked`. A path that
 * begins with `DEAD_PATH` is never answered.
 */
import type { HttpResponse } from "uWebSockets.js";
import { uWS } from "../src/http/native_server.ts";
import {
  type Asked,
  DEAD_PATH,
  type Received,
  type SequenceRange,
  type Sequences,
} from "./receiver.ts";

/** Delays of deliveries above so many in one answer are counted and not kept. */
const DELAYS_MAX = 2_000_000;
const SIGNATURE = "v1,";

let delaysMs: number[] = [];
let deliveries = 0;
let unsigned = 0;
let isHeld = false;
let held: (() => void)[] = [];
/** How often each sequence has come, by path. */
const counts = new Map<string, Uint8Array>();

process.once("message", () => {
  uWS
    .App()
    .post("/*", (res, req) => receive(res, req.getUrl(), req.getHeader("webhook-signature")))
    .listen("127.0.0.1", 0, (socket) => {
      if (socket === false) throw new Error("the receiver could not listen");
      process.on("message", (asked: Asked) => process.send?.(answerTo(asked)));
      process.send?.({ port: uWS.us_socket_local_port(socket) });
    });
});
process.once("disconnect", () => process.exit(0));

function receive(res: HttpResponse, path: string, signature: string): void {
  let isAborted = false;
  res.onAborted(() => {
    isAborted = true;
  });
  const parts: Buffer[] = [];
  res.onData((chunk, isLast) => {
    // The chunk's memory belongs to uWebSockets.js and is valid during this call: it is copied.
    parts.push(Buffer.from(chunk.slice(0)));
    if (!isLast || path.startsWith(DEAD_PATH)) return;
    if (!signature.startsWith(SIGNATURE)) unsigned++;
    note(path, Buffer.concat(parts).toString("latin1"));
    const answer = () => {
      if (!isAborted) res.cork(() => res.writeStatus("204 No Content").endWithoutBody());
    };
    if (isHeld) held.push(answer);
    else answer();
  });
}

function note(path: string, body: string): void {
  deliveries++;
  const sequence = Number(textOf(body, "sequence"));
  let counted = counts.get(path);
  if (counted === undefined || counted.length <= sequence) {
    const larger = new Uint8Array(Math.max(1_024, sequence * 2));
    larger.set(counted ?? []);
    counted = larger;
    counts.set(path, counted);
  }
  counted[sequence] = Math.min(255, (counted[sequence] as number) + 1);
  if (delaysMs.length < DELAYS_MAX) {
    delaysMs.push(Date.now() - Date.parse(textOf(body, "timestamp")));
  }
}

function answerTo(asked: Asked): Received | Sequences | { count: number } | Record<string, never> {
  switch (asked.ask) {
    case "count":
      return { count: deliveries };
    case "received":
      return received();
    case "sequences":
      return sequencesOf(asked.path, asked);
    case "hold": {
      isHeld = asked.isHeld;
      const waiting = held;
      held = [];
      for (const answer of waiting) answer();
      return {};
    }
  }
}

function received(): Received {
  const sorted = Float64Array.from(delaysMs).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const said = { deliveries, unsigned, p50Ms: at(0.5), p99Ms: at(0.99) };
  delaysMs = [];
  deliveries = 0;
  unsigned = 0;
  return said;
}

function sequencesOf(path: string, { from, upTo }: SequenceRange): Sequences {
  const counted = counts.get(path) ?? new Uint8Array(0);
  let highest = 0;
  let missing = 0;
  let twice = 0;
  for (const [sequence, count] of counted.entries()) {
    if (count > 0) highest = sequence;
    if (count > 1) twice++;
  }
  for (let sequence = from; sequence <= upTo; sequence++) if (!counted[sequence]) missing++;
  return { highest, missing, twice };
}

/** The text of a field whose value needs no escapes, found by search: parsing would cost more. */
function textOf(body: string, field: string): string {
  const start = body.indexOf(`"${field}":"`) + field.length + 4;
  return body.slice(start, body.indexOf('"', start));
}
