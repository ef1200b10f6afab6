/** The flags of the reference provider. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OptionError } from "../../src/base/option_error.ts";
import { parseProviderOptions } from "./options.ts";

const PROVIDER_SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const parse = (...args: string[]) => parseProviderOptions(args, { PROVIDER_SECRET });

test("provider options: none but the secret -> the defaults", () => {
  const options = parse();
  assert.ok(options !== "help");
  const { bookPath, ...rest } = options;
  assert.match(bookPath, /\/provider-book\.jsonl$/);
  assert.deepEqual(rest, {
    ...{ port: 8_090, secret: PROVIDER_SECRET, newsUrl: undefined, kind: "verification" },
    decisions: {
      ...{ verification: "verified", address: "active" },
      ...{ payout: "posted", credit_return: "returned", collection: "collected" },
      payee_check: "matched",
    },
    ...{ decideAfterMs: 1_000, newsPauseMs: undefined, perAddress: 0, faults: [] },
  });
  assert.equal(parse("--help"), "help");
});

test("provider options: a bank, and what it decides -> that", () => {
  const options = parse(
    "--kind",
    "bank",
    "--decide-address",
    "failed",
    "--decide-payout",
    "returned",
    "--decide-collection",
    "failed",
    "--decide-payee",
    "no_match",
  );
  assert.ok(options !== "help");
  assert.equal(options.kind, "bank");
  const decisions = {
    ...{ verification: "verified", address: "failed" },
    ...{ payout: "returned", credit_return: "returned", collection: "failed" },
    payee_check: "no_match",
  };
  assert.deepEqual(options.decisions, decisions);
});

const WRONG: [what: string, args: string[], says: RegExp][] = [
  ["a port past the last", ["--port", "65536"], /--port/],
  ["a decision that is none", ["--decide", "maybe"], /--decide is one of/],
  ["a decision of another kind", ["--decide-payout", "active"], /--decide-payout is one of/],
  [
    "a decision of another kind of bank's",
    ["--decide-collection", "posted"],
    /--decide-collection is one of/,
  ],
  ["a decision of another kind, of payees", ["--decide-payee", "verified"], /--decide-payee is/],
  ["a kind of request", ["--kind", "payout"], /--kind is one of verification, bank/],
  ["a fault that is none", ["--fault", "lose", "--fault", "constructor"], /--fault is one of/],
  ["news to no URL", ["--news-url", "127.0.0.1"], /--news-url/],
  ["a flag that is none", ["--what"], /what/],
];

for (const [what, args, says] of WRONG) {
  test(`provider options: ${what} -> refused in a sentence`, () => {
    assert.throws(
      () => parse(...args),
      (fault) => fault instanceof OptionError && says.test(fault.message),
    );
  });
}

test("provider options: no secret, and one of another form -> refused, and not repeated", () => {
  for (const PROVIDER_SECRET of [undefined, "whsec_abc", "secret"]) {
    assert.throws(
      () => parseProviderOptions([], { PROVIDER_SECRET }),
      (fault) => fault instanceof OptionError && !fault.message.includes("abc"),
    );
  }
});
