/**
 * The URLs that an endpoint may have: forms of hosts, as an attacker writes them, with the issues
 * that each has on a server that listens to the network, and on one that listens on loopback.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import {
  readWebhookUrl,
  UNSAFE_PORTS,
  WEBHOOK_URL_CHARACTERS_MAX,
  WEBHOOK_URL_ISSUES,
  webhookUrlIssues,
} from "./webhook_url.ts";

const PUBLIC = { allowsLoopback: false };
const LOOPBACK = { allowsLoopback: true };

/** A URL, the codes of its issues on a public server, and those on a server on loopback. */
const ROWS: [url: string, onPublic: string, onLoopback: string][] = [
  ["https://example.com", "", ""],
  ["https://example.com./hooks", "", ""],
  ["HTTPS://Example.COM:8443/a?b=c%20d", "", ""],
  ["https://bücher.example/ü?ü", "", ""],
  ["https://xn--bcher-kva.example/", "", ""],
  ["https://a_b.example/", "", ""],
  ["https://8.8.8.8/", "", ""],
  ["https://[2606:4700::1111]:443/", "", ""],
  ["https://example.com:1/", "port", "port"],
  ["https://example.com:2/", "", ""],
  ["https://example.com:65535/", "", ""],
  ["https://example.com:65536/", "format", "format"],
  ["https://example.com:0/", "port", "port"],
  ["https://example.com:25/", "port", "port"],
  ["https://example.com:0022/", "port", "port"],
  ["https://example.com:/", "", ""],
  ["http://example.com/", "scheme", "scheme"],
  ["http://8.8.8.8/", "scheme", "scheme"],
  ["ftp://example.com/", "scheme", "scheme"],
  ["ws://127.0.0.1/", "scheme", "scheme"],
  ["javascript:alert(1)", "format", "format"],
  ["file:///etc/passwd", "scheme", "scheme"],
  ["", "format", "format"],
  ["example.com/hooks", "format", "format"],
  ["//example.com/", "format", "format"],
  ["https:example.com", "format", "format"],
  ["https:/example.com", "format", "format"],
  ["https:///example.com", "format", "format"],
  ["https://", "format", "format"],
  ["https://?a", "format", "format"],
  ["https://example.com\\@127.0.0.1/", "format", "format"],
  ["https:\\\\example.com", "format", "format"],
  [" https://example.com/", "format", "format"],
  ["https://example.com/\n", "format", "format"],
  ["https://exam\tple.com/", "format", "format"],
  ["https://example.com/a b", "format", "format"],
  ["https://example.com/\u0000", "format", "format"],
  ["https://exa mple.com/", "format", "format"],
  ["https://example.com%00.evil.com/", "format", "format"],
  ["https://user@example.com/", "userinfo", "userinfo"],
  ["https://user:password@example.com/", "userinfo", "userinfo"],
  ["https://:@example.com/", "userinfo", "userinfo"],
  ["https://@example.com/", "userinfo", "userinfo"],
  ["https://example.com@127.0.0.1/", "userinfo address", "userinfo"],
  ["https://127.0.0.1%2f@example.com/", "userinfo", "userinfo"],
  ["https://example.com/@x", "", ""],
  ["https://example.com/#", "fragment", "fragment"],
  ["https://example.com/#a", "fragment", "fragment"],
  ["https://example.com#@127.0.0.1/", "fragment", "fragment"],
  ["https://127.0.0.1/", "address", ""],
  ["http://127.0.0.1/", "address scheme", ""],
  ["http://127.0.0.1./", "address scheme", ""],
  ["http://127.1/", "address scheme", ""],
  ["http://127.0.1/", "address scheme", ""],
  ["http://2130706433/", "address scheme", ""],
  ["http://017700000001/", "address scheme", ""],
  ["http://0177.0.0.1/", "address scheme", ""],
  ["http://0x7f000001/", "address scheme", ""],
  ["http://0x7f.0x0.0x0.0x1/", "address scheme", ""],
  ["http://0x7f.1/", "address scheme", ""],
  ["http://%31%32%37.0.0.1/", "address scheme", ""],
  ["http://１２７.０.０.１/", "address scheme", ""],
  ["http://127。0。0。1/", "address scheme", ""],
  ["http://127.255.255.254:8080/", "address scheme", ""],
  ["http://[::1]/", "address scheme", ""],
  ["http://[0:0:0:0:0:0:0:1]:3000/", "address scheme", ""],
  ["http://localhost/", "address scheme", ""],
  ["http://LOCALHOST/", "address scheme", ""],
  ["http://localhost./", "address scheme", ""],
  ["http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", "address scheme", ""],
  ["http://a.localhost:3000/", "address scheme", ""],
  ["http://a.localhost.:3000/", "address scheme", ""],
  ["https://localhost/", "address", ""],
  ["http://localhost.example.com/", "scheme", "scheme"],
  ["http://notlocalhost/", "scheme", "scheme"],
  ["http://0.0.0.0/", "address scheme", "address scheme"],
  ["http://0/", "address scheme", "address scheme"],
  ["https://0.0.0.0/", "address", "address"],
  ["https://[::]/", "address", "address"],
  ["https://10.0.0.1/", "address", "address"],
  ["https://012.1/", "address", "address"],
  ["https://167772161/", "address", "address"],
  ["https://172.16.0.1/", "address", "address"],
  ["https://192.168.1.1/", "address", "address"],
  ["https://3232235777/", "address", "address"],
  ["https://100.64.0.1/", "address", "address"],
  ["https://169.254.169.254/latest/meta-data", "address", "address"],
  ["https://2852039166/", "address", "address"],
  ["https://0xa9fea9fe/", "address", "address"],
  ["https://224.0.0.1/", "address", "address"],
  ["https://255.255.255.255/", "address", "address"],
  ["https://256.0.0.1/", "format", "format"],
  ["https://1.2.3.4.5/", "format", "format"],
  ["https://[::ffff:127.0.0.1]/", "address", "address"],
  ["https://[::ffff:7f00:1]/", "address", "address"],
  ["https://[::ffff:8.8.8.8]/", "address", "address"],
  ["https://[::127.0.0.1]/", "address", "address"],
  ["https://[64:ff9b::a9fe:a9fe]/", "address", "address"],
  ["https://[2002:7f00:1::]/", "address", "address"],
  ["https://[2001::1]/", "address", "address"],
  ["https://[fd00:ec2::254]/", "address", "address"],
  ["https://[fe80::1]/", "address", "address"],
  ["https://[fe80::1%25eth0]/", "format", "format"],
  ["https://[fec0::1]/", "address", "address"],
  ["https://[ff02::1]/", "address", "address"],
  ["https://a..b/", "host", "host"],
  ["https://.example.com/", "host", "host"],
  ["https://example.com../", "host", "host"],
  ["https://-a.example/", "host", "host"],
  ["https://a!b.example/", "host", "host"],
  [`https://${"a".repeat(63)}.example/`, "", ""],
  [`https://${"a".repeat(64)}.example/`, "host", "host"],
];

for (const [url, onPublic, onLoopback] of ROWS) {
  test(`webhook URL: ${JSON.stringify(url)} -> "${onPublic}"; on loopback "${onLoopback}"`, () => {
    const codes = (rules: typeof PUBLIC) =>
      webhookUrlIssues(url, rules)
        .map(({ code }) => code)
        .join(" ");
    assert.equal(codes(PUBLIC), onPublic);
    assert.equal(codes(LOOPBACK), onLoopback);
  });
}

test("webhook URL: as many characters as allowed, one more, in either form -> none, length", () => {
  const start = "https://example.com/";
  const of = (rest: string) => webhookUrlIssues(start + rest, PUBLIC).map(({ code }) => code);
  const room = WEBHOOK_URL_CHARACTERS_MAX - start.length;
  assert.deepEqual(of("a".repeat(room)), []);
  assert.deepEqual(of("a".repeat(room + 1)), ["length"]);
  // The parser writes %C3%BC for ü.
  assert.deepEqual(of(`${"a".repeat(room - 6)}ü`), []);
  assert.deepEqual(of(`${"a".repeat(room - 5)}ü`), ["length"]);
});

test("webhook URL: the ports that are refused -> those that fetch of undici refuses", () => {
  const { badPorts } = createRequire(import.meta.url)("undici/lib/web/fetch/constants.js") as {
    badPorts: string[];
  };
  assert.deepEqual([...UNSAFE_PORTS].sort(), badPorts.map(Number).sort());
});

test("webhook URL: an issue -> a declared code, a sentence, the path, and nothing secret of the URL", () => {
  const issues = webhookUrlIssues("http://me:hunter2@10.0.0.1:25/token-abc?key=def#ghi", PUBLIC, [
    "endpoint",
    "url",
  ]);
  assert.deepEqual(
    issues,
    [
      { code: "userinfo", message: "The URL has a user name or a password." },
      { code: "fragment", message: "The URL has a fragment, which is never sent." },
      { code: "port", message: "Port 25 is not for HTTP." },
      {
        code: "address",
        message: "The host 10.0.0.1 is a private address; webhooks go to public addresses.",
      },
      { code: "scheme", message: "The scheme is not https." },
    ].map((issue) => ({ ...issue, path: ["endpoint", "url"] })),
  );
  for (const { code } of issues) assert.ok(code in WEBHOOK_URL_ISSUES);
});

test("webhook URL: its target -> origin, name without the last dot, address, port and path", () => {
  assert.deepEqual(readWebhookUrl("https://Example.com.:8443/a%20b/../c?d", PUBLIC), {
    target: {
      origin: "https://example.com.:8443",
      isHttps: true,
      hostname: "example.com",
      address: undefined,
      port: 8443,
      path: "/c?d",
    },
  });
  assert.deepEqual(readWebhookUrl("http://[::1]", LOOPBACK), {
    target: {
      origin: "http://[::1]",
      isHttps: false,
      hostname: "::1",
      address: "::1",
      port: 80,
      path: "/",
    },
  });
});
