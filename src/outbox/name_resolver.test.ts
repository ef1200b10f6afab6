/** Names asked of a server of the DNS on loopback, which answers what its test says. */
import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { promised, senderOf, webhookTo } from "../../test/support/outbox/receiver.ts";
import { openDnsResolver } from "./name_resolver.ts";

const A = 1;
const NAME_ERROR = 3;
/** What a server says to a question: addresses as bytes, an error code, or nothing at all. */
type Answer = Uint8Array[] | number | undefined;

test("DNS: a name with A and AAAA -> all of them, IPv4 first, of one question each", async (t) => {
  const { servers, questions } = await serverOf(t, (_, type) =>
    type === A
      ? [Uint8Array.of(192, 0, 2, 1), Uint8Array.of(10, 0, 0, 1)]
      : [Uint8Array.of(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)],
  );
  const addresses = await openDnsResolver({ servers })("hooks.example.com");
  assert.deepEqual([...addresses].sort(), ["10.0.0.1", "192.0.2.1", "2001:db8::1"]);
  assert.equal(addresses[2], "2001:db8::1");
  assert.deepEqual(questions.sort(), ["1 hooks.example.com", "28 hooks.example.com"]);
});

test("DNS: one family has no address, or its question is not answered -> those of the other", async (t) => {
  for (const other of [[], NAME_ERROR, undefined] as Answer[]) {
    const { servers } = await serverOf(t, (_, type) =>
      type === A ? [Uint8Array.of(192, 0, 2, 1)] : other,
    );
    const resolve = openDnsResolver({ servers, queryMs: 1_000, tries: 1 });
    assert.deepEqual(await resolve("hooks.example.com"), ["192.0.2.1"]);
  }
});

test("DNS: no such name, no address, no answer -> rejects; the attempt ends with dns_failed", async (t) => {
  for (const answer of [NAME_ERROR, [], undefined] as Answer[]) {
    const { servers } = await serverOf(t, () => answer);
    const resolve = openDnsResolver({ servers, queryMs: 20, tries: 1 });
    await assert.rejects(resolve("hooks.example.com"), /hooks\.example\.com has no address/);
    const { error } = await senderOf(t, { resolve }).send(webhookTo("https://hooks.example.com/"));
    assert.equal(error, "dns_failed");
  }
});

test("DNS: a single-label name, a name of the hosts file -> asked as they are, nothing appended", async (t) => {
  const { servers, questions } = await serverOf(t, () => NAME_ERROR);
  const resolve = openDnsResolver({ servers });
  for (const name of ["intranet", "ip6-loopback"]) await assert.rejects(resolve(name));
  assert.deepEqual([...new Set(questions.map((each) => each.split(" ")[1]))].sort(), [
    "intranet",
    "ip6-loopback",
  ]);
});

test("DNS: localhost and names under it -> loopback, and nobody is asked", async (t) => {
  const { servers, questions } = await serverOf(t, () => NAME_ERROR);
  const resolve = openDnsResolver({ servers });
  for (const name of ["localhost", "hooks.localhost"]) {
    assert.deepEqual(await resolve(name), ["127.0.0.1", "::1"]);
  }
  assert.deepEqual(questions, []);
});

test("DNS: 50 at once for one name -> one question each type; later ones -> asked anew", async (t) => {
  const { servers, questions } = await serverOf(t, (_, type) =>
    type === A ? [Uint8Array.of(192, 0, 2, questions.length)] : [],
  );
  const resolve = openDnsResolver({ servers });
  const answers = await Promise.all(Array.from({ length: 50 }, () => resolve("hooks.example.com")));
  assert.equal(new Set(answers.map(String)).size, 1);
  assert.equal(questions.length, 2);
  await resolve("hooks.example.com");
  assert.equal(questions.length, 4);
});

test("DNS: 20 names whose servers do not answer -> another name is answered at once", async (t) => {
  const silent = promised<void>();
  let unanswered = 0;
  const { servers } = await serverOf(t, (name, type) => {
    if (!name.startsWith("dead")) return type === A ? [Uint8Array.of(192, 0, 2, 1)] : [];
    if (++unanswered === 40) silent.resolve();
    return undefined;
  });
  let ended = 0;
  const resolve = openDnsResolver({ servers, queryMs: 5_000, tries: 1 });
  for (let at = 0; at < 20; at++) {
    resolve(`dead${at}.example.com`).then(
      () => {},
      () => ended++,
    );
  }
  await silent.promise;
  assert.deepEqual(await resolve("hooks.example.com"), ["192.0.2.1"]);
  assert.equal(ended, 0);
});

/** A server that knows no names but those of `answer`. Lists the questions as "type name". */
async function serverOf(t: TestContext, answer: (name: string, type: number) => Answer) {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = questionOf(query);
    questions.push(`${type} ${name}`);
    const said = answer(name, type);
    if (said !== undefined) socket.send(replyTo(query, end, type, said), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  t.after(() => socket.close());
  return { servers: [`127.0.0.1:${socket.address().port}`], questions };
}

/** RFC 1035 section 4.1.2: after 12 bytes of head the labels of the name, its type, its class. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function replyTo(query: Buffer, end: number, type: number, said: Uint8Array[] | number): Buffer {
  const head = Buffer.from(query.subarray(0, end));
  const addresses = typeof said === "number" ? [] : said;
  // An answer, recursion available; then the counts: one question, the answers, nothing more.
  head.writeUInt16BE(0x8180 | (typeof said === "number" ? said : 0), 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const record = Buffer.alloc(12);
    // The name is that at byte 12; class IN; 60 s to live.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(60, 6);
    record.writeUInt16BE(address.length, 10);
    return Buffer.concat([record, address]);
  });
  return Buffer.concat([head, ...records]);
}
