/**
 * What a machine must have to run the server, and which native build of uWebSockets.js it loads.
 * Plain JavaScript over what every Node has: a start looks here before it loads anything else, and
 * must be able to say with Node 18 too what is wrong.
 *
 * The rule: a machine loads the newest build that has its Node and its glibc (`BUILDS`). The `.node`
 * file itself is loaded: no JavaScript of a package runs.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The exit code of a start that this machine cannot run. */
export const UNFIT_EXIT_CODE = 2;

/** By major version of Node that has a native build: the oldest minor version that is supported. */
const NODE_MINOR_LEAST = { 20: 15, 22: 12, 24: 0, 25: 0 };
/** Codes of Node's errors for a module that is missing and a native build that does not load. */
const LOAD_ERRORS = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "ERR_DLOPEN_FAILED"];
const PROCESSORS = ["x64", "arm64"];

/** Systems that the server starts on. On macOS it was never tried (decision 0126). */
const PLATFORMS = ["linux", "darwin"];

/** The packages that have builds, the newest first (decision 0108). `name` is that in package.json. */
export const BUILDS = [
  {
    name: "uWebSockets.js",
    release: "20.57",
    folder: ".",
    nodes: [20, 22, 24, 25],
    glibc: [2, 38],
  },
  {
    name: "uws-pack",
    release: "20.49",
    folder: "dist/bin",
    nodes: [20, 22],
    glibc: [2, 27],
  },
];
const NEWEST = BUILDS[0];
const OLDEST = BUILDS[BUILDS.length - 1];
/** What runs on systems whose glibc is too old for the newest build. */
const OLD_NODES = `Node 22 (${oldestOf(22)} or later) or 20 (${oldestOf(20)} or later)`;

/** The machine that this process runs on. `glibc` is undefined where the C library is another. */
export function thisMachine() {
  const { platform, arch, versions } = process;
  return { platform, arch, node: versions.node, abi: versions.modules, glibc: glibcVersion() };
}

/** The package whose build a machine loads; for a machine that no build fits, the newest. */
export function packageFor({ node, glibc }) {
  if (glibc === undefined) return NEWEST;
  const major = majorOf(node);
  const fits = (build) => build.nodes.includes(major) && !isBelow(glibc, build.glibc);
  return BUILDS.find(fits) ?? NEWEST;
}

/** Whether a machine loads another build than the newest. */
export function isOldBuild(machine) {
  return packageFor(machine) !== NEWEST;
}

/** One sentence for the operator of a machine that loads an old build; undefined for any other. */
export function oldBuildNote(machine) {
  if (!isOldBuild(machine)) return undefined;
  const { release } = packageFor(machine);
  return (
    `This system has glibc ${machine.glibc}, so the server runs on an old native build, uWebSockets.js ` +
    `${release}, whose parser refuses less: use Debian 13 with Node 24, and a proxy in front until ` +
    'then ("Which Node" in scripts/README.md).'
  );
}

/** One sentence for whoever starts the server on a system where nobody has tried it; undefined on Linux. */
export function untriedNote({ platform, arch }) {
  if (platform !== "darwin") return undefined;
  return (
    `This system is macOS (${arch}), where this server was never tried: it is for development alone. Nothing is promised ` +
    "there of what a crash or lost power leaves on disk, connections are not counted by address, and one HTTP thread " +
    'serves ("macOS and Windows" in scripts/README.md).'
  );
}

/** The name of the machine's `.node` file. */
export function fileNameFor({ platform, arch, abi }) {
  return `uws_${platform}_${arch}_${abi}.node`;
}

/** What keeps a machine from running the server: one sentence each, with what to do. */
export function machineFaults(machine) {
  const { platform, arch } = machine;
  if (!PLATFORMS.includes(platform)) {
    const use =
      platform === "win32"
        ? "use Linux in it, by WSL (wsl --install -d Debian), or the container of scripts/deploy/Dockerfile"
        : "use a Linux machine or container";
    const name = platform === "win32" ? "Windows" : platform;
    return [
      `The server runs on Linux, and for development on macOS, and this system is ${name}: ${use}.`,
    ];
  }
  const faults = [];
  if (!PROCESSORS.includes(arch)) {
    faults.push(
      `The server has native builds for ${PROCESSORS.join(" and ")}, and this processor is ${arch}: ` +
        "use another machine.",
    );
  }
  const glibc = platform === "linux" ? glibcFault(machine) : undefined;
  if (glibc !== undefined) faults.push(glibc);
  const node = nodeFault(machine);
  if (node !== undefined) faults.push(node);
  return faults;
}

/**
 * What is wrong where a module of the server could not be loaded: the dependencies are not all
 * there. Nothing for any other error.
 */
export function loadFaults(cause) {
  if (!LOAD_ERRORS.includes(cause?.code)) return [];
  const reason = String(cause.message).split("\n", 1)[0];
  return [`A dependency cannot be loaded (${reason}): install the dependencies with npm ci.`];
}

/** As `machineFaults` of this machine, and whether the build loads that `from`'s package has. */
export function startFaults(from) {
  const faults = machineFaults(thisMachine());
  if (faults.length > 0) return faults;
  try {
    loadNativeBuild(from);
    return [];
  } catch (cause) {
    return loadFaults(cause);
  }
}

/** Writes each fault as a line to standard error and ends the process, where there is one. */
export function exitWhereUnfit(faults) {
  if (faults.length === 0) return;
  process.stderr.write(`${faults.join("\n")}\n`);
  process.exit(UNFIT_EXIT_CODE);
}

/**
 * Loads the native build of this machine; throws where it is missing or does not fit. `from`: path
 * or URL of a file of the project, because the packages are looked for from there.
 */
export function loadNativeBuild(from) {
  const machine = thisMachine();
  return createRequire(from)(join(nativeFolder(packageFor(machine), from), fileNameFor(machine)));
}

/**
 * The folder of a package's `.node` files, looked for from `from` as Node looks for packages: Node's own
 * look-up would read the package's "exports", in which no `.node` file stands.
 */
export function nativeFolder({ name, folder }, from) {
  const places = createRequire(from)
    .resolve.paths(name)
    .map((place) => join(place, name));
  return join(places.find((place) => existsSync(place)) ?? places[0], folder);
}

function glibcFault({ node, glibc }) {
  if (glibc === undefined) {
    return (
      "The server needs glibc, and this system has another C library, as Alpine Linux has musl: " +
      "use a system with glibc 2.38 or later, such as Debian 13 or Ubuntu 24.04."
    );
  }
  const builds = BUILDS.filter((build) => build.nodes.includes(majorOf(node)));
  if (!isSupported(node) || builds.some((build) => !isBelow(glibc, build.glibc))) return undefined;
  const elsewise = isBelow(glibc, OLDEST.glibc) ? "" : `, or ${OLD_NODES} on this one`;
  return (
    `Node ${majorOf(node)} needs glibc ${builds.at(-1).glibc.join(".")} or later here, and this system has ` +
    `${glibc}: use a newer system, such as Debian 13 or Ubuntu 24.04${elsewise}.`
  );
}

function nodeFault({ node, glibc }) {
  if (isSupported(node)) return undefined;
  const isOldSystem = glibc !== undefined && isBelow(glibc, NEWEST.glibc);
  const use = isOldSystem
    ? `use ${OLD_NODES}, or Node 24 on a system with glibc 2.38 or later`
    : `use Node 24, or 22 (${oldestOf(22)} or later)`;
  return `The server does not run on Node ${node}: ${use}.`;
}

function isSupported(node) {
  const least = NODE_MINOR_LEAST[majorOf(node)];
  return least !== undefined && Number(node.split(".")[1]) >= least;
}

function oldestOf(major) {
  return `${major}.${NODE_MINOR_LEAST[major]}`;
}

function majorOf(version) {
  return Number(version.split(".")[0]);
}

function isBelow(version, [major, minor]) {
  const [ofMajor, ofMinor] = version.split(".").map(Number);
  return ofMajor < major || (ofMajor === major && ofMinor < minor);
}

function glibcVersion() {
  return processReport().header.glibcVersionRuntime;
}

/**
 * The most file descriptors that this process may have, infinite where nothing limits them, on any system.
 * As slow as `processReport`.
 */
export function descriptorLimit() {
  const { soft } = processReport().userLimits.open_files;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

/** Node's report of this process, which takes 2 to 5 ms: it alone tells the versions and limits of the system. */
function processReport() {
  const { report } = process;
  const before = report.excludeNetwork;
  // With the network the report asks the name service for the name of each peer.
  report.excludeNetwork = true;
  try {
    return report.getReport();
  } finally {
    report.excludeNetwork = before;
  }
}
