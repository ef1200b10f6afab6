/** The samples for TypeScript and Python are programs: they pass the compilers of their languages. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { codeSamples } from "../../src/contract/document/code_samples.ts";
import { publishedExamples } from "../../src/contract/document/example.ts";
import { operations } from "../../src/features/registry.ts";
import { lacks } from "../support/machine.ts";
import type { Server } from "../support/server.ts";
import { sharedServer } from "../support/shared_server.ts";
import { STORY } from "./storyteller.ts";

const ROOT = dirname(dirname(import.meta.dirname));
/** A folder inside of the project, where the compiler finds its types; git ignores the folder. */
const PLACE = join(ROOT, ".build", "code_samples");

const EXAMPLES = publishedExamples(STORY);
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** The samples in one language, by operation. */
function samplesIn(language: string): [operation: string, source: string][] {
  return operations.flatMap((operation) => {
    const example = EXAMPLES.get(operation.id);
    const samples = example === undefined ? [] : codeSamples(operation, example);
    return samples
      .filter(({ lang }) => lang === language)
      .map(({ source }): [string, string] => [operation.id, source]);
  });
}

test("code samples: TypeScript -> every sample passes the strictest check", () => {
  const samples = samplesIn("TypeScript");
  assert.equal(samples.length, EXAMPLES.size);
  rmSync(PLACE, { recursive: true, force: true });
  mkdirSync(PLACE, { recursive: true });
  const files = samples.map(([operation, source]) => {
    const file = join(PLACE, `${operation}.mts`);
    writeFileSync(file, source);
    return file;
  });
  const flags = ["--noEmit", "--strict", "--module", "nodenext", "--moduleDetection", "force"];
  const more = ["--target", "es2022", "--lib", "es2023", "--types", "node", "--skipLibCheck"];
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags, ...more, ...files], {
    cwd: ROOT,
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout);
});

const COMPILE = `import json, sys
for name, source in json.load(sys.stdin):
    compile(source, name, "exec")`;

test("code samples: Python -> every sample compiles", {
  skip: hasPython ? false : lacks("python3", "it compiles the samples for Python"),
}, () => {
  const samples = samplesIn("Python");
  assert.equal(samples.length, EXAMPLES.size);
  const input = JSON.stringify(samples);
  const { status, stderr } = spawnSync("python3", ["-c", COMPILE], { input, encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

/** A stand-in for the module that the samples use, over what Python has itself. */
const REQUESTS = `import json as texts, urllib.request
class Response:
    def __init__(self, answer): self.status, self.text = answer.status, answer.read().decode()
    def raise_for_status(self): assert self.status < 400
    def json(self): return texts.loads(self.text)
def send(method):
    def sent(url, headers={}, json=None):
        body = None if json is None else texts.dumps(json).encode()
        kind = {} if json is None else {"Content-Type": "application/json"}
        asked = urllib.request.Request(url, body, {**headers, **kind}, method=method)
        return Response(urllib.request.urlopen(asked))
    return sent
get, post, patch = send("GET"), send("POST"), send("PATCH")
`;

test("code samples: the first steps with the demo key -> TypeScript and Python do the same", async () => {
  await takeSteps(await sharedServer());
});

async function takeSteps(server: Server): Promise<void> {
  const product = String(EXAMPLES.get("product.retrieve")?.path?.["productId"]);
  const steps = ["api_key.current.retrieve", "customer.create", "customer.list"];
  for (const operation of steps) {
    const typeScript = sourceOf("TypeScript", operation).replaceAll(product, server.demo.productId);
    const python = sourceOf("Python", operation).replaceAll(product, server.demo.productId);
    await runs(server, process.execPath, ["--input-type=module", "-e", typeScript]);
    // Another customer: the external id of the first is taken.
    const other = python.replaceAll("user-1815", "user-1816");
    if (!hasPython) continue;
    const stub = `import sys, types\nrequests = types.ModuleType("requests")\nexec(${JSON.stringify(REQUESTS)}, requests.__dict__)\nsys.modules["requests"] = requests\n`;
    await runs(server, "python3", ["-c", stub + other]);
  }
}

function sourceOf(language: string, operation: string): string {
  return samplesIn(language).find(([id]) => id === operation)?.[1] ?? "";
}

async function runs(server: Server, program: string, args: string[]): Promise<void> {
  const variables = { BASE_URL: server.baseUrl, API_KEY: server.demo.apiKey };
  const env = { ...process.env, ...variables };
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /prod_/);
}
