/**
 * The native builds that are installed, and those of the official tag, compared by the hashes that
 * git gives them: GitHub tells those of a whole tag in one small answer.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type NativeFile = { name: string; sha256: string; gitHash: string };
/** "unknown": the tag has no file of that name. */
export type Verdict = "equal" | "different" | "unknown";

/** Every `.node` file of a folder. */
export function nativeFilesIn(folder: string): NativeFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".node"));
  return names.sort().map((name) => {
    const bytes = readFileSync(join(folder, name));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { name, sha256, gitHash: gitHashOf(bytes) };
  });
}

/** The hash of a file's content in a git repository: SHA-1 over a header and the bytes. */
export function gitHashOf(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/**
 * By path, the hashes of the files of a tag. Throws where GitHub cannot be asked or has no such tag.
 */
export async function officialHashes(api: string, tag: string): Promise<Map<string, string>> {
  const address = `${api}/repos/uNetworking/uWebSockets.js/git/trees/${tag}?recursive=1`;
  const response = await fetch(address, { headers: { accept: "application/vnd.github+json" } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const { tree } = (await response.json()) as { tree: { path: string; sha: string }[] };
  return new Map(tree.map(({ path, sha }) => [path, sha]));
}

/** `official`: by path, in whatever folder of the tag. */
export function verdictOf(file: NativeFile, official: ReadonlyMap<string, string>): Verdict {
  const hashes = [...official]
    .filter(([path]) => path.split("/").at(-1) === file.name)
    .map(([, hash]) => hash);
  if (hashes.length === 0) return "unknown";
  return hashes.includes(file.gitHash) ? "equal" : "different";
}
