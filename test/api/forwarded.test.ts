/**
 * Whose budget a request takes from: X-Forwarded-For is believed from a configured proxy, and from
 * nobody else. The server's clock stands still, so that no window ends.
 * A server of its own: it trusts a proxy, and its budgets are on.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openRaw, requestText } from "../support/raw.ts";
import { newDataDir, runServer, type Server, startServer, stopServer } from "../support/server.ts";
import { newTestClock } from "../support/test_clock.ts";

const DISCOVERY_LIMIT = 4;
const IP_LIMIT = 6;
const PROXY = "127.0.9.1";
const STRANGER = "127.0.8.1";

let server: Server;

before(async () => {
  const limits = ["--limit-ip", String(IP_LIMIT), "--limit-discovery", String(DISCOVERY_LIMIT)];
  const proxies = ["--trusted-proxies", "127.0.9.0/24,10.0.0.0/8"];
  const flags = ["--edges", "2", "--shards", "1", ...limits, ...proxies];
  server = await startServer(flags, newDataDir(), newTestClock());
});

after(async () => {
  assert.equal((await stopServer(server)).code, 0);
});

/** The number of `count` requests from `localAddress` that no budget refuses. */
async function admitted(
  count: number,
  { localAddress, path, lines }: { localAddress: string; path: string; lines: readonly string[] },
): Promise<number> {
  let answered = 0;
  for (let at = 0; at < count; at++) {
    const connection = await openRaw(server.port, { localAddress });
    const text = requestText("GET", path, {});
    await connection.send(text.replace("\r\n\r\n", ["", ...lines, "", ""].join("\r\n")));
    const status = (await connection.next())?.status;
    assert.ok(status !== undefined && [200, 401, 429].includes(status), String(status));
    if (status !== 429) answered++;
    connection.end();
  }
  return answered;
}

const PATHS: [string, number][] = [
  ["/v1/catalog/errors?limit=1", DISCOVERY_LIMIT],
  ["/docs/errors/not_found", DISCOVERY_LIMIT],
  ["/v1/api-keys/current", IP_LIMIT],
];

for (const [row, [path, limit]] of PATHS.entries()) {
  test(`forwarded: ${path} by a proxy for two clients -> a budget each, whatever they claim`, async () => {
    const client = (host: number) => `198.51.${row}.${host}`;
    const asked = async (host: number, claims: string, localAddress = PROXY) => {
      const lines = [`X-Forwarded-For: ${claims}${client(host)}`];
      return await admitted(limit + 2, { localAddress, path, lines });
    };
    assert.equal(await asked(1, ""), limit);
    assert.equal(await asked(2, "203.0.113.1, "), limit);
    assert.equal(await asked(2, "203.0.113.2, "), 0);
    assert.equal(await asked(1, "", "127.0.9.77"), 0);
  });
}

test("forwarded: a stranger who names another client each time -> one budget, his own", async () => {
  const localAddress = STRANGER;
  const path = PATHS[0]?.[0] as string;
  let answered = 0;
  for (let at = 0; at < DISCOVERY_LIMIT + 3; at++) {
    const lines = [`X-Forwarded-For: 203.0.113.${at}`];
    answered += await admitted(1, { localAddress, path, lines });
  }
  assert.equal(answered, DISCOVERY_LIMIT);
});

test("forwarded: the header in two lines, proxies behind proxies -> read as one list", async () => {
  const lines = [
    "X-Forwarded-For: 203.0.113.3",
    "x-forwarded-for: 198.51.9.1, 10.1.1.1",
    "X-Forwarded-For: 10.2.2.2:443",
  ];
  const path = PATHS[0]?.[0] as string;
  const from = { localAddress: PROXY, path };
  assert.equal(await admitted(DISCOVERY_LIMIT + 1, { ...from, lines }), DISCOVERY_LIMIT);
  const alone = ["X-Forwarded-For: 198.51.9.1"];
  assert.equal(await admitted(1, { ...from, lines: alone }), 0);
});

test("flags: a proxy that is no address -> refused in a sentence, exit 2", async () => {
  const { code, output } = await runServer(["--trusted-proxies", "10.0.0.0/8,proxy.local"]);
  assert.equal(code, 2);
  assert.match(
    output,
    /^--trusted-proxies "proxy\.local" is neither an address nor a CIDR block$/m,
  );
});
