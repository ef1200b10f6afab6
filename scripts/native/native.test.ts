/** The comparison of native builds with the official tag, against a stand-in for GitHub. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { BUILDS, nativeFolder } from "../../src/http/native_build.mjs";
import { programOf } from "../program.ts";
import { gitHashOf, nativeFilesIn } from "./compare.ts";

const ROOT = join(import.meta.dirname, "../..");
type Tree = { path: string; sha: string }[];

/** The installed files of both packages, by the tag that they should be of, as GitHub would list them. */
const INSTALLED: Record<string, Tree> = Object.fromEntries(
  BUILDS.map((build): [string, Tree] => {
    const files = nativeFilesIn(nativeFolder(build, import.meta.url));
    const tree = files.map(({ name, gitHash }) => ({ path: `dist/${name}`, sha: gitHash }));
    return [`v${build.release}.0`, tree];
  }),
);
const [NEWER, OLDER] = Object.keys(INSTALLED) as [string, string];

/** Runs the command against a server that answers with the tree of a tag, or with 404 where there is none. */
async function compare(t: TestContext, trees: Record<string, Tree>) {
  const server = createServer((request, response) => {
    const tag =
      /^\/repos\/uNetworking\/uWebSockets\.js\/git\/trees\/([\w.]+)\?recursive=1$/.exec(
        String(request.url),
      )?.[1] ?? "";
    const tree = trees[tag];
    response.statusCode = tree === undefined ? 404 : 200;
    response.end(JSON.stringify({ tree }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { file, options } = programOf(join(ROOT, "scripts/native.ts"));
  const child = spawn(process.execPath, [...options, file, "--api", api], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}

test("native: a file's hash -> the one that git gives it", () => {
  // The hash of `printf 'hello\n' | git hash-object --stdin`.
  assert.equal(gitHashOf(Buffer.from("hello\n")), "ce013625030ba8dba906f756967f9e9ca394464a");
});

test("native: tags with the same files -> equal, exit code 0", async (t) => {
  const { code, output } = await compare(t, INSTALLED);
  assert.equal(code, 0, output);
  for (const [tag, tree] of Object.entries(INSTALLED)) {
    assert.ok(tree.length >= 8);
    assert.equal(output.split(`equal to ${tag}`).length - 1, tree.length);
  }
  assert.match(output, /, loaded here$/m);
  assert.match(output, /all are equal\n$/);
});

test("native: of one tag one file differs, of the other one is absent -> named, exit code 1", async (t) => {
  const [first, ...others] = INSTALLED[NEWER] ?? [];
  const [absent, ...rest] = INSTALLED[OLDER] ?? [];
  assert.ok(first !== undefined && absent !== undefined);
  const trees = { [NEWER]: [...others, { path: first.path, sha: "0" }], [OLDER]: rest };
  const { code, output } = await compare(t, trees);
  assert.equal(code, 1, output);
  assert.match(output, new RegExp(`${first.path.slice(5)} .*: different to ${NEWER}`));
  assert.match(output, new RegExp(`${absent.path.slice(5)} .*: not in ${OLDER}`));
  assert.match(output, /NOT ALL ARE EQUAL\n$/);
});

test("native: no answer for one tag -> says that it was not compared, exit code 2", async (t) => {
  const { code, output } = await compare(t, { [NEWER]: INSTALLED[NEWER] ?? [] });
  assert.equal(code, 2, output);
  assert.match(
    output,
    new RegExp(`^NOT COMPARED with the official tag ${OLDER}: .* answered 404$`, "m"),
  );
  assert.doesNotMatch(output, /all are equal/);
});
