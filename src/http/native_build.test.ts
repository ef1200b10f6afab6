/**
 * Which native build a machine loads, and what a start says on a machine that cannot run the server:
 * in whole sentences, before anything else, with exit code 2.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  fileNameFor,
  type Machine,
  machineFaults,
  nativeFolder,
  oldBuildNote,
  packageFor,
  startFaults,
  thisMachine,
  untriedNote,
} from "./native_build.mjs";
import { uWS } from "./native_server.ts";

const ROOT = join(import.meta.dirname, "../..");
const OLDER = "uws-pack";
const NEWER = "uWebSockets.js";
const temporary = mkdtempSync(join(tmpdir(), "native-build-"));

after(() => rmSync(temporary, { recursive: true, force: true }));

function machine(more: Partial<Machine>): Machine {
  return { platform: "linux", arch: "x64", node: "24.1.0", abi: "137", glibc: "2.41", ...more };
}

const FITS: [node: string, glibc: string, name: string][] = [
  ["20.15.0", "2.36", OLDER],
  ["20.20.2", "2.37", OLDER],
  ["20.20.2", "2.27", OLDER],
  ["22.12.0", "2.36", OLDER],
  ["22.12.0", "2.27", OLDER],
  ["20.20.2", "2.38", NEWER],
  ["20.20.2", "2.41", NEWER],
  ["22.12.0", "2.38", NEWER],
  ["24.0.0", "2.41", NEWER],
  ["25.9.0", "3.0", NEWER],
];

test("native build: Node and glibc that fit -> the build of the rule, no fault", () => {
  for (const [node, glibc, name] of FITS) {
    const fitting = machine({ node, glibc });
    assert.deepEqual(machineFaults(fitting), [], `${node} ${glibc}`);
    assert.equal(packageFor(fitting).name, name, `${node} ${glibc}`);
  }
});

test("native build: macOS on either processor, each Node -> the newest build, no fault, one line that nobody tried it", () => {
  for (const arch of ["x64", "arm64"]) {
    for (const node of ["20.15.0", "22.12.0", "24.0.0", "25.0.0"]) {
      const mac = machine({ platform: "darwin", arch, node, glibc: undefined });
      assert.deepEqual(machineFaults(mac), [], `${arch} ${node}`);
      assert.equal(packageFor(mac).name, NEWER);
      assert.equal(oldBuildNote(mac), undefined);
      assert.match(
        untriedNote(mac) ?? "",
        /^This system is macOS \((x64|arm64)\), [^\n]*never tried[^\n]*[Nn]othing is promised[^\n]*$/,
      );
    }
  }
  assert.equal(untriedNote(machine({})), undefined);
});

const UNFIT: [Partial<Machine>, string[]][] = [
  [
    { node: "18.20.8" },
    ["The server does not run on Node 18.20.8: use Node 24, or 22 (22.12 or later)."],
  ],
  [
    { node: "18.20.8", glibc: "2.36" },
    [
      "The server does not run on Node 18.20.8: use Node 22 (22.12 or later) or 20 (20.15 or later), or Node 24 on a system with glibc 2.38 or later.",
    ],
  ],
  [
    { node: "26.10.0" },
    ["The server does not run on Node 26.10.0: use Node 24, or 22 (22.12 or later)."],
  ],
  [
    { node: "22.11.0" },
    ["The server does not run on Node 22.11.0: use Node 24, or 22 (22.12 or later)."],
  ],
  [
    { node: "23.5.0" },
    ["The server does not run on Node 23.5.0: use Node 24, or 22 (22.12 or later)."],
  ],
  [
    { node: "24.0.0", glibc: "2.36" },
    [
      "Node 24 needs glibc 2.38 or later here, and this system has 2.36: use a newer system, such as Debian 13 or Ubuntu 24.04, or Node 22 (22.12 or later) or 20 (20.15 or later) on this one.",
    ],
  ],
  [
    { node: "24.0.0", glibc: "2.26" },
    [
      "Node 24 needs glibc 2.38 or later here, and this system has 2.26: use a newer system, such as Debian 13 or Ubuntu 24.04.",
    ],
  ],
  [
    { node: "22.12.0", glibc: "2.26" },
    [
      "Node 22 needs glibc 2.27 or later here, and this system has 2.26: use a newer system, such as Debian 13 or Ubuntu 24.04.",
    ],
  ],
  [
    { node: "20.15.0", glibc: "2.26" },
    [
      "Node 20 needs glibc 2.27 or later here, and this system has 2.26: use a newer system, such as Debian 13 or Ubuntu 24.04.",
    ],
  ],
  [
    { glibc: undefined },
    [
      "The server needs glibc, and this system has another C library, as Alpine Linux has musl: use a system with glibc 2.38 or later, such as Debian 13 or Ubuntu 24.04.",
    ],
  ],
  [
    { platform: "win32", glibc: undefined, node: "18.0.0" },
    [
      "The server runs on Linux, and for development on macOS, and this system is Windows: use Linux in it, by WSL (wsl --install -d Debian), or the container of scripts/deploy/Dockerfile.",
    ],
  ],
  [
    { platform: "freebsd", glibc: undefined },
    [
      "The server runs on Linux, and for development on macOS, and this system is freebsd: use a Linux machine or container.",
    ],
  ],
  [
    { platform: "darwin", glibc: undefined, node: "18.0.0" },
    ["The server does not run on Node 18.0.0: use Node 24, or 22 (22.12 or later)."],
  ],
  [
    { arch: "riscv64", node: "21.0.0" },
    [
      "The server has native builds for x64 and arm64, and this processor is riscv64: use another machine.",
      "The server does not run on Node 21.0.0: use Node 24, or 22 (22.12 or later).",
    ],
  ],
];

test("native build: a machine that cannot run the server -> a sentence for each fault", () => {
  for (const [more, faults] of UNFIT) assert.deepEqual(machineFaults(machine(more)), faults);
});

test("native build: engines of package.json -> what the check accepts", () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const ranges = [...(engines.node as string).matchAll(/\^(\d+)\.(\d+)\.0/g)];
  assert.equal(ranges.map(([range]) => range).join(" || "), engines.node);
  const accepted = (node: string) => machineFaults(machine({ node })).length === 0;
  for (let major = 16; major < 30; major++) {
    const range = ranges.find(([, of]) => Number(of) === major);
    const least = range === undefined ? 100 : Number(range[2]);
    assert.equal(accepted(`${major}.99.0`), range !== undefined, String(major));
    if (range !== undefined) assert.equal(accepted(`${major}.${least}.0`), true, String(major));
    if (least > 0) assert.equal(accepted(`${major}.${least - 1}.0`), false, String(major));
  }
});

const ABIS: Record<number, string> = { 20: "115", 22: "127", 24: "137", 25: "141" };

for (const [node, glibc] of [
  ["25.9.0", "2.41"],
  ["20.20.2", "2.36"],
] as const) {
  const build = packageFor({ node, glibc });
  const platforms = build.name === NEWER ? ["linux", "darwin"] : ["linux"];
  test(`native build: ${build.name} -> a file for each of its Nodes, on each processor, for ${platforms.join(" and ")}`, () => {
    const files = readdirSync(nativeFolder(build, import.meta.url));
    for (const platform of platforms) {
      for (const major of build.nodes) {
        for (const arch of ["x64", "arm64"]) {
          const name = fileNameFor(machine({ platform, abi: ABIS[major] as string, arch }));
          assert.ok(files.includes(name), name);
        }
      }
    }
  });
}

test("native build: a machine that loads an old one -> one line says so; any other -> none", () => {
  const note = oldBuildNote({ node: "22.12.0", glibc: "2.36" });
  assert.match(
    note ?? "",
    /^This system has glibc 2\.36, [^\n]+ 20\.49, [^\n]+Debian 13 with Node 24/,
  );
  for (const [node, glibc] of [
    ["20.20.2", "2.38"],
    ["22.12.0", "2.41"],
    ["24.1.0", "2.41"],
  ] as const) {
    assert.equal(oldBuildNote({ node, glibc }), undefined, `${node} ${glibc}`);
  }
});

test("native build: this machine -> loads, and is native", () => {
  assert.deepEqual(startFaults(import.meta.url), []);
  assert.match(uWS.App.toString(), /\[native code\]/);
});

/** Runs a built server's program, on what this process claims to be where `claims` says so. */
function start(folder: string, claims = ""): { status: number | null; output: string } {
  const preload = claims === "" ? [] : ["--import", `data:text/javascript,${claims}`];
  const args = [...preload, join(folder, ".build/main.js"), "--help"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

function claim(name: string, value: string): string {
  return `Object.defineProperty(process,"${name}",{value:${value}});`;
}

test("start: an unfit machine -> one line before anything else, exit code 2", () => {
  const rows: [claims: string, line: RegExp][] = [
    [
      claim("versions", '{node:"18.20.8",modules:"108"}'),
      /^The server does not run on Node 18[^\n]+\n$/,
    ],
    [
      claim("versions", '{node:"26.10.0",modules:"147"}'),
      /^The server does not run on Node 26[^\n]+\n$/,
    ],
    [
      claim("platform", '"win32"'),
      /^The server runs on Linux, [^\n]+ is Windows: [^\n]+\bWSL\b[^\n]+\n$/,
    ],
    [claim("arch", '"s390x"'), /^The server has native builds for x64 and arm64, [^\n]+\n$/],
    [claim("report", "{getReport:()=>({header:{}})}"), /^The server needs glibc, [^\n]+\n$/],
  ];
  for (const [claims, line] of rows) {
    const { status, output } = start(ROOT, claims);
    assert.match(output, line);
    assert.equal(status, 2, output);
  }
});

test("start: dependencies that are missing or broken -> one line, exit code 2", () => {
  // Other folders are other tests', which come and go.
  mkdirSync(join(temporary, ".build"));
  for (const entry of readdirSync(join(ROOT, ".build"), { withFileTypes: true })) {
    const [from, to] = [ROOT, temporary].map((folder) => join(folder, ".build", entry.name));
    if (entry.isFile()) copyFileSync(from as string, to as string);
    else if (entry.name.startsWith("server-"))
      cpSync(from as string, to as string, { recursive: true });
  }
  const missing = start(temporary);
  assert.match(
    missing.output,
    /^A dependency cannot be loaded \(Cannot find module [^\n]+npm ci\.\n$/,
  );
  assert.equal(missing.status, 2);

  const packages = join(temporary, "node_modules");
  mkdirSync(packages);
  const { name, folder } = packageFor(thisMachine());
  for (const entry of readdirSync(join(ROOT, "node_modules"))) {
    if (entry !== name) symlinkSync(join(ROOT, "node_modules", entry), join(packages, entry));
  }
  const place = join(packages, name, folder);
  mkdirSync(place, { recursive: true });
  const absent = start(temporary);
  assert.match(
    absent.output,
    /^A dependency cannot be loaded \(Cannot find module [^\n]+npm ci\.\n$/,
  );
  assert.equal(absent.status, 2);

  const file = join(place, fileNameFor(thisMachine()));
  writeFileSync(file, "no program");
  const broken = start(temporary);
  assert.match(broken.output, /^A dependency cannot be loaded \([^\n]+npm ci\.\n$/);
  assert.equal(broken.status, 2);
});
