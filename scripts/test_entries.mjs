/**
 * For scripts/test.mjs: which test files share a process, and in which order the processes run. Each
 * process gets an entry, a file that imports the bundled files, each in a suite of the runner that is
 * titled with the path. The suites run one after another: what a file prepares is prepared before its own
 * tests, and cleared after them. The files of a process share nothing but the process, and those that ask
 * for them a server (test/support/shared_server.ts) and a browser (test/support/shared_browser.ts).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Rooms whose tests share processes, as to start one takes longer than most of them. */
const SHARED =
  /^(test\/rooms|src\/(access|base|calls|console|contract|features|files|graphql|keys|operator|outbox|placement|programs|proofs|relay|request_log|shard))\//;
/** Files of these rooms that change what the whole process has: they run alone. */
const ALONE = /\bt\.mock\.|\bNODE_TLS_REJECT_UNAUTHORIZED\b/;
/** How many processes they share, for each core: none of them may come near the longest time. */
const SHARED_PER_CORE = 3;
/**
 * Tests that start servers of their own. They share processes too: to load what they import takes 0.4 s of
 * processor time in each process.
 */
const OWN_SERVERS = /^test\/(api|recovery)\//;
const OWN_SERVERS_PER_CORE = 8;
/**
 * What files share that import one of these modules, at the first place that fits, and how many
 * processes such files share for each core. The entry imports the modules too, before the files: so each
 * clears what it shares after the last file.
 */
const SHARED_MODULES = [
  {
    modules: ["test/support/shared_browser.ts", "test/support/shared_server.ts"],
    isAsked: /from "[./a-z]*support\/(console|shared_browser)\.ts"/,
    perCore: 2,
  },
  {
    modules: ["test/support/shared_server.ts"],
    isAsked: /from "[./a-z]*support\/shared_server\.ts"/,
    perCore: 2,
  },
];
/**
 * Files that take longest (`npm test -- --times`), the longest first: they begin before all others, so
 * that no core waits for one of them at the end.
 */
const FIRST = [
  "test/simulator/simulator.test.ts",
  "test/readme.test.ts",
  "test/recovery/erasure.test.ts",
  "test/recovery/damage.test.ts",
  "test/recovery/disk/disk.test.ts",
  "test/recovery/crash.test.ts",
  "test/recovery/agent_approvals.test.ts",
  "scripts/backup/increment.test.ts",
  "test/recovery/log_command.test.ts",
  "test/api/list_pages.test.ts",
  "test/api/statements.test.ts",
];

/** A file that takes all of its failed seeds in one run. */
const OF_ITSELF = "test/simulator/simulator.test.ts";

/** What holds for every test, a hook and the key of ids: each entry imports it before its files. */
const EVERY = ["test/support/after_each_test.ts", "test/support/id_key.ts"];

/**
 * A module that waits for others before it is loaded. An entry imports it before its suites where one of its files needs
 * it: of two suites whose files wait for the same module at a time, the second would have no tests, and the first all.
 */
const AWAITED = "test/support/noun_cases.ts";

/** The modules that the entries import besides test files. */
export const ENTRY_MODULES = [
  ...new Set([...EVERY, AWAITED, ...SHARED_MODULES.flatMap(({ modules }) => modules)]),
];

/** The sources that import a module, directly or by way of others. `inputs`: what each source imports, by its path. */
function importersOf(module, inputs) {
  const importers = new Set([module]);
  for (let before = 0; before < importers.size; ) {
    before = importers.size;
    for (const [path, { imports }] of Object.entries(inputs)) {
      const isStatic = ({ kind, path: target }) =>
        kind === "import-statement" && importers.has(target);
      if (imports.some(isStatic)) importers.add(path);
    }
  }
  return importers;
}

/** The name of the bundled file of a source. */
export function builtName(path) {
  return path.replace(/\.ts$/, ".mjs");
}

/**
 * Writes the entries of the test files into the folder of the bundled ones, `built`. Returns their
 * paths, whose order, which is that of their names, is the order in which the runner begins them.
 * `root`: the folder of the project; `cores`: of this machine; `isOnly`: whether the runner was asked for
 * the tests that are marked `only`; `isTimed`: whether each process writes down what it took
 * (scripts/test_times.mjs); `inputs`: what each source imports, by its path.
 */
export function writeEntries(paths, { root, built, inputs, cores, isOnly, isTimed }) {
  const waiting = importersOf(AWAITED, inputs);
  const left = new Set(paths);
  const entries = [];
  /** Those that are left and are meant share so many processes for each core. */
  const share = (isMeant, perCore, modules = []) => {
    const found = [...left].filter(isMeant);
    for (const path of found) left.delete(path);
    for (const files of dealt(found, cores * perCore)) entries.push({ files, modules });
  };
  const textOf = (path) => readFileSync(join(root, path), "utf8");
  for (const first of FIRST) share((path) => path === first, 1);
  for (const { modules, isAsked, perCore } of SHARED_MODULES) {
    share((path) => isAsked.test(textOf(path)), perCore, modules);
  }
  share((path) => OWN_SERVERS.test(path), OWN_SERVERS_PER_CORE);
  share((path) => SHARED.test(path) && !ALONE.test(textOf(path)), SHARED_PER_CORE);
  for (const path of left) entries.push({ files: [path], modules: [] });
  for (const { path, seed } of replaysOf(paths, root)) {
    entries.push({ files: [path], modules: [], seed });
  }
  return entries.map(({ files, modules, seed }, number) => {
    const entry = join(built, `${String(number).padStart(4, "0")}.mjs`);
    const awaited = files.some((path) => waiting.has(path)) ? [AWAITED] : [];
    const parts = { modules: [...modules, ...awaited], seed, isOnly, isTimed };
    writeFileSync(entry, entryText(files, parts));
    return entry;
  });
}

/** The files once more with each seed with which they ever failed; none where SEED asks for another one. */
function replaysOf(paths, root) {
  if (process.env.SEED !== undefined) return [];
  const failed = JSON.parse(readFileSync(join(root, "test/failed_seeds.json"), "utf8"));
  return paths.flatMap((path) =>
    path === OF_ITSELF ? [] : (failed[path] ?? []).map((seed) => ({ path, seed })),
  );
}

/** The paths, dealt to so many groups in turn; no group is empty. */
function dealt(paths, most) {
  const count = Math.min(most, paths.length);
  return Array.from({ length: count }, (_, group) =>
    paths.filter((_, index) => index % count === group),
  );
}

function entryText(files, { modules, seed, isOnly, isTimed }) {
  const lines = [
    `import { after, describe } from "node:test";`,
    `import { endWhatIsLeft } from "./${builtName(EVERY[0])}";`,
  ];
  if (seed !== undefined) lines.push(`process.env.SEED = "${seed}";`);
  for (const module of [...EVERY, ...modules]) lines.push(`import "./${builtName(module)}";`);
  if (isTimed) {
    lines.push(`import { noteFile, noteProcess } from "../../scripts/test_times.mjs";`);
    lines.push(`noteProcess(${JSON.stringify(files)});`);
  }
  for (const path of files) {
    // Without the mark the runner leaves out the suite with all that is in it.
    const options = isOnly ? "{ only: true }, " : "";
    const noted = isTimed ? `noteFile("${path}"); ` : "";
    lines.push(
      `describe("${path}", ${options}() => { ${noted}return import("./${builtName(path)}"); });`,
    );
  }
  // The last of the hooks: those of what the files share come before it.
  lines.push("after(endWhatIsLeft);");
  return `${lines.join("\n")}\n`;
}
