/** The matrix of Nodes and systems: its flags, what it lacks, its steps and its report. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { OptionError } from "../../src/base/option_error.ts";
import type { Machine } from "../../src/http/native_build.mjs";
import { parseMatrixOptions } from "./options.ts";
import { reportOf } from "./report.ts";
import { lackingOf } from "./roots.ts";
import { faultOf, stepsFor } from "./steps.ts";

function machine(node: string, glibc = "2.41"): Machine {
  return { platform: "linux", arch: "x64", node, abi: "", glibc };
}

test("matrix options: only what is needed -> the defaults", () => {
  assert.deepEqual(parseMatrixOptions(["--roots", "/r"]), {
    roots: "/r",
    nodes: ["18", "20", "22", "24"],
    systems: ["bookworm", "trixie"],
    kills: 10,
    mirror: "http://deb.debian.org/debian",
  });
  assert.equal(parseMatrixOptions(["--help"]), "help");
  const more = ["--nodes", "22, 24.1.0,22", "--systems", "sid", "--kills", "3"];
  const options = parseMatrixOptions(["--roots", "/r", ...more]);
  assert.ok(options !== "help");
  assert.deepEqual([options.nodes, options.systems], [["22", "24.1.0"], ["sid"]]);
});

const REFUSED: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [[], /--roots is required/],
  [["--roots", "/r", "--nodes", "v22"], /--nodes "v22": "v22"/],
  [["--roots", "/r", "--nodes", "22,"], /--nodes "22,": ""/],
  [["--roots", "/r", "--systems", "../x"], /--systems/],
  [["--roots", "/r", "--kills", "0"], /--kills is a number from 1/],
  [["--roots", "/r", "--mirror", "deb"], /--mirror "deb"/],
  [["--roots", "/r", "--fast"], /--fast.*see --help/s],
];

for (const [args, message] of REFUSED) {
  test(`matrix options: ${args.join(" ") || "none"} -> refused in a sentence`, () => {
    assert.throws(
      () => parseMatrixOptions(args),
      (cause) => cause instanceof OptionError && message.test(cause.message),
    );
  });
}

test("matrix: a machine that lacks something -> each thing that it needs", () => {
  const has = { platform: "linux", arch: "x64", uid: 0, isOnPath: () => true };
  assert.deepEqual(lackingOf(has), []);
  assert.match(String(lackingOf({ ...has, uid: 1_000 })), /^root, /);
  assert.deepEqual(lackingOf({ ...has, isOnPath: (name) => name !== "debootstrap" }), [
    "the program debootstrap",
  ]);
  assert.deepEqual(lackingOf({ ...has, platform: "darwin", uid: 501 }), [
    "Linux on x64; this is darwin on x64",
  ]);
});

test("matrix: a Node that is supported, one that is not -> all steps, refusals", () => {
  const names = (node: string, glibc?: string) =>
    stepsFor(machine(node, glibc), 7).map(({ name, code }) => `${name} ${code}`);
  const all = ["start 0", "walk-through 0", "raw requests 0", "crash loop 0"];
  const refusals = ["npm start 2", "npm test 2", "main.js 2"];
  assert.deepEqual(names("24.1.0"), all);
  assert.deepEqual(names("20.20.2", "2.36"), all);
  assert.deepEqual(names("22.20.0", "2.36"), all);
  assert.deepEqual(names("24.1.0", "2.36"), refusals);
  assert.deepEqual(names("18.20.8"), refusals);
  assert.match(stepsFor(machine("24.1.0"), 7).at(-1)?.script ?? "", /--kills 7$/);
});

test("matrix: how a step ended -> a fault for another code or another output", () => {
  const [byNpm, , direct] = stepsFor(machine("18.20.8"), 1);
  assert.ok(byNpm !== undefined && direct !== undefined);
  const line = "The server does not run on Node 18.20.8: use Node 24, or 22 (22.12 or later).\n";
  assert.equal(faultOf(direct, 2, line), undefined);
  assert.equal(faultOf(direct, 1, line), "exit code 1, not 2");
  assert.equal(faultOf(direct, 2, `${line}    at Object.<anonymous>\n`), "another output");
  assert.equal(faultOf(direct, 2, line + line), "another output");
  assert.equal(faultOf(byNpm, 2, `\n> a@1 prestart\n> node a.mjs\n\n${line}`), undefined);
  assert.equal(
    faultOf(byNpm, 2, `\n> a@1 prestart\n> node a.mjs\n\nSyntaxError: x\n`),
    "another output",
  );
});

test("matrix: its report -> a line for each Node on each system, and the end", () => {
  const well = { step: "start", seconds: 3.4, fault: undefined, isRefusal: false };
  const cells = [
    { system: "trixie", machine: machine("24.1.0"), release: "20.57", results: [well] },
    {
      system: "trixie",
      machine: machine("18.20.8"),
      release: "20.57",
      results: [{ ...well, isRefusal: true }],
    },
  ];
  assert.equal(
    reportOf(cells),
    "trixie (glibc 2.41), Node 24.1.0, uWebSockets.js 20.57: start ok in 3 s\n" +
      "trixie (glibc 2.41), Node 18.20.8, must refuse: start refused\nall as it should be\n",
  );
  const bad = [{ ...cells[0]!, results: [{ ...well, fault: "exit code 1, not 0" }] }];
  assert.match(reportOf(bad), /start FAILED \(exit code 1, not 0\)\n1 not as it should be\n$/);
});
