/** The flags of a load test: which are accepted, and which are refused with which message. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OptionError } from "../../src/base/option_error.ts";
import { parseLoadOptions } from "./options.ts";

const NEEDED = ["--url", "http://127.0.0.1:8080", "--key", "k"];

test("load options: only what is needed -> the defaults", () => {
  const options = parseLoadOptions(NEEDED, {});
  assert.ok(options !== "help");
  const { baseUrl, ...rest } = options;
  assert.equal(baseUrl.href, "http://127.0.0.1:8080/v1");
  assert.deepEqual(rest, {
    apiKey: "k",
    connections: 64,
    durationSeconds: 10,
    rate: undefined,
    batch: undefined,
    accounts: 100,
    mix: "transfers",
    currency: "USD",
    fundingMinor: 1_000_000_000,
    allowInsufficient: false,
    json: false,
  });
});

test("load options: the key in the environment, a prefix with a slash -> both taken", () => {
  const options = parseLoadOptions(["--url", "https://h/x/v1/"], { LOAD_API_KEY: "secret" });
  assert.ok(options !== "help");
  assert.equal(options.apiKey, "secret");
  assert.equal(options.baseUrl.href, "https://h/x/v1");
});

test("load options: --help beside anything -> help", () => {
  assert.equal(parseLoadOptions(["--help"], {}), "help");
});

const REFUSED: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [["--key", "k"], /--url is required/],
  [["--url", "http://h"], /--key .* is required/],
  [["--url", "ftp://h", "--key", "k"], /--url "ftp:\/\/h" is not/],
  [["--url", "http://h?a=b", "--key", "k"], /more than an origin/],
  [[...NEEDED, "--connections", "0"], /--connections is a whole number from 1 to 20000/],
  [[...NEEDED, "--connections", "20001"], /--connections/],
  [[...NEEDED, "--duration", "1.5"], /--duration/],
  [[...NEEDED, "--rate", "-1"], /--rate/],
  [[...NEEDED, "--rate", "0"], /--rate/],
  [[...NEEDED, "--batch", "1001"], /--batch is a whole number from 1 to 1000/],
  [[...NEEDED, "--batch", "5", "--mix", "holds"], /holds have no batch/],
  [[...NEEDED, "--accounts", "1"], /--accounts is a whole number from 2/],
  [[...NEEDED, "--mix", "reads"], /--mix is one of/],
  [[...NEEDED, "--currency", "usd"], /--currency/],
  [[...NEEDED, "--funding", "1000000000001"], /--funding/],
  [[...NEEDED, "--speed", "1"], /--speed.*see --help/s],
  [[...NEEDED, "extra"], /extra/],
];

for (const [args, message] of REFUSED) {
  test(`load options: ${args.slice(-2).join(" ")} -> refused with a sentence`, () => {
    assert.throws(
      () => parseLoadOptions(args, {}),
      (error: Error) => error instanceof OptionError && message.test(error.message),
    );
  });
}
