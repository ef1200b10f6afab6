/**
 * The project as it stands on a production machine: the sources, the packages that the server needs,
 * and the build, all of them the property of root. Guarantees: no tree outlives the test process.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./markdown.ts";

/** What a deployed tree has of the project. */
const PARTS = ["package.json", "package-lock.json", "scripts", "src", "wal"];

/** Makes a tree that everyone may read and only its owner may write; returns its path. */
export function productionTree(): string {
  const tree = mkdtempSync(join(tmpdir(), "production-tree-"));
  process.on("exit", () => rmSync(tree, { recursive: true, force: true }));
  chmodSync(tree, 0o755);
  for (const part of PARTS) cpSync(join(ROOT, part), join(tree, part), { recursive: true });
  copyPackages(tree);
  execFileSync("npm", ["run", "--silent", "build"], { cwd: tree });
  execFileSync("chmod", ["-R", "a+rX,go-w", tree]);
  return tree;
}

/** Copies the installed packages that are no development tools, with what lies inside of them. */
function copyPackages(tree: string): void {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const paths = Object.entries(lock.packages)
    .filter(
      ([path, { dev, devOptional }]) =>
        /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional,
    )
    .map(([path]) => path)
    // A package for another platform is locked and not installed.
    .filter((path) => existsSync(join(ROOT, path)));
  execFileSync("cp", ["-a", "--parents", ...paths, tree], { cwd: ROOT });
}
