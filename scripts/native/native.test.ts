/** The comparison of native builds with the official tag, against a stand-in for GitHub. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { programOf } from "../program.ts";
import { gitHashOf, nativeFilesIn } from "./compare.ts";

const ROOT = join(import.meta.dirname, "../..");
const NEWER = join(ROOT, "node_modules/@btc-vision/uwebsockets.js");

/** Runs the command against a server that answers with the tree, or with 404 where there is none. */
async function compare(t: TestContext, tree: { path: string; sha: string }[] | undefined) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.url));
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
  return { code, output, asked };
}

test("native: a file's hash -> the one that git gives it", () => {
  // The hash of `printf 'hello\n' | git hash-object --stdin`.
  assert.equal(gitHashOf(Buffer.from("hello\n")), "ce013625030ba8dba906f756967f9e9ca394464a");
});

test("native: a tag with the same files -> equal, exit code 0", async (t) => {
  const tree = nativeFilesIn(NEWER).map(({ name, gitHash }) => ({ path: name, sha: gitHash }));
  const { code, output, asked } = await compare(t, tree);
  assert.equal(code, 0, output);
  assert.match(asked.join(), /^\/repos\/uNetworking\/uWebSockets\.js\/git\/trees\/v20\.57\.0\?/);
  assert.equal(output.match(/equal to v20\.57\.0/g)?.length, tree.length);
  assert.match(output, /, loaded here$/m);
  assert.match(output, /all are equal\n$/);
});

test("native: one file that differs, one that the tag lacks -> named, exit code 1", async (t) => {
  const [first, second, ...rest] = nativeFilesIn(NEWER);
  assert.ok(first !== undefined && second !== undefined);
  const tree = rest.map(({ name, gitHash }) => ({ path: name, sha: gitHash }));
  const { code, output } = await compare(t, [...tree, { path: first.name, sha: "0" }]);
  assert.equal(code, 1, output);
  assert.match(output, new RegExp(`${first.name} .*: different to v20`));
  assert.match(output, new RegExp(`${second.name} .*: not in v20`));
  assert.match(output, /NOT ALL ARE EQUAL\n$/);
});

test("native: no answer for the tag -> says that nothing was compared, exit code 2", async (t) => {
  const { code, output } = await compare(t, undefined);
  assert.equal(code, 2, output);
  assert.match(output, /^NOT COMPARED with the official tag v20\.57\.0: .* answered 404$/m);
});
