/**
 * Requests byte by byte, and the answer that each must get: bytes that two readers could take for
 * different requests, and bytes that no client sends. "closed" is a connection that uWebSockets.js
 * closes without an answer, at once or after its 10 s for a head (src/LIMITS.md). Many rows hide a
 * second transfer where a deceived reader would find it; no hidden transfer may ever run.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { type Client, openClient } from "../support/client.ts";
import { balanceOf, draft, newAccount } from "../support/parties.ts";
import { openRaw, requestText } from "../support/raw.ts";
import {
  type Credentials,
  newCredentials,
  type Server,
  startServer,
  stopServer,
} from "../support/server.ts";

const FUNDS = 100_000;

let server: Server;
let mine: Credentials;
let client: Client;
let ada: string;
let bob: string;

before(async () => {
  server = await startServer(["--edges", "2"]);
  mine = await newCredentials(server);
  client = await openClient(server, mine);
  ada = await newAccount(client, { fund: String(FUNDS) });
  bob = await newAccount(client);
});

after(async () => {
  assert.ok(!/"level":(50|60)/.test(server.output()), server.output());
  client.close();
  assert.equal((await stopServer(server)).code, 0);
});

type More = Record<string, string>;
/** Name, bytes, and the answer: statuses in their order, with "close" where the answer says so. */
type Row = [string, string | Buffer, string];

function headersOf(): More {
  return {
    Authorization: `Bearer ${mine.apiKey}`,
    "Content-Type": "application/json",
    "Idempotency-Key": randomUUID(),
  };
}

function body(): string {
  return JSON.stringify(draft(ada, bob, "1"));
}
function head(more: More = {}): string {
  return requestText("POST", "/v1/transfers", { ...headersOf(), ...more });
}
function post(more: More = {}): string {
  return requestText("POST", "/v1/transfers", { ...headersOf(), ...more }, body());
}
function get(path = `/v1/accounts/${ada}`, more: More = {}, method = "GET"): string {
  return requestText(method, path, { ...headersOf(), ...more });
}
/** A transfer that a deceived reader takes for a request of its own. */
function hidden(): string {
  return post();
}
function withLine(text: string, line: string): string {
  return text.replace("Content-Type:", `${line}\r\nContent-Type:`);
}
function chunk(text: string, end = "\r\n"): string {
  return `${text.length.toString(16)}${end}${text}\r\n`;
}
const CHUNKED = { "Transfer-Encoding": "chunked" };
const LAST = "0\r\n\r\n";

function lengthRows(): Row[] {
  const length = String(body().length);
  const sized = (text: string) => post({ "Content-Length": text });
  return [
    ["a length and an encoding", post({ "Content-Length": length, ...CHUNKED }), "closed"],
    [
      "both, hidden behind the chunks",
      `${head({ "Content-Length": "4", ...CHUNKED })}${LAST}${hidden()}`,
      "closed",
    ],
    ["the same length twice", sized(`${length}\r\nContent-Length: ${length}`), "400 close"],
    [
      "two lengths, hidden in the second",
      `${head({ "Content-Length": `0\r\nContent-Length: ${hidden().length}` })}${hidden()}`,
      "closed",
    ],
    ["no digits, hidden behind", `${head({ "Content-Length": "" })}${hidden()}`, "closed"],
    ["no digits, nothing behind", head({ "Content-Length": "" }), "400 close"],
    ["a list", sized(`${length}, ${length}`), "closed"],
    ["negative", sized("-1"), "closed"],
    ["a plus", sized(`+${length}`), "closed"],
    ["hexadecimal", sized("0x10"), "closed"],
    ["a fraction", sized("10.5"), "closed"],
    ["beyond 64 bits", sized("99999999999999999999"), "closed"],
    ["leading zeros", sized(`000${length}`), "201"],
    ["a tab before it", sized(`\t${length}`), "201"],
    ["no length, no encoding", head(), "400 close"],
    ["no length, hidden behind", `${head()}${hidden()}`, "closed"],
  ];
}

function encodingRows(): Row[] {
  const chunks = `${chunk(body())}${LAST}`;
  const encoded = (text: string, bytes = chunks) => head({ "Transfer-Encoding": text }) + bytes;
  return [
    ["chunked", encoded("chunked"), "201 close"],
    ["Chunked", encoded("Chunked"), "201 close"],
    ["identity, hidden behind", encoded("identity", hidden()), "closed"],
    ["gzip, chunked", encoded("gzip, chunked"), "400 close"],
    ["chunked, chunked", encoded("chunked, chunked"), "400 close"],
    ["chunked twice", encoded("chunked\r\nTransfer-Encoding: chunked"), "400 close"],
    ["xchunked, hidden behind", encoded("xchunked", hidden()), "closed"],
    ["an empty encoding, hidden behind", encoded("", hidden()), "closed"],
    ["a vertical tab", encoded("\x0bchunked"), "closed"],
    ["a chunk size that is none", `${head(CHUNKED)}zz\r\nabc\r\n${LAST}`, "closed"],
    ["a negative chunk size", `${head(CHUNKED)}-1\r\nabc\r\n${LAST}`, "closed"],
    ["a chunk size beyond 64 bits", `${head(CHUNKED)}FFFFFFFFFFFFFFFFF\r\nabc`, "closed"],
    ["a chunk extension", `${head(CHUNKED)}${chunk(body(), ";a=b\r\n")}${LAST}`, "closed"],
    ["hidden behind the last chunk", `${head(CHUNKED)}${chunks}${hidden()}`, "closed"],
    ["hidden in a trailer", `${head(CHUNKED)}${chunk(body())}0\r\n${hidden()}`, "closed"],
  ];
}

function lineRows(): Row[] {
  return [
    ["a folded line", withLine(post(), "X-Folded: a\r\n b: c"), "closed"],
    ["a line folded by a tab", withLine(post(), "X-Folded: a\r\n\tb"), "closed"],
    ["a space before the colon", post().replace("Content-Length:", "Content-Length :"), "closed"],
    ["a space in a name", withLine(post(), "X Y: a"), "closed"],
    ["no colon", withLine(post(), "X-None"), "closed"],
    ["a name of nothing at first", post().replace("Host:", ": a\r\nHost:"), "closed"],
    [
      "a name of nothing before the length, hidden behind",
      requestText("POST", "/v1/transfers", headersOf()).replace(
        "\r\n\r\n",
        `\r\n: a\r\nContent-Length: ${hidden().length}\r\n\r\n${hidden()}`,
      ),
      "closed",
    ],
    ["NUL in a value", post({ "X-Nul": "a\0b" }), "closed"],
    ["NUL in a name", withLine(post(), "X\0Y: a"), "closed"],
    ["a carriage return in a value", post({ "X-Cr": "a\rb" }), "closed"],
    ["bytes above 127 in a value", post({ "X-High": "ÿÿ" }), "201"],
    ["line feeds alone", post().replaceAll("\r\n", "\n"), "closed"],
    ["one line feed alone", post().replace("\r\nContent-Type", "\nContent-Type"), "closed"],
    ["an empty line first", `\r\n\r\n${post()}`, "closed"],
    ["no Host", post().replace("Host: localhost\r\n", ""), "closed"],
    ["two Hosts", post().replace("Host: localhost", "Host: a\r\nHost: b"), "400 close"],
    ["two credentials", withLine(post(), "Authorization: Bearer x"), "400 close"],
    ["two keys", withLine(post(), `Idempotency-Key: ${randomUUID()}`), "400 close"],
    ["two content types", withLine(post(), "Content-Type: text/plain"), "400 close"],
    ["40 headers more", get(undefined, headers(40)), "200"],
    ["60 headers more", get(undefined, headers(60)), "closed"],
    ["500 headers more", get(undefined, headers(500)), "closed"],
    ["a header of 3,000 bytes", get(undefined, { "X-Large": "x".repeat(3_000) }), "200"],
  ];
}

function headers(count: number): More {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-Header-${at}`, "v"]));
}

function startRows(): Row[] {
  const version = (text: string) => get().replace("HTTP/1.1", text);
  return [
    ["HTTP/1.0", version("HTTP/1.0"), "closed"],
    ["HTTP/1.2", version("HTTP/1.2"), "closed"],
    ["HTTP/2.0", version("HTTP/2.0"), "closed"],
    ["HTTX/1.1", version("HTTX/1.1"), "closed"],
    ["no version", `GET /v1/accounts/${ada}\r\n\r\n`, "closed"],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "closed"],
    ["TLS", Buffer.from("160301020001000001fc0303", "hex"), "closed"],
    ["nonsense", "hello\r\n\r\n", "closed"],
    ["nothing", "", "closed"],
    ["half a head", post().slice(0, 40), "closed"],
    ["half a body", post().slice(0, -1), "closed"],
    ["an absolute target", get(`http://localhost/v1/accounts/${ada}`), "closed"],
    ["a target without a slash", get(`v1/accounts/${ada}`), "closed"],
    ["a space in the target", get("/v1/accounts/a b"), "closed"],
    ["a fragment", get(`/v1/accounts/${ada}#x`), "400"],
    ["bytes above 127 in the target", get("/v1/accounts/äß"), "400"],
    ["dots in the target", get(`/v1/../v1/accounts/${ada}`), "404"],
    ["two slashes", get(`//v1/accounts/${ada}`), "404"],
    ["OPTIONS", get(undefined, {}, "OPTIONS"), "204"],
    ["OPTIONS *", get("*", {}, "OPTIONS"), "closed"],
    ["PROPFIND", get(undefined, {}, "PROPFIND"), "closed"],
    ["PUT", get(undefined, { "Content-Length": "0" }, "PUT"), "404"],
    ["TRACE", get(undefined, {}, "TRACE"), "404 close"],
    ["CONNECT", get("example.com:443", {}, "CONNECT"), "closed"],
    ["a method in lower case", get(undefined, {}, "get"), "closed"],
    ["a method of 300 letters", get(undefined, {}, "G".repeat(300)), "closed"],
    ["an upgrade to WebSocket", get(undefined, UPGRADE), "200"],
    ["an upgrade to HTTP/2", get(undefined, { Connection: "Upgrade", Upgrade: "h2c" }), "200"],
    ["Expect", post({ Expect: "100-continue" }), "100 201"],
    ["Expect of something else", post({ Expect: "200-maybe" }), "201"],
    ["a body with GET", `${get(undefined, { "Content-Length": "2" })}{}`, "200"],
    ["two requests, one after the other", `${get()}${get("/v1/nowhere")}`, "200 404|closed"],
  ];
}

const UPGRADE = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version": "13",
};

/** Sends the bytes; resolves with the answers until the connection closes or `wanted` has come. */
async function outcomeOf(bytes: string | Buffer, wanted: string): Promise<string> {
  const connection = await openRaw(server.port);
  await connection.send(bytes);
  const seen: string[] = [];
  for (;;) {
    const reply = await connection.next();
    if (reply === undefined) break;
    seen.push(String(reply.status));
    if (reply.status >= 400) assert.match(reply.body, /^\{"error":\{"code":"[a-z_]+"/);
    if (/^connection: close$/im.test(reply.head)) seen.push("close");
    const isOpen = !seen.includes("close") && !wanted.includes("close");
    if (isOpen && seen.join(" ") === wanted) break;
  }
  connection.end();
  return seen.length === 0 ? "closed" : seen.join(" ");
}

const TABLES = {
  lengths: lengthRows,
  encodings: encodingRows,
  "header lines": lineRows,
  "first lines": startRows,
};
type Table = keyof typeof TABLES;
type Outcome = { table: string; name: string; got: string; wanted: string };

/**
 * All rows, run at once because most of them wait for the same 10 s; and the money that Ada spent.
 */

let run: Promise<{ outcomes: Outcome[]; spent: number }> | undefined;

async function runAll(): Promise<{ outcomes: Outcome[]; spent: number }> {
  const before = await posted();
  const outcomes = Object.entries(TABLES).flatMap(([table, rows]) =>
    rows().map(async ([name, bytes, wanted]) => {
      return { table, name, got: await outcomeOf(bytes, wanted), wanted };
    }),
  );
  return { outcomes: await Promise.all(outcomes), spent: before - (await posted()) };
}

for (const table of Object.keys(TABLES) as Table[]) {
  test(`raw requests: ${table} -> the answer of each row`, async () => {
    run ??= runAll();
    const { outcomes } = await run;
    const wrong = outcomes.filter(
      (one) => one.table === table && !one.wanted.split("|").includes(one.got),
    );
    assert.deepEqual(wrong, []);
  });
}

test("raw requests: all of them -> no hidden request ever runs", async () => {
  run ??= runAll();
  const { outcomes, spent } = await run;
  const answered = outcomes.filter(({ got }) => got.includes("201")).length;
  assert.ok(answered > 5);
  assert.equal(spent, answered);
});

test("idle: a connection without a request -> open for as long as Keep-Alive announces", async () => {
  const connection = await openRaw(server.port);
  await connection.send(get());
  const reply = await connection.next();
  const answeredMs = performance.now();
  const seconds = Number(/^keep-alive: timeout=(\d+)$/im.exec(reply?.head ?? "")?.[1]);
  assert.ok(seconds > 0, reply?.head);
  await connection.closed;
  assert.ok(performance.now() - answeredMs >= seconds * 1_000);
});

async function posted(): Promise<number> {
  return Number((await balanceOf(client, ada)).posted);
}
