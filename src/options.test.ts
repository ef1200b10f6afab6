/** Flags and environment variables: what is taken, which one wins, and how a mistake is told. */
import assert from "node:assert/strict";
import test from "node:test";
import { OptionError } from "./base/option_error.ts";
import {
  defaultShape,
  helpText,
  isServedInClear,
  type Options,
  parseOptions,
  rateLimitsOf,
} from "./options.ts";

function options(args: string[], environment: Record<string, string> = {}): Options {
  const parsed = parseOptions(args, environment);
  assert.notEqual(parsed, "help");
  return parsed as Options;
}

test("shape: a system that does not spread connections over the listeners of a port -> one edge", () => {
  for (const cores of [1, 2, 8, 64]) {
    const { edges, shards } = defaultShape(cores, "darwin");
    assert.deepEqual([edges, shards], [1, defaultShape(cores, "linux").shards]);
  }
  assert.equal(defaultShape(8, "linux").edges, 6);
});

test("parseOptions: nothing given -> the documented defaults", () => {
  const { host, port, dataDir, limitCredential, limitIp, limitDiscovery, demo, shards } = options(
    [],
  );
  const { limitIdentityIp, limitIdentityEmail } = options([]);
  assert.deepEqual([limitIdentityIp, limitIdentityEmail], [30, 10]);
  assert.deepEqual(
    { host, port, dataDir, limitCredential, limitIp, limitDiscovery, demo, shards },
    {
      host: "127.0.0.1",
      port: 8_080,
      dataDir: "./data",
      limitCredential: 600,
      limitIp: 1_200,
      limitDiscovery: 120,
      demo: true,
      shards: undefined,
    },
  );
});

test("parseOptions: limits of identity operations -> by flag, by variable, 0 for off", () => {
  const environment = { RATE_LIMIT_IDENTITY_EMAIL: "0", RATE_LIMIT_IDENTITY_IP: "5" };
  const given = options(["--limit-identity-ip", "16000000"], environment);
  assert.deepEqual([given.limitIdentityIp, given.limitIdentityEmail], [16_000_000, 0]);
  assert.equal(options([], environment).limitIdentityIp, 5);
  const limits = ["--limit-credential", "1", "--limit-ip", "2", "--limit-discovery", "3"];
  assert.deepEqual(rateLimitsOf(options(limits, environment)), {
    credentialLimit: 1,
    ipLimit: 2,
    discoveryLimit: 3,
    identityIpLimit: 5,
  });
});

test("parseOptions: the hour of the comparison -> 2, as it is given, or off", () => {
  const hourOf = (...args: string[]) => options(args).compareHour;
  assert.deepEqual(
    [hourOf(), hourOf("--compare-hour", "0"), hourOf("--compare-hour", "23")],
    [2, 0, 23],
  );
  assert.equal(hourOf("--compare-hour", "off"), undefined);
});

test("parseOptions: flag and variable -> the flag wins", () => {
  const environment = { PORT: "9000", RATE_LIMIT_IP: "7", NO_DEMO: "1" };
  const given = options(["--port", "9001"], environment);
  assert.deepEqual([given.port, given.limitIp, given.demo], [9_001, 7, false]);
});

const MISTAKES: [string[], RegExp][] = [
  [["--port", "65536"], /--port is a whole number from 0 to 65535, not "65536"/],
  [["--port", "80a"], /--port/],
  [["--port", "-1"], /--port/],
  [["--edges", "0"], /--edges is a whole number from 1 to 64/],
  [["--shards", "65"], /--shards is a whole number from 1 to 64/],
  [["--last-use-seconds", "0"], /--last-use-seconds is a whole number from 1 to 3600/],
  [["--last-use-seconds", "3601"], /--last-use-seconds/],
  [["--compare-hour", "24"], /--compare-hour is a whole number from 0 to 23, not "24"/],
  [["--compare-hour", "on"], /--compare-hour/],
  [["--limit-credential", "16000001"], /--limit-credential/],
  [["--limit-identity-ip", "16000001"], /--limit-identity-ip/],
  [["--limit-connections", "16000001"], /--limit-connections/],
  [["--limit-identity-email", "-1"], /--limit-identity-email/],
  [["--log-level", "loud"], /--log-level is one of trace/],
  [["--host", "a b"], /--host/],
  [["--data", ""], /--data/],
  [["--public-url", "ftp://x"], /--public-url/],
  [["--trusted-proxies", "10.0.0.0/8,proxy"], /--trusted-proxies "proxy" is neither/],
  [["--trusted-proxies", "10.0.0.0/33"], /--trusted-proxies "10.0.0.0\/33" has a prefix/],
  [["--mail-url", "https://mail.example"], /--mail-url is smtp:/],
  [["--mail-url", "mail.example:25"], /--mail-url is smtp:/],
  [["--mail-url", "smtp://"], /--mail-url is smtp:/],
  [["--mail-url", "smtp://mail.example/x"], /--mail-url is smtp:/],
  [["--mail-url", "smtp://mail.example?tls.rejectUnauthorized=false"], /--mail-url is smtp:/],
  [["--mail-url", "smtp://a:%zz@mail.example"], /--mail-url is smtp:/],
  [["--mail-from", "us"], /--mail-from "us" is no address/],
  [["--mail-from", "Us <us@example.com>"], /--mail-from "Us <us@example.com>" is no address/],
  [["--graphql-compiler", "yes"], /--graphql-compiler is on or off, not "yes"/],
  [["--trusted-proxies", "10.0.0.1,"], /--trusted-proxies "" is neither/],
  [["--unknown"], /--unknown.*--help/],
  [["surplus"], /surplus.*--help/],
];
for (const [args, message] of MISTAKES) {
  test(`parseOptions: ${args.join(" ")} -> a sentence that names the flag`, () => {
    assert.throws(
      () => parseOptions(args, {}),
      (error: Error) => {
        assert.ok(error instanceof OptionError);
        assert.match(error.message, message);
        return true;
      },
    );
  });
}

for (const edge of ["0", "65535"]) {
  test(`parseOptions: --port ${edge} -> taken`, () => {
    assert.equal(options(["--port", edge]).port, Number(edge));
  });
}

test("parseOptions: trusted proxies -> none by default; addresses and blocks in their order", () => {
  assert.deepEqual(options([]).trustedProxies, []);
  const environment = { TRUSTED_PROXIES: "10.0.0.0/8, ::1" };
  assert.deepEqual(options([], environment).trustedProxies, ["10.0.0.0/8", "::1"]);
});

test("parseOptions: a mail server with a password, wrong -> a message without the password", () => {
  const args = ["--mail-url", "ftp://us:hunter2@mail.example"];
  assert.throws(
    () => parseOptions(args, {}),
    ({ message }: Error) => !message.includes("hunter2"),
  );
});

for (const url of ["smtp://127.0.0.1:2525", "smtps://us%40example.com:p%40ss@mail.example"]) {
  test(`parseOptions: mail server ${url} -> taken, from its variable too`, () => {
    assert.equal(options(["--mail-url", url]).mailUrl, url);
    assert.equal(options([], { MAIL_URL: url }).mailUrl, url);
    assert.equal(options([]).mailUrl, undefined);
  });
}

const SENDERS: [string[], string][] = [
  [[], "no-reply@localhost"],
  [["--public-url", "https://api.example.com:8443/x"], "no-reply@api.example.com"],
  [["--public-url", "http://203.0.113.7"], "no-reply@localhost"],
  [["--public-url", "http://[2001:db8::1]"], "no-reply@localhost"],
  [["--public-url", "https://api.example.com", "--mail-from", "us@example.com"], "us@example.com"],
];
for (const [args, from] of SENDERS) {
  test(`parseOptions: ${args.join(" ") || "nothing"} -> mails come from ${from}`, () => {
    assert.equal(options(args).mailFrom, from);
  });
}

const LOOPBACK: [args: string[], environment: Record<string, string>, isAllowed: boolean][] = [
  [[], {}, true],
  [["--host", "localhost"], {}, true],
  [["--host", "::1"], {}, true],
  [["--host", "127.3.2.1"], {}, true],
  [["--host", "0.0.0.0"], {}, false],
  [["--host", "::"], {}, false],
  [["--host", "192.0.2.7"], {}, false],
  [["--public-url", "https://api.example.com"], {}, false],
  [["--public-url", "http://127.0.0.1:8080"], {}, false],
  [["--trusted-proxies", "127.0.0.1"], {}, false],
  [[], { PUBLIC_URL: "https://api.example.com" }, false],
  [[], { TRUSTED_PROXIES: "10.0.0.0/8" }, false],
  [[], { ALLOW_LOOPBACK: "0" }, false],
  [[], { ALLOW_LOOPBACK: "" }, true],
  [["--allow-loopback"], { ALLOW_LOOPBACK: "0", HOST: "0.0.0.0" }, true],
  [["--public-url", "https://api.example.com", "--allow-loopback"], {}, true],
  [[], { ALLOW_LOOPBACK: "1", TRUSTED_PROXIES: "10.0.0.0/8" }, true],
];
for (const [args, environment, isAllowed] of LOOPBACK) {
  const title = JSON.stringify([...args, environment]);
  test(`parseOptions: ${title} -> loopback is ${isAllowed ? "" : "not "}allowed`, () => {
    assert.equal(options(args, environment).allowLoopback, isAllowed);
  });
}

const IN_CLEAR: [args: string[], isInClear: boolean][] = [
  [[], false],
  [["--host", "localhost"], false],
  [["--host", "::1"], false],
  [["--host", "0.0.0.0"], true],
  [["--host", "::"], true],
  [["--host", "192.0.2.7"], true],
  [["--host", "192.0.2.7", "--public-url", "http://api.example.com"], true],
  [["--host", "192.0.2.7", "--public-url", "https://api.example.com"], false],
  [["--host", "192.0.2.7", "--public-url", "HTTPS://api.example.com/"], false],
];
for (const [args, isInClear] of IN_CLEAR) {
  test(`parseOptions: ${args.join(" ") || "nothing"} -> served in ${isInClear ? "clear" : "TLS or on loopback"}`, () => {
    assert.equal(isServedInClear(options(args)), isInClear);
  });
}

test("helpText: every flag with its variable -> one line each", () => {
  const text = helpText();
  const names = ["host", "port", "data", "edges", "shards", "limit-credential", "limit-ip"];
  for (const name of [
    ...names,
    "limit-discovery",
    "limit-identity-ip",
    "limit-identity-email",
    "limit-connections",
    "developer-log-mb",
    "log-level",
    "mail-url",
    "mail-from",
    "public-url",
    "trusted-proxies",
    "allow-loopback",
    "no-demo",
  ]) {
    assert.match(text, new RegExp(`--${name}[ =]`), name);
  }
  assert.equal(parseOptions(["--help"], {}), "help");
});
