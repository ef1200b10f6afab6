/** What a session's browser is called, by what it says of itself. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOfAgent } from "./browser/pages/agent_name.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const NAMES: readonly (readonly [agent: string, name: string])[] = [
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
    "Edge on Windows",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`,
    "Chrome on Android",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`,
    "Safari on macOS",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
    "Safari on iOS",
  ],
  ["curl/8.14.1", "curl/8.14.1"],
  ["", "Unknown browser"],
  ["x".repeat(41), `${"x".repeat(40)}…`],
];

for (const [agent, name] of NAMES) {
  test(`agent name: ${agent.slice(0, 60)} -> ${name}`, () => {
    assert.equal(nameOfAgent(agent), name);
  });
}
