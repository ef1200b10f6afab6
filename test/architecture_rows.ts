/** What each rule of the architecture reports, and what it allows, as sources of a few words. */
import type { RULES } from "./architecture_rules.ts";

export type RuleName = keyof typeof RULES;
/** Sources as path and text. */
export type Files = Record<string, string>;
const ORDER = {
  "src/features/registry.ts":
    'import { lowFeature } from "./low/low_feature.ts";' +
    'import { highFeature } from "./high/high_feature.ts";' +
    "const FEATURES = [lowFeature, highFeature];",
};
/** A file of test/api that starts a server. */
const START = 'import { startServer } from "../support/server.ts"; await startServer();';
const declared = (id: string) => `write({ id: "${id}", http: { method: "POST" } });`;
/** Every row is wrong in one way, which its rule must report. */
export const WRONG: [RuleName, string, Files, RegExp][] = [
  ["rooms", "base imports contract", { "src/base/a.ts": 'import "../contract/b.ts";' }, /nothing/],
  [
    "rooms",
    "shard imports a feature's type",
    { "src/shard/a.ts": 'import type { A } from "../features/a.ts";' },
    /shard may import base, contract, wal/,
  ],
  ["rooms", "features import wal", { "src/features/x/a.ts": 'import "../../../wal/b.ts";' }, /wal/],
  ["rooms", "wal imports base", { "wal/a.ts": 'import "../src/base/b.ts";' }, /wal may import/],
  [
    "rooms",
    "http re-exports graphql",
    { "src/http/a.ts": 'export * from "../graphql/b.ts";' },
    /http/,
  ],
  ["rooms", "views import() the wiring", { "src/views/a.ts": 'import("../main.ts");' }, /main/],
  [
    "rooms",
    "contract imports threads",
    { "src/contract/a.ts": 'import "../threads/b.ts";' },
    /thr/,
  ],
  ["rooms", "cli imports access", { "src/cli/a.ts": 'import "../access/b.ts";' }, /access/],
  ["rooms", "main imports the bench", { "src/main.ts": 'import "../bench/a.ts";' }, /not ship/],
  ["rooms", "a room without a row", { "src/tools/a.ts": "" }, /lacks/],
  [
    "rooms",
    "a noun's cases ship",
    { "src/features/x/x_feature.ts": 'import { cases } from "./x_cases.ts";' },
    /x_cases\.ts, which is for tests/,
  ],
  [
    "rooms",
    "a test's tool ships",
    { "src/shard/a.ts": 'import "../../test/support/shard/b.ts";' },
    /for tests/,
  ],
  [
    "rooms",
    "the test world ships",
    { "src/features/x/a.ts": 'import "../../../test/world/world.ts";' },
    /for tests/,
  ],
  [
    "tests_of_rooms",
    "a test of a mechanism knows the domain",
    { "src/shard/a.test.ts": 'import "../features/b.ts";' },
    /its place is test\/rooms\/shard/,
  ],
  [
    "tests_of_rooms",
    "a test's tool knows it",
    {
      "src/shard/a.test.ts": 'import "../../test/support/b.ts";',
      "test/support/b.ts": 'import "../../src/features/b.ts";',
    },
    /reaches src\/features\/b/,
  ],
  ["rooms", "a file beside main.ts", { "src/other.ts": "" }, /lacks/],
  ["packages", "wal imports pino", { "wal/a.ts": 'import "pino";' }, /lmdb and node: only/],
  [
    "packages",
    "outbox imports pino",
    { "src/outbox/a.ts": 'import "pino"; import "undici"; import "node:tls";' },
    /undici, nodemailer and node: only/,
  ],
  ["packages", "http imports undici", { "src/http/a.ts": 'import "undici";' }, /one way/],
  [
    "packages",
    "a thread imports nodemailer",
    { "src/threads/a.ts": 'import "nodemailer";' },
    /one/,
  ],
  ["packages", "a feature imports lmdb", { "src/features/x/a.ts": 'import "lmdb";' }, /lmdb/],
  ["packages", "a feature imports fs", { "src/features/a.ts": 'import "fs";' }, /outside/],
  ["packages", "base imports node:net", { "src/base/a.ts": 'import "node:net";' }, /outside/],
  [
    "browser",
    "a page imports a file of the server",
    { "src/console/browser/a.tsx": 'import "../built_assets.ts";' },
    /built_assets\.ts, which is not for browsers/,
  ],
  [
    "browser",
    "a page imports a package of the server",
    { "src/console/browser/pages/a.tsx": 'import "node:fs"; import "preact/hooks";' },
    /node:fs, which is not for browsers/,
  ],
  [
    "browser",
    "the server imports a page",
    { "src/console/a.ts": 'import type { A } from "./browser/b.ts";' },
    /which browsers run/,
  ],
  ["purity", "Date.now()", { "src/features/x/a.ts": "Date.now();" }, /Date\.now/],
  ["purity", "new Date()", { "src/features/x/a.ts": "new Date();" }, /present Date/],
  ["purity", "new Date", { "src/features/x/a.ts": "new Date;" }, /present Date/],
  ["purity", "Math.random", { "src/features/a.ts": "const f = Math.random;" }, /Math\.random/],
  ["purity", "process.env", { "src/features/x/a.ts": "process.env;" }, /process\.env/],
  ["purity", "randomUUID()", { "src/features/x/a.ts": "randomUUID();" }, /randomUUID/],
  [
    "feature_order",
    "a feature imports one below it",
    { ...ORDER, "src/features/low/a.ts": 'import "../high/b.ts";' },
    /high is not above low/,
  ],
  [
    "feature_order",
    "a feature without a place",
    { ...ORDER, "src/features/new/a.ts": "" },
    /registry does not list/,
  ],
  [
    "leaves",
    "a feature imports the registry",
    { ...ORDER, "src/features/low/a.ts": 'import "../registry.ts";' },
    /registry\.ts, which imports every feature/,
  ],
  [
    "leaves",
    "an operation imports another",
    { "src/features/x/x.create.ts": 'import { y } from "../y/y.create.ts";' },
    /imports src\/features\/y\/y\.create\.ts, an operation/,
  ],
  [
    "leaves",
    "a feature imports what imports the registry",
    {
      "src/features/all.ts": 'import "./registry.ts";',
      "src/features/x/a.ts": 'import "../all.ts";',
    },
    /all\.ts, which imports every feature/,
  ],
  [
    "leaves",
    "a manifest lists another's operation",
    { "src/features/x/x_feature.ts": 'import { y } from "../y/y.create.ts";' },
    /an operation/,
  ],
  [
    "leaves",
    "a feature imports a manifest",
    { "src/features/x/a.ts": 'import { y } from "../y/y_feature.ts";' },
    /a manifest/,
  ],
  ["manifests", "an operation that is in none", { "src/features/x/x.list.ts": "" }, /no manifest/],
  [
    "circles",
    "two features import each other's types",
    {
      "src/features/x/a.ts": 'import type { B } from "../y/b.ts";',
      "src/features/y/b.ts": 'import { C } from "../y/c.ts";',
      "src/features/y/c.ts": 'import type { A } from "../x/a.ts";',
    },
    /x\/a\.ts -> src\/features\/y\/b\.ts -> src\/features\/y\/c\.ts -> src\/features\/x\/a/,
  ],
  [
    "circles",
    "two files of a mechanism import each other, one of them a type",
    {
      "src/shard/a.ts": 'import { b } from "./b.ts";',
      "src/shard/b.ts": 'import type { A } from "./a.ts";',
    },
    /shard\/a\.ts -> src\/shard\/b\.ts -> src\/shard\/a/,
  ],
  [
    "circles",
    "a file of the wiring imports itself by import()",
    {
      "src/threads/a.ts": 'const { b } = await import("./b.ts");',
      "src/threads/b.ts": 'import { A } from "./a.ts";',
    },
    /threads\/a\.ts -> src\/threads\/b\.ts -> src\/threads\/a/,
  ],
  ["circles", "a file of wal", { "wal/a.ts": 'import "./a.ts";' }, /wal\/a\.ts -> wal\/a/],
  [
    "folders",
    "what reads a request imports what answers it",
    { "src/http/read/a.ts": 'import "../answer/b.ts";' },
    /read may import none/,
  ],
  [
    "leaves",
    "a thread imports one",
    { "src/threads/a.ts": 'import "../features/x/x.list.ts";' },
    /an op/,
  ],
  ["feature_order", "a registry without features", { "src/features/registry.ts": "" }, /lists no/],
  [
    "feature_order",
    "a common file imports a feature",
    { ...ORDER, "src/features/a.ts": 'import type { B } from "./low/b.ts";' },
    /low is not above the common files/,
  ],
  [
    "operations",
    "one id twice",
    {
      "src/features/x/x.create.ts": `${declared("x.create")} ${declared("x.create")}`,
    },
    /as src\/features\/x/,
  ],
  [
    "operations",
    "another noun's folder",
    { "src/features/y/x.create.ts": declared("x.create") },
    /its folder is x/,
  ],
  [
    "operations",
    "another file's name",
    { "src/features/x/y.ts": declared("x.create") },
    /its file/,
  ],
  [
    "operations",
    "a name without it",
    { "src/features/x/x.create.ts": "" },
    /not declare x\.create/,
  ],
  ["header", "no header", { "src/base/a.ts": "// a\n" }, /open/],
  ["length", "401 lines", { "bench/a.ts": "\n".repeat(401) }, /401 lines/],
  ["unfinished", "a note", { "src/base/a.ts": `// TO${"DO"}: later` }, /holds/],
  ["default_export", "a function", { "wal/a.ts": "export default function a() {}" }, /default/],
  ["default_export", "a value", { "wal/a.ts": "export default 1;" }, /default/],
  [
    "default_export",
    "a renamed one",
    { "wal/a.ts": "const a = 1; export { a as default };" },
    /def/,
  ],
  ["title", "no outcome", { "test/a.test.ts": 'test("a: works", f);' }, /titled/],
  ["title", "a template", { "test/a.test.ts": "test(`$" + "{a} -> b`, f);" }, /titled/],
  ["servers", "no reason", { "test/api/a.test.ts": `/** A test. */ ${START}` }, /says why/],
  [
    "servers",
    "a reason that is not in the first comment",
    { "test/api/a.test.ts": `/** A. */ ${START} /** A server of its own: it is killed. */` },
    /says why/,
  ],
  [
    "servers",
    "a reason of a file that starts none",
    { "test/api/a.test.ts": "/** A server of its own: it is killed. */" },
    /starts none/,
  ],
  ["title", "one test alone", { "test/a.test.ts": 'test.only("a: b -> c", f);' }, /test\.only/],
  [
    "title",
    "a time",
    { "test/a.test.ts": 'test("a: b -> c", { timeout: 9 }, f);' },
    /time of its own/,
  ],
  ["seeds", "fast-check itself", { "src/a.test.ts": 'import fc from "fast-check";' }, /properties/],
  ["seeds", "an index by chance", { "test/support/a.ts": "randomInt(3);" }, /randomInt\(\)/],
  ["seeds", "a number by chance", { "test/support/wal/a.ts": "Math.random();" }, /Math\.random/],
];

/** Correct sources, which a wrong rule could report too. */
export const RIGHT: [RuleName, string, Files][] = [
  [
    "rooms",
    "main imports everything",
    { "src/main.ts": 'import "../wal/a.ts"; import "./http/b.ts";' },
  ],
  ["rooms", "threads import main's rooms", { "src/threads/a.ts": 'import "../features/b.ts";' }],
  [
    "rooms",
    "a test wires rooms",
    { "test/rooms/shard/a.test.ts": 'import "../../../src/features/b.ts";' },
  ],
  [
    "tests_of_rooms",
    "a test of a room uses a room that the room may not import, a test of the language and one of test/ a feature",
    {
      "src/shard/a.test.ts": 'import "../placement/b.ts";',
      "src/programs/a.test.ts": 'import "../features/b.ts";',
      "test/rooms/shard/a.test.ts": 'import "../../../src/features/b.ts";',
    },
  ],
  [
    "rooms",
    "a feature's test, its tool and its cases import the test world",
    {
      "src/features/x/a.test.ts": 'import "../../../test/world/world.ts";',
      "src/features/x/x_cases.ts": 'import "../../../test/world/world.ts";',
      "test/support/features/x/a.ts": 'import "../../../world/world.ts";',
    },
  ],
  ["rooms", "a comment names an import", { "src/base/a.ts": '// import "../contract/b.ts"' }],
  ["rooms", "shard imports wal", { "src/shard/a.ts": 'import "../../wal/b.ts";' }],
  ["packages", "wal imports lmdb", { "wal/a.ts": 'import "lmdb"; import "node:fs";' }],
  [
    "browser",
    "a page imports pages and its packages, a test a page",
    {
      "src/console/browser/pages/a.tsx": 'import "../b.ts"; import "preact";',
      "src/console/next.test.ts": 'import "./browser/next.ts";',
    },
  ],
  ["purity", "a given time", { "src/features/x/a.ts": "new Date(nowMs); // Date.now()" }],
  ["purity", "a clock in a test", { "src/features/x/a.test.ts": "Date.now();" }],
  ["purity", "a clock elsewhere", { "src/shard/a.ts": "Date.now();" }],
  [
    "feature_order",
    "a feature imports one above it, and common files",
    { ...ORDER, "src/features/high/a.ts": 'import "../low/b.ts"; import "../state.ts";' },
  ],
  [
    "feature_order",
    "an operation imports a feature below it",
    { ...ORDER, "src/features/low/low.list.ts": 'import "../high/b.ts";' },
  ],
  [
    "leaves",
    "a manifest and a test import operations, the registry the manifest",
    {
      ...ORDER,
      "src/features/low/low_feature.ts": 'import "./low.list.ts";',
      "src/features/low/low.list.test.ts": 'import "./low.list.ts";',
    },
  ],
  [
    "manifests",
    "an operation that is in its own",
    { "src/features/x/x_feature.ts": 'import "./x.list.ts";', "src/features/x/x.list.ts": "" },
  ],
  [
    "circles",
    "two ways to one file",
    {
      "src/features/x/a.ts": 'import "./b.ts"; import "./c.ts";',
      "src/features/x/b.ts": 'import "./c.ts";',
      "src/features/x/c.ts": "",
    },
  ],
  [
    "circles",
    "a test and what it imports",
    { "src/x/a.test.ts": 'import "./b.ts";', "src/x/b.ts": "", "test/a.ts": 'import "./a.ts";' },
  ],
  [
    "folders",
    "a call imports all, its folders what stands beside them",
    { "src/http/call/a.ts": 'import "../read/b.ts";', "src/http/read/b.ts": 'import "../c.ts";' },
  ],
  ["operations", "its file", { "src/features/x/x.create.ts": declared("x.create") }],
  ["length", "400 lines", { "bench/a.ts": "\n".repeat(400) }],
  ["header", "a script", { "scripts/a.ts": "#!/usr/bin/env node\n/** a */" }],
  [
    "servers",
    "a reason, a file of support, a function of another module",
    {
      "test/api/a.test.ts": `/** A server of its own: it is killed. */ ${START}`,
      "test/support/a.ts": `/** A. */ ${START}`,
      "bench/a.ts": '/** A. */ import { startServer } from "./server.ts"; startServer();',
    },
  ],
  ["title", "subject, condition, outcome", { "test/a.test.ts": 'test("a: b -> c", f);' }],
  ["seeds", "a secret by chance", { "test/a.test.ts": 'test("a: b -> c", () => randomBytes(9));' }],
  ["seeds", "a load by chance", { "bench/a.ts": "Math.random();" }],
];
