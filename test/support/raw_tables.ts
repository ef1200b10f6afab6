/**
 * Requests byte by byte, in tables: bytes that two readers could take for different requests, and
 * bytes that no client sends. Many rows hide a second transfer where a deceived reader would find it.
 * Each row has the outcome with each of the two builds of uWebSockets.js (decision 0108).
 */
import { randomUUID } from "node:crypto";
import { draft } from "./parties.ts";
import { requestText } from "./raw.ts";

/** Who sends the requests, and the accounts that money goes from and to. */
export type Sender = { apiKey: string; from: string; to: string };

/**
 * Statuses of the answers in their order, with "close" where an answer says so and "page" where the
 * parser itself answered, with a page of its own. "closed": no answer at all. "|" separates outcomes
 * of which each is right.
 */
export type Outcome = string;
export type Row = { name: string; bytes: string | Buffer; older: Outcome; newer: Outcome };

type Cells = [name: string, bytes: string | Buffer, older: Outcome, newer?: Outcome];
type Headers = Record<string, string>;

/** What the parser answers itself: malformed, another version or no HTTP, a head too large. */
const BAD = "400 page close";
const VERSION = "505 page close";
const TOO_LARGE = "431 page close";

const CHUNKED = { "Transfer-Encoding": "chunked" };
const LAST = "0\r\n\r\n";
const UPGRADE = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version": "13",
};
/** A PROXY protocol header, version 2, that names 203.0.113.9 as the client. */
const PROXY_2 = Buffer.from("0d0a0d0a000d0a515549540a2111000ccb007109cb00710900500050", "hex");

/** The tables by their names; each request has a key of its own, so that every one could run. */
export function rawTables(sender: Sender): Record<string, Row[]> {
  const tables = {
    lengths: lengthRows(sender),
    "names of headers": nameRows(sender),
    encodings: encodingRows(sender),
    "header lines": lineRows(sender),
    "first lines": startRows(sender),
    "hidden behind what is refused": hiddenRows(sender),
  };
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      rows.map(([name, bytes, older, newer = older]) => ({ name, bytes, older, newer })),
    ]),
  );
}

function headersOf({ apiKey }: Sender): Headers {
  return {
    Authorization: `Bearer ${apiKey}`,
    "Content-Type": "application/json",
    "Idempotency-Key": randomUUID(),
  };
}

/** Makers of requests of one sender. */
function makersOf(sender: Sender) {
  const path = `/v1/accounts/${sender.from}`;
  const body = () => JSON.stringify(draft(sender.from, sender.to, "1"));
  const head = (more: Headers = {}) =>
    requestText("POST", "/v1/transfers", { ...headersOf(sender), ...more });
  const post = (more: Headers = {}) =>
    requestText("POST", "/v1/transfers", { ...headersOf(sender), ...more }, body());
  const get = (target = path, more: Headers = {}, method = "GET") =>
    requestText(method, target, { ...headersOf(sender), ...more });
  return { path, body, head, post, get, hidden: () => post() };
}

function withLine(text: string, line: string): string {
  return text.replace("Content-Type:", `${line}\r\nContent-Type:`);
}

function chunk(text: string, end = "\r\n", size = text.length.toString(16)): string {
  return `${size}${end}${text}\r\n`;
}

function lengthRows(sender: Sender): Cells[] {
  const { body, head, post, get, hidden } = makersOf(sender);
  const length = String(body().length);
  const sized = (text: string) => post({ "Content-Length": text });
  const both = { "Content-Length": "4", ...CHUNKED };
  const second = hidden();
  const twice = `0\r\nContent-Length: ${second.length}`;
  return [
    ["a length and an encoding", post({ "Content-Length": length, ...CHUNKED }), BAD],
    ["both, hidden behind the chunks", `${head(both)}${LAST}${hidden()}`, BAD],
    ["the same length twice", sized(`${length}\r\nContent-Length: ${length}`), "400 close"],
    ["two lengths, the true one first", sized(`${length}\r\nContent-Length: 0`), "400 close"],
    [
      "an empty length and an encoding",
      `${head({ "Content-Length": "", ...CHUNKED })}${LAST}`,
      "400 close",
    ],
    [
      "a length and an empty encoding",
      post({ "Content-Length": length, "Transfer-Encoding": "" }),
      "400 close",
    ],
    [
      "two lengths, hidden in the second",
      `${head({ "Content-Length": twice })}${second}`,
      "closed",
    ],
    ["no digits, hidden behind", `${head({ "Content-Length": "" })}${hidden()}`, "closed"],
    ["no digits, nothing behind", head({ "Content-Length": "" }), "400 close"],
    ["a list", sized(`${length}, ${length}`), BAD],
    ["negative", sized("-1"), BAD],
    ["a plus", sized(`+${length}`), BAD],
    ["hexadecimal", sized("0x10"), BAD],
    ["a fraction", sized("10.5"), BAD],
    ["beyond 64 bits", sized("99999999999999999999"), BAD],
    ["ten digits", sized("1000000000"), "413 close"],
    ["leading zeros", sized(`000${length}`), "201"],
    ["a tab before it", sized(`\t${length}`), "201"],
    ["a space behind it", sized(`${length} `), "201"],
    ["a space in it", sized(`${length.slice(0, 1)} ${length.slice(1)}`), BAD],
    ["an underscore in its name, hidden", `${head({ Content_Length: "0" })}${hidden()}`, "closed"],
    ["no length, no encoding", head(), "400 close"],
    ["no length, hidden behind", `${head()}${hidden()}`, "closed"],
    ["a body with GET", `${get(undefined, { "Content-Length": "2" })}{}`, "200"],
    [
      "hidden as the body of GET",
      get(undefined, { "Content-Length": String(second.length) }) + second,
      "400",
    ],
    [
      "hidden as the body of DELETE",
      get("/v1/nowhere", { "Content-Length": String(second.length) }, "DELETE") + second,
      "404",
    ],
  ];
}

function encodingRows(sender: Sender): Cells[] {
  const { body, head, get, hidden } = makersOf(sender);
  const chunks = `${chunk(body())}${LAST}`;
  const encoded = (text: string, bytes = chunks) => head({ "Transfer-Encoding": text }) + bytes;
  const sized = (size: string, end = "\r\n") =>
    `${head(CHUNKED)}${chunk(body(), end, size)}${LAST}`;
  const digits = body().length.toString(16);
  return [
    ["chunked", encoded("chunked"), "201 close"],
    ["Chunked", encoded("Chunked"), "201 close"],
    ["a tab before chunked", encoded("\tchunked"), "201 close"],
    ["a space behind chunked", encoded("chunked "), "201 close"],
    ["identity, hidden behind", encoded("identity", hidden()), BAD],
    ["gzip, chunked", encoded("gzip, chunked"), "400 close"],
    ["chunked, chunked", encoded("chunked, chunked"), "400 close"],
    ["chunked and a comma", encoded("chunked,"), "400 close"],
    ["chunked, identity, hidden behind", encoded("chunked, identity", hidden()), BAD],
    ["chunked twice", encoded("chunked\r\nTransfer-Encoding: chunked"), "400 close"],
    ["xchunked, hidden behind", encoded("xchunked", hidden()), BAD],
    ["an empty encoding, hidden behind", encoded("", hidden()), "closed"],
    ["a vertical tab", encoded("\x0bchunked"), "closed", BAD],
    [
      "an underscore, hidden",
      `${head({ Transfer_Encoding: "chunked" })}${LAST}${hidden()}`,
      "400 close",
    ],
    ["GET, hidden behind its chunks", `${get(undefined, CHUNKED)}${LAST}${hidden()}`, "closed"],
    ["HEAD, hidden behind", `${get(undefined, CHUNKED, "HEAD")}${LAST}${hidden()}`, "closed"],
    ["a chunk size that is none", `${head(CHUNKED)}zz\r\nabc\r\n${LAST}`, BAD],
    ["a negative chunk size", `${head(CHUNKED)}-1\r\nabc\r\n${LAST}`, BAD],
    ["a chunk size beyond 64 bits", `${head(CHUNKED)}FFFFFFFFFFFFFFFFF\r\nabc`, BAD],
    ["a plus before a chunk size", sized(`+${digits}`), BAD],
    ["0x before a chunk size", sized(`0x${digits}`), BAD],
    ["a space before a chunk size", sized(` ${digits}`), "400 close"],
    ["a space behind a chunk size", sized(`${digits} `), "201 close"],
    ["a line feed alone behind a chunk size", sized(digits, "\n"), "201 close"],
    ["a chunk extension", sized(digits, ";a=b\r\n"), "closed"],
    ["an extension of the last, hidden", `${head(CHUNKED)}0;a=b\r\n\r\n${hidden()}`, "closed"],
    ["the size G, as 16", `${head(CHUNKED)}G\r\n${"a".repeat(16)}\r\n${LAST}`, "400 close"],
    ["no line end behind a chunk", `${head(CHUNKED)}${digits}\r\n${body()}${LAST}`, "201 close"],
    ["hidden behind the last chunk", `${head(CHUNKED)}${chunks}${hidden()}`, "closed"],
    ["hidden in a trailer", `${head(CHUNKED)}${chunk(body())}0\r\n${hidden()}`, "closed"],
    ["a trailer", `${head(CHUNKED)}${chunk(body())}0\r\nX-Trailer: a\r\n\r\n`, VERSION],
  ];
}

function lineRows(sender: Sender): Cells[] {
  const { head, post, get, hidden } = makersOf(sender);
  const second = hidden();
  const unnamed = `\r\n: a\r\nContent-Length: ${second.length}\r\n\r\n${second}`;
  return [
    ["a folded line", withLine(post(), "X-Folded: a\r\n b: c"), "closed", BAD],
    ["a line folded by a tab", withLine(post(), "X-Folded: a\r\n\tb"), "closed", BAD],
    [
      "a space before the colon",
      post().replace("Content-Length:", "Content-Length :"),
      "closed",
      BAD,
    ],
    ["a space in a name", withLine(post(), "X Y: a"), "closed", BAD],
    ["no colon", withLine(post(), "X-None"), "closed", BAD],
    ["a name of nothing at first", post().replace("Host:", ": a\r\nHost:"), BAD],
    [
      "a name of nothing before the length, hidden behind",
      head().replace("\r\n\r\n", unnamed),
      "closed",
    ],
    ["NUL in a value", post({ "X-Nul": "a\0b" }), "closed", BAD],
    ["NUL in a name", withLine(post(), "X\0Y: a"), "closed", BAD],
    ["a carriage return in a value", post({ "X-Cr": "a\rb" }), "closed"],
    ["bytes above 127 in a value", post({ "X-High": "ÿÿ" }), "201"],
    ["line feeds alone", post().replaceAll("\r\n", "\n"), VERSION],
    ["one line feed alone", post().replace("\r\nContent-Type", "\nContent-Type"), "closed", BAD],
    ["an empty line first", `\r\n\r\n${post()}`, "closed"],
    ["no Host", post().replace("Host: localhost\r\n", ""), BAD],
    ["an empty Host", post().replace("Host: localhost", "Host:"), "400 close"],
    ["a Host of spaces", post().replace("Host: localhost", "Host: \t "), "400 close"],
    ["a space in a Host", post().replace("Host: localhost", "Host: a b"), "400 close"],
    ["a path in a Host", post().replace("Host: localhost", "Host: a/b"), "400 close"],
    ["a name of a user in a Host", post().replace("Host: localhost", "Host: a@b"), "400 close"],
    ["two Hosts in one", post().replace("Host: localhost", "Host: a:80:80"), "400 close"],
    ["a Host with a port", post().replace("Host: localhost", "Host: my_service-1.a:8080"), "201"],
    ["an address as Host", post().replace("Host: localhost", "Host: [::1]:8080"), "201"],
    ["two Hosts", post().replace("Host: localhost", "Host: a\r\nHost: b"), "400 close", BAD],
    ["two credentials", withLine(post(), "Authorization: Bearer x"), "400 close"],
    ["two keys", withLine(post(), `Idempotency-Key: ${randomUUID()}`), "400 close"],
    ["two content types", withLine(post(), "Content-Type: text/plain"), "400 close"],
    ["40 headers more", get(undefined, headers(40)), "200"],
    ["60 headers more", get(undefined, headers(60)), "200"],
    ["500 headers more", get(undefined, headers(500)), TOO_LARGE],
    ["a header of 3,000 bytes", get(undefined, { "X-Large": "x".repeat(3_000) }), "200"],
    ["a header of 15,000 bytes", get(undefined, { "X-Large": "x".repeat(15_000) }), "200"],
    ["one of 17,000", get(undefined, { "X-Large": "x".repeat(17_000) }), TOO_LARGE],
  ];
}

/** RFC 9110, 5.6.2: the characters of a token that are neither letters nor digits. */
const TOKEN_MARKS = [..."!#$%&'*+-.^_`|~"];

/** Names of headers that together have each character that a name may have, at each place. */
export const HEADER_NAMES = [
  ...TOKEN_MARKS.flatMap((mark) => [`x${mark}y`, `${mark}x`, `x${mark}`, mark]),
  `X-0123456789-${TOKEN_MARKS.join("a")}-ABCXYZ`,
];

/** A header that the server does not know is passed over, whatever its name. */
function nameRows(sender: Sender): Cells[] {
  const { get } = makersOf(sender);
  return [
    ...HEADER_NAMES.map(
      (name): Cells => [`the name ${name}`, get(undefined, { [name]: "1" }), "200"],
    ),
    ["a name with a byte above 127", get(undefined, { "x\xffy": "1" }), "closed", BAD],
    ["a name with parentheses", get(undefined, { "x(y)": "1" }), "closed", BAD],
  ];
}

function headers(count: number): Headers {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`X-Header-${at}`, "v"]));
}

function startRows(sender: Sender): Cells[] {
  const { path, post, get } = makersOf(sender);
  const version = (text: string) => get().replace("HTTP/1.1", text);
  return [
    ["HTTP/1.0", version("HTTP/1.0"), VERSION],
    ["HTTP/1.2", version("HTTP/1.2"), VERSION],
    ["HTTP/2.0", version("HTTP/2.0"), VERSION],
    ["HTTX/1.1", version("HTTX/1.1"), VERSION],
    ["no version", `GET ${path}\r\n\r\n`, "closed", VERSION],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", VERSION],
    ["TLS", Buffer.from("160301020001000001fc0303", "hex"), VERSION],
    ["the PROXY protocol", Buffer.concat([PROXY_2, Buffer.from(get())]), "200"],
    ["nonsense", "hello\r\n\r\n", "closed"],
    ["nothing", "", "closed"],
    ["half a head", post().slice(0, 40), "closed"],
    ["half a body", post().slice(0, -1), "closed"],
    ["an absolute target", get(`http://localhost${path}`), VERSION],
    ["a target without a slash", get(path.slice(1)), VERSION],
    ["a space in the target", get("/v1/accounts/a b"), VERSION],
    ["a fragment", get(`${path}#x`), "400"],
    ["bytes above 127 in the target", get("/v1/accounts/äß"), "400"],
    ["dots in the target", get(`/v1/..${path}`), "404"],
    ["two slashes", get(`/${path}`), "404"],
    ["OPTIONS", get(undefined, {}, "OPTIONS"), "204"],
    ["OPTIONS *", get("*", {}, "OPTIONS"), VERSION],
    ["PROPFIND", get(undefined, {}, "PROPFIND"), "404 close"],
    ["QUERY", get(undefined, {}, "QUERY"), "404 close"],
    ["PUT", get(undefined, { "Content-Length": "0" }, "PUT"), "404"],
    ["TRACE", get(undefined, {}, "TRACE"), "404 close"],
    ["CONNECT", get("example.com:443", {}, "CONNECT"), VERSION],
    ["get", get(undefined, {}, "get"), "404 close"],
    ["head", get(undefined, {}, "head"), "404 close"],
    ["post", post().replace("POST", "post"), "404"],
    ["a method of 300 letters", get(undefined, {}, "G".repeat(300)), "404 close"],
    ["an upgrade to WebSocket", get(undefined, UPGRADE), "200"],
    ["an upgrade to HTTP/2", get(undefined, { Connection: "Upgrade", Upgrade: "h2c" }), "200"],
    ["Expect", post({ Expect: "100-continue" }), "100 201"],
    ["Expect of something else", post({ Expect: "200-maybe" }), "201"],
    ["two requests, one after the other", `${get()}${get("/v1/nowhere")}`, "200 404|closed"],
  ];
}

/** A transfer behind a request that is refused, in the same packet. */
function hiddenRows(sender: Sender): Cells[] {
  const { path, post, get, hidden } = makersOf(sender);
  const second = hidden();
  const version = (text: string) => get().replace("HTTP/1.1", text);
  return [
    ["behind HTTP/1.0", version("HTTP/1.0") + hidden(), VERSION],
    ["behind no version", `GET ${path}\r\n\r\n${hidden()}`, "closed"],
    ["behind line feeds alone", get().replaceAll("\r\n", "\n") + hidden(), VERSION],
    ["behind no Host", get().replace("Host: localhost\r\n", "") + hidden(), BAD],
    ["behind NUL", get(undefined, { "X-Nul": "a\0b" }) + hidden(), "closed", BAD],
    ["behind a folded line", withLine(get(), "X: a\r\n b") + hidden(), "closed", BAD],
    ["behind 500 headers", get(undefined, headers(500)) + hidden(), TOO_LARGE],
    ["behind PROPFIND", get(undefined, {}, "PROPFIND") + hidden(), "closed"],
    ["behind get", get(undefined, {}, "get") + hidden(), "closed"],
    ["behind head", get(undefined, {}, "head") + hidden(), "closed"],
    [
      "as the body of head",
      get(undefined, { "Content-Length": String(second.length) }, "head") + second,
      "404",
    ],
    ["behind post without a length", get(undefined, {}, "post") + hidden(), "closed"],
    [
      "an upgrade that is none, then a transfer",
      get(undefined, UPGRADE) + post(),
      "200 201|closed",
    ],
    ["behind Connection: close", get(undefined, { Connection: "close" }) + hidden(), "closed"],
    ["behind CONNECT of a path", get(undefined, {}, "CONNECT") + hidden(), "closed"],
    ["behind a write and nonsense", `${post()}nonsense\r\n\r\n${hidden()}`, "201"],
    ["behind a write and HTTP/1.0", post() + version("HTTP/1.0") + hidden(), VERSION],
  ];
}
