/**
 * The rules of src/ARCHITECTURE.md as functions over sources: who may import what, what a feature
 * may see, how files are kept. Each rule returns its findings, one sentence for each, and nothing
 * else. The tests in `test/` may use any rooms together.
 */
import ts from "typescript";
import { circles, folders } from "./architecture_circles.ts";
import { featureOrder, leaves, manifests, operations } from "./architecture_features.ts";
import { servers } from "./architecture_servers.ts";
import {
  each,
  type Finding,
  isTest,
  literalText,
  nodesOf,
  type Rule,
  type Source,
  targetOf,
} from "./architecture_source.ts";

/** The table "Rooms": the rooms of the project that a room may import besides itself. */
const ROOM_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  contract: ["base"],
  programs: ["base", "contract"],
  rails: ["base", "contract"],
  features: ["base", "contract", "programs", "rails"],
  wal: [],
  shard: ["base", "contract", "wal"],
  placement: ["base", "contract"],
  views: ["base", "contract", "wal"],
  access: ["base", "contract"],
  request_log: ["base", "contract", "wal"],
  outbox: ["base", "contract"],
  iso20022: ["base", "contract"],
  statement_files: ["base", "contract", "iso20022"],
  relay: [
    ...["base", "contract", "features", "shard", "views", "outbox", "iso20022", "access", "files"],
    "statement_files",
  ],
  files: ["contract", "wal"],
  keys: ["base", "contract", "wal", "access", "files", "request_log"],
  operator: [
    ...["base", "contract", "features", "wal", "access", "keys", "placement", "views", "calls"],
  ],
  calls: ["base", "contract", "access", "placement", "views"],
  http: ["base", "contract", "access", "calls"],
  graphql: ["base", "contract", "access", "calls"],
  discovery: ["base", "contract", "access", "http"],
  mcp: ["base", "contract", "access", "calls"],
  proofs: ["base", "contract", "wal"],
  console: ["base", "contract", "http", "discovery"],
  cli: ["base", "contract"],
};

/** The wiring: knows every room. No room knows it. */
const WIRING = /^src\/((main|server|load_script|options|data_directory)\.ts$|entries\/|threads\/)/;

/** Files that are one table and gain nothing by being cut up. */
const LONG_TABLES = ["src/console/browser/contract.golden.ts"];
const LINES_MAX = 400;

/** Modules that reach outside the process, or tell the time. */
const OUTSIDE = [
  ...["fs", "fs/promises", "net", "http", "https", "http2", "dgram", "dns", "tls", "os", "process"],
  ...["child_process", "cluster", "worker_threads", "perf_hooks", "timers", "timers/promises"],
].map((name) => `node:${name}`);

/** The clients that reach the outside. */
const OF_OUTBOX = ["undici", "nodemailer"];

/** The files that browsers run, and the packages that are bundled with them. */
const BROWSER = "src/console/browser/";
const OF_BROWSER = [
  ...["preact", "preact/hooks", "openapi-fetch", "qrcode-generator", "altcha-lib/v1"],
];

const IMPURE_MEMBERS: Readonly<Record<string, readonly string[] | "any">> = {
  Date: ["now"],
  Math: ["random"],
  crypto: ["randomUUID", "randomBytes", "randomInt", "getRandomValues"],
  process: "any",
  performance: "any",
};
const IMPURE_CALLS = [
  ...["fetch", "setTimeout", "setInterval", "setImmediate"],
  ...["randomUUID", "randomBytes", "randomInt"],
];

/** What gives tests their seeds; what else would draw a choice that no seed replays. */
const SEEDS = "test/support/seeds.ts";
const PROPERTIES = "test/support/properties.ts";
const UNSEEDED = ["Math.random", "randomInt()", "crypto.randomInt"];

const TITLE = /^[^:]+: .+ -> .+/s;

export const RULES = {
  rooms: each(roomFindings),
  tests_of_rooms: testsOfRooms,
  packages: each(packageFindings),
  browser: each(browserFindings),
  purity: each(purityFindings),
  feature_order: featureOrder,
  leaves,
  manifests,
  circles,
  folders,
  operations,
  header: each(({ text }) => (/^(#!.*\n)?\/\*\*/.test(text) ? [] : ["does not open with /**"])),
  length: each(lengthFindings),
  unfinished: each(({ text }) =>
    [...text.matchAll(/\b(TO(?:DO)|FIX(?:ME))\b/g)].map(([word]) => `holds a ${word}`),
  ),
  default_export: each(defaultExportFindings),
  title: each(titleFindings),
  seeds: each(seedFindings),
  servers,
} satisfies Record<string, Rule>;

/** Rooms import only the rooms that the table allows. */
function roomFindings(source: Source): string[] {
  if (isTest(source) || !/^(src|wal)\//.test(source.path)) return [];
  const room = roomOf(source.path);
  const wiring = WIRING.test(source.path);
  const allowed = ROOM_IMPORTS[room];
  if (!wiring && allowed === undefined) return [`is in "${room}", which the room table lacks`];
  return source.imports.flatMap((specifier) => {
    const target = targetOf(source, specifier);
    if (target === undefined) return [];
    if (isTest({ path: target })) return [`imports ${target}, which is for tests`];
    const known = roomOf(target) in ROOM_IMPORTS;
    if (wiring)
      return known || WIRING.test(target) ? [] : [`imports ${target}, which does not ship`];
    if (roomOf(target) === room || allowed?.includes(roomOf(target))) return [];
    return [`imports ${target}: ${room} may import ${allowed?.join(", ") || "nothing of ours"}`];
  });
}

/**
 * A test beside its source knows the domain only where its room may: with what it imports, it reaches no feature by
 * any way through `test/`. A test that needs features and mechanism together stands in `test/rooms/`. The language of
 * programs is a part of the domain, so its tests are free.
 */
function testsOfRooms(sources: readonly Source[]): Finding[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const knowsDomain = new Set(["features", "programs"]);
  const tests = sources.filter(({ path }) => {
    const room = roomOf(path);
    const allowed = ROOM_IMPORTS[room];
    if (!isTest({ path }) || allowed === undefined || WIRING.test(path)) return false;
    return !knowsDomain.has(room) && !allowed.includes("features");
  });
  return tests.flatMap(({ path }) => {
    const feature = featureOfTest(path, byPath, new Set());
    if (feature === undefined) return [];
    return [{ path, message: `reaches ${feature}: its place is test/rooms/${roomOf(path)}` }];
  });
}

/** The first file of a feature that a test imports, itself or by way of files of `test/`. */
function featureOfTest(
  path: string,
  byPath: ReadonlyMap<string, Source>,
  seen: Set<string>,
): string | undefined {
  const source = byPath.get(path);
  if (source === undefined || seen.has(path)) return undefined;
  seen.add(path);
  for (const specifier of source.imports) {
    const target = targetOf(source, specifier) ?? "";
    if (target.startsWith("src/features/")) return target;
    const further = target.startsWith("test/") ? featureOfTest(target, byPath, seen) : undefined;
    if (further !== undefined) return further;
  }
  return undefined;
}

/**
 * `wal` needs lmdb and node only, `outbox` undici, nodemailer and node, and no other room has these
 * two; `base`, `programs`, `rails` and `features` reach nothing outside the process.
 */
function packageFindings(source: Source): string[] {
  if (isTest(source)) return [];
  const room = roomOf(source.path);
  const packages = source.imports.filter((name) => targetOf(source, name) === undefined);
  if (room === "wal") {
    return packages
      .filter((name) => name !== "lmdb" && !name.startsWith("node:"))
      .map((name) => `imports ${name}: wal may import lmdb and node: only`);
  }
  if (room === "outbox") {
    return packages
      .filter((name) => !OF_OUTBOX.includes(name) && !name.startsWith("node:"))
      .map((name) => `imports ${name}: outbox may import undici, nodemailer and node: only`);
  }
  const sending = packages.find((name) => OF_OUTBOX.includes(name));
  if (sending !== undefined) return [`imports ${sending}: outbox is the one way to the outside`];
  if (!["base", "programs", "rails", "features"].includes(room)) return [];
  return packages
    .filter((name) => name === "lmdb" || OUTSIDE.includes(name) || OUTSIDE.includes(`node:${name}`))
    .map((name) => `imports ${name}: ${room} reaches nothing outside the process`);
}

/**
 * What browsers run imports itself and the packages that are made for it, and nothing that runs on the
 * server imports it: the pages know of the platform what the contract says.
 */
function browserFindings(source: Source): string[] {
  if (isTest(source)) return [];
  const isOfBrowser = source.path.startsWith(BROWSER);
  return source.imports.flatMap((specifier) => {
    const target = targetOf(source, specifier);
    if (isOfBrowser) {
      const isFine =
        target === undefined ? OF_BROWSER.includes(specifier) : target.startsWith(BROWSER);
      return isFine ? [] : [`imports ${specifier}, which is not for browsers`];
    }
    return target?.startsWith(BROWSER) ? [`imports ${target}, which browsers run`] : [];
  });
}

/** Tests choose at random by the seed of the run alone, so that each run looks at the same cases. */
function seedFindings(source: Source): string[] {
  if (!isTest(source) && !source.path.startsWith("test/")) return [];
  const imported = source.imports.includes("fast-check") && source.path !== PROPERTIES;
  const drawn = nodesOf(source.tree).flatMap((node) => {
    const impure = impurityOf(node) ?? "";
    return UNSEEDED.includes(impure) ? [`uses ${impure}: ${SEEDS} gives the seed of a choice`] : [];
  });
  return [...(imported ? [`imports fast-check: ${PROPERTIES} gives it the seed`] : []), ...drawn];
}

/** Features, programs and rails see no clock, randomness, environment or network. */
function purityFindings(source: Source): string[] {
  if (isTest(source) || !["features", "programs", "rails"].includes(roomOf(source.path))) return [];
  return nodesOf(source.tree).flatMap((node) => {
    const impure = impurityOf(node);
    return impure === undefined ? [] : [`uses ${impure}: time, chance and ids come as arguments`];
  });
}

function impurityOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const members = Object.hasOwn(IMPURE_MEMBERS, node.expression.text)
      ? IMPURE_MEMBERS[node.expression.text]
      : undefined;
    const impure = members === "any" || members?.includes(node.name.text);
    return impure ? `${node.expression.text}.${node.name.text}` : undefined;
  }
  const called = ts.isNewExpression(node) || ts.isCallExpression(node) ? node : undefined;
  if (called === undefined || !ts.isIdentifier(called.expression)) return undefined;
  const name = called.expression.text;
  if (name === "Date" && (ts.isCallExpression(called) || !called.arguments?.length)) {
    return "the present Date";
  }
  return IMPURE_CALLS.includes(name) ? `${name}()` : undefined;
}

function lengthFindings({ path, text }: Source): string[] {
  const lines = text.split("\n").length - 1;
  if (lines <= LINES_MAX || LONG_TABLES.includes(path)) return [];
  return [`has ${lines} lines, the limit is ${LINES_MAX}`];
}

function defaultExportFindings({ tree }: Source): string[] {
  const found = tree.statements.some(
    (statement) =>
      (ts.isExportAssignment(statement) && statement.isExportEquals !== true) ||
      (ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) ||
      (ts.isExportDeclaration(statement) &&
        statement.exportClause !== undefined &&
        ts.isNamedExports(statement.exportClause) &&
        statement.exportClause.elements.some(({ name }) => name.text === "default")),
  );
  return found ? ["has a default export"] : [];
}

/**
 * Titles read `subject: condition -> outcome`; no test runs alone, is left out, or has a time of its own:
 * the runner ends what hangs.
 */
function titleFindings(source: Source): string[] {
  if (!isTest(source)) return [];
  return nodesOf(source.tree).flatMap((node) => {
    if (!ts.isCallExpression(node)) return [];
    const callee = node.expression.getText();
    if (/^(test|it|describe)\.(only|skip|todo)$/.test(callee)) return [`calls ${callee}`];
    if (callee !== "test" && callee !== "it") return [];
    const title = literalText(node.arguments[0]);
    const timed = node.arguments.some(hasTimeout) ? [`test "${title}" has a time of its own`] : [];
    if (title === undefined || TITLE.test(title)) return timed;
    return [...timed, `test "${title}" is not titled "subject: condition -> outcome"`];
  });
}

/** Whether the options of a test are these, and say how long it may take. */
function hasTimeout(argument: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(argument)) return false;
  return argument.properties.some(({ name }) => name?.getText() === "timeout");
}

/**
 * `src/shard/x.ts` -> `shard`, `wal/x.ts` -> `wal`, `src/x.ts` -> `src`, `bench/x.ts` -> `bench`.
 */
function roomOf(path: string): string {
  const [first = "", second = "", third] = path.split("/");
  return first === "src" && third !== undefined ? second : first;
}
