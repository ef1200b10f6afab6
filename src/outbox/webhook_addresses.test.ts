/**
 * Where an attempt connects to: forms of hosts, answers of resolvers that change or are mixed, and
 * certificates. No test leaves loopback: what is allowed to connect is on it.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import {
  CERTIFICATE,
  promised,
  rawReceiverOf,
  receiverOf,
  senderOf,
  tlsReceiverOf,
  webhookTo,
} from "../../test/support/outbox/receiver.ts";
import { ADDRESSES_TRIED_MAX } from "./guarded_client.ts";

/** An address of loopback on which nothing listens but by a wildcard. */
const ELSEWHERE = `127.${128 + (process.pid >> 16)}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

/** Hosts of which each means 127.0.0.1 to some part of a system. */
const LOOPBACK_HOSTS = [
  ...["127.0.0.1", "127.0.0.1.", "127.1", "2130706433", "017700000001", "0177.0.0.1"],
  ...["0x7f000001", "0x7f.0.0.1", "0X7F.1", "１２７.０.０.１", "%31%32%37.0.0.1", "localhost"],
  ...["localhost.", "LocalHost", "a.b.localhost", "hooks.localhost."],
];

test("loopback: every form of it, where it is not allowed -> address_forbidden, no connection", async (t) => {
  let asked = 0;
  const { port, connections } = await rawReceiverOf(t, () => {});
  const resolve = async () => {
    asked++;
    return ["127.0.0.1"];
  };
  const sender = senderOf(t, { allowsLoopback: false, resolve });
  for (const host of [...LOOPBACK_HOSTS, "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "0"]) {
    for (const scheme of ["http", "https"]) {
      const { error } = await sender.send(webhookTo(`${scheme}://${host}:${port}/`));
      assert.equal(error, "address_forbidden", `${scheme} ${host}`);
    }
  }
  assert.equal(asked, 0);
  assert.equal(connections.length, 0);
});

test("loopback: every form of it, where it is allowed -> delivered; mapped and 0.0.0.0 are not", async (t) => {
  const { port } = await receiverOf(t, (_, response) => response.end());
  const sender = senderOf(t);
  for (const host of LOOPBACK_HOSTS) {
    const { error } = await sender.send(webhookTo(`http://${host}:${port}/`));
    assert.equal(error, undefined, host);
  }
  for (const host of ["[::ffff:127.0.0.1]", "[::127.0.0.1]", "0.0.0.0", "0", "[::]"]) {
    const { error } = await sender.send(webhookTo(`http://${host}:${port}/`));
    assert.equal(error, "address_forbidden", host);
  }
});

test("URL: userinfo, ports of other protocols, other schemes, no URL -> url_forbidden, no connection", async (t) => {
  const { port, connections } = await rawReceiverOf(t, () => {});
  const sender = senderOf(t);
  const urls = [
    ...[`http://me:pass@127.0.0.1:${port}/`, `http://example.com@127.0.0.1:${port}/`],
    ...[`http://127.0.0.1:${port}/#a`, `ftp://127.0.0.1:${port}/`, "http://127.0.0.1:25/"],
    ...["http://127.0.0.1:0/", "http://example.com/", "http://8.8.8.8/", "127.0.0.1", ""],
  ];
  for (const url of urls)
    assert.equal((await sender.send(webhookTo(url))).error, "url_forbidden", url);
  assert.equal(connections.length, 0);
});

/** What a resolver can answer for a stranger's name. */
const ANSWERS: [what: string, addresses: string[]][] = [
  ["loopback", ["127.0.0.1"]],
  ["private", ["10.0.0.1"]],
  ["link-local", ["169.254.1.1"]],
  ["metadata", ["169.254.169.254"]],
  ["carrier's", ["100.64.0.1"]],
  ["unspecified", ["0.0.0.0"]],
  ["multicast", ["224.0.0.1"]],
  ["IPv6 loopback", ["::1"]],
  ["unique local", ["fd00::1"]],
  ["mapped", ["::ffff:127.0.0.1"]],
  ["mapped public", ["::ffff:8.8.8.8"]],
  ["NAT64", ["64:ff9b::7f00:1"]],
  ["6to4", ["2002:7f00:1::"]],
  ["Teredo", ["2001::1"]],
  ["a zone", ["fe80::1%lo"]],
  ["a name", ["localhost"]],
  ["octal", ["0177.0.0.1"]],
  ["a number", ["2130706433"]],
  ["nothing", [""]],
  ["public and private", ["8.8.8.8", "10.0.0.1"]],
  ["private and public", ["10.0.0.1", "8.8.8.8"]],
  ["four public, then loopback", ["8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "127.0.0.1"]],
];

for (const [what, addresses] of ANSWERS) {
  test(`name: its addresses are ${what} -> address_forbidden, no connection`, async (t) => {
    const { port, connections } = await rawReceiverOf(t, () => {});
    const sender = senderOf(t, { allowsLoopback: false, resolve: async () => addresses });
    const { error } = await sender.send(webhookTo(`https://hooks.example.com:${port}/`));
    assert.equal(error, "address_forbidden");
    assert.equal(connections.length, 0);
    assert.equal(sender.connections.open, 0);
  });
}

test("name: http to a local name that leads to a public address -> address_forbidden", async (t) => {
  const sender = senderOf(t, { resolve: async () => ["8.8.8.8"] });
  const { error } = await sender.send(webhookTo("http://hooks.localhost/"));
  assert.equal(error, "address_forbidden");
});

test("name: a second question would have another answer -> never asked within an attempt", async (t) => {
  const { port } = await receiverOf(t, (_, response) => response.end());
  const asked: string[] = [];
  const answers = [["127.0.0.1"], ["10.0.0.1"], ["127.0.0.1"]];
  const resolve = async (name: string) => answers[asked.push(name) - 1] ?? [];
  const sender = senderOf(t, { resolve });
  const url = `http://hooks.localhost.:${port}/`;
  assert.equal((await sender.send(webhookTo(url))).error, undefined);
  assert.deepEqual(asked, ["hooks.localhost"]);
  // The connection of the first attempt is open, but this attempt's check does not lead to it.
  assert.equal(sender.connections.idle, 1);
  assert.equal((await sender.send(webhookTo(url))).error, "address_forbidden");
  assert.equal((await sender.send(webhookTo(url))).error, undefined);
  assert.equal(asked.length, 3);
});

test("name: its address -> the connection goes there, Host stays the name", async (t) => {
  const hosts: (string | undefined)[] = [];
  const { port } = await receiverOf(
    t,
    (request, response) => {
      hosts.push(request.headers.host, request.socket.localAddress);
      response.end();
    },
    ELSEWHERE,
  );
  const sender = senderOf(t, { resolve: async () => [ELSEWHERE] });
  const { error } = await sender.send(webhookTo(`http://hooks.localhost:${port}/`));
  assert.equal(error, undefined);
  assert.deepEqual(hosts, [`hooks.localhost:${port}`, ELSEWHERE]);
});

test("name: another address than before -> a new connection, to it", async (t) => {
  const reached: (string | undefined)[] = [];
  const { port } = await receiverOf(
    t,
    (request, response) => {
      reached.push(request.socket.localAddress);
      response.end();
    },
    "0.0.0.0",
  );
  const answers = ["127.0.0.1", ELSEWHERE, "127.0.0.1"];
  const sender = senderOf(t, { resolve: async () => [answers[reached.length] ?? ""] });
  for (const _ of answers) await sender.send(webhookTo(`http://hooks.localhost:${port}/`));
  assert.deepEqual(reached, answers);
  assert.deepEqual(sender.connections, { open: 2, idle: 2 });
});

test("name: addresses that refuse connections -> the next is tried, as many as allowed", async (t) => {
  const { port } = await receiverOf(t, (_, response) => response.end());
  const sendTo = async (refusing: number) => {
    const others = Array.from(
      { length: refusing },
      (_, at) => `${ELSEWHERE.replace(/\d+$/, "")}${at + 1}`,
    );
    const sender = senderOf(t, { resolve: async () => [...others, "127.0.0.1"] });
    const { error } = await sender.send(webhookTo(`http://hooks.localhost:${port}/`));
    assert.equal(sender.connections.open, error === undefined ? 1 : 0);
    return error;
  };
  assert.equal(await sendTo(ADDRESSES_TRIED_MAX - 1), undefined);
  assert.equal(await sendTo(ADDRESSES_TRIED_MAX), "connection_failed");
});

test("name: an address that accepts and goes silent -> the next is tried; the last has all the time", async (t) => {
  const { port } = await tlsReceiverOf(t, (_, response) => response.end());
  const silent = createServer((socket) => socket.on("error", () => {}).resume());
  silent.listen(port, ELSEWHERE);
  await once(silent, "listening");
  t.after(() => silent.close());
  const send = (addresses: string[], attemptMs: number) => {
    const options = { resolve: async () => addresses, ca: CERTIFICATE, connectMs: 50, attemptMs };
    return senderOf(t, options).send(webhookTo(`https://hooks.example.com:${port}/`));
  };
  assert.equal((await send([ELSEWHERE, "127.0.0.1"], 60_000)).error, undefined);
  const { error, durationMs } = await send([ELSEWHERE, ELSEWHERE], 300);
  assert.equal(error, "timeout");
  assert.ok(durationMs >= 299);
});

test("name: not resolved, without an address, a resolver that throws -> dns_failed", async (t) => {
  const resolvers = [
    () => Promise.reject(new Error("ENOTFOUND")),
    () => Promise.resolve([]),
    () => {
      throw new Error("broken");
    },
    () => Promise.resolve(undefined as unknown as string[]),
  ];
  for (const resolve of resolvers) {
    const { error } = await senderOf(t, { resolve }).send(webhookTo("https://hooks.example.com/"));
    assert.equal(error, "dns_failed");
  }
});

test("name: resolved after the attempt's time -> timeout, and no connection", async (t) => {
  const { port, connections } = await rawReceiverOf(t, () => {});
  const answer = promised<string[]>();
  const sender = senderOf(t, { resolve: () => answer.promise, attemptMs: 20 });
  const { error } = await sender.send(webhookTo(`http://hooks.localhost:${port}/`));
  answer.resolve(["127.0.0.1"]);
  await answer.promise;
  assert.equal(error, "timeout");
  assert.equal(connections.length, 0);
});

test("TLS: a certificate that no authority signed -> tls_failed, no request; its own authority -> delivered", async (t) => {
  const names: (string | false | null | undefined)[] = [];
  const { port } = await tlsReceiverOf(t, (request, response) => {
    names.push((request.socket as { servername?: string }).servername);
    response.end();
  });
  const resolve = async () => ["127.0.0.1"];
  const url = `https://hooks.example.com:${port}/`;
  assert.equal((await senderOf(t, { resolve }).send(webhookTo(url))).error, "tls_failed");
  assert.equal(names.length, 0);
  const { error } = await senderOf(t, { resolve, ca: CERTIFICATE }).send(webhookTo(url));
  assert.equal(error, undefined);
  assert.deepEqual(names, ["hooks.example.com"]);
});

test("TLS: NODE_TLS_REJECT_UNAUTHORIZED=0 -> certificates are verified all the same", async (t) => {
  const { url } = await tlsReceiverOf(t, (_, response) => response.end());
  const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  try {
    assert.equal((await senderOf(t).send(webhookTo(url))).error, "tls_failed");
  } finally {
    if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
  }
});

test("TLS: a certificate of another name, or not of this address -> tls_failed", async (t) => {
  const { port, url } = await tlsReceiverOf(t, (_, response) => response.end());
  const sender = senderOf(t, { resolve: async () => ["127.0.0.1"], ca: CERTIFICATE });
  const errorOf = async (to: string) => (await sender.send(webhookTo(to))).error;
  assert.equal(await errorOf(url), undefined);
  assert.equal(await errorOf(`https://hooks.localhost.:${port}/`), undefined);
  assert.equal(await errorOf(`https://other.example.com:${port}/`), "tls_failed");
  assert.equal(await errorOf(`https://localhost:${port}/`), "tls_failed");
});

test("TLS: a receiver that speaks HTTP, or hangs up -> tls_failed; nobody listens -> connection_failed", async (t) => {
  const { port } = await receiverOf(t, (_, response) => response.end());
  const sender = senderOf(t, { ca: CERTIFICATE });
  assert.equal((await sender.send(webhookTo(`https://127.0.0.1:${port}/`))).error, "tls_failed");
  assert.equal(
    (await sender.send(webhookTo(`https://${ELSEWHERE}:${port}/`))).error,
    "connection_failed",
  );
  assert.equal(
    (await sender.send(webhookTo(`http://${ELSEWHERE}:${port}/`))).error,
    "connection_failed",
  );
});
