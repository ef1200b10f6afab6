/**
 * The examples of the contract are true: told as one story to a fresh server, each request gets the
 * answer that the contract shows; sent as the requests that they are, and as the samples for curl.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import type { CodeSample } from "../../src/contract/document/code_samples.ts";
import type { Examples } from "../../src/contract/document/example.ts";
import { documentText, openApiDocument } from "../../src/contract/document/openapi.ts";
import { exampleValues } from "../../src/contract/document/openapi_examples.ts";
import { ABOUT } from "../../src/features/published.ts";
import { operations } from "../../src/features/registry.ts";
import { assertGolden } from "../support/golden.ts";
import { faultsOf, type Schema } from "../support/json_schema.ts";
import {
  publishedAnswers,
  STORY,
  sendByFetch,
  statusOf,
  type Telling,
  type Told,
  tellStory,
} from "./storyteller.ts";

type Parameter = { name?: string; required?: boolean; schema: Schema; example?: unknown };
type Media = { [type: string]: { schema: Schema; example?: unknown } };
type Item = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Media };
  responses: { [status: string]: { content: Media } };
  "x-codeSamples": CodeSample[];
};

type Document = { paths: { [path: string]: { [method: string]: Item } } };
type Answers = Examples["answers"];

const GOLDEN = "src/features/example_answers.golden.json";
/** The operations of the contract as they are without answers. */
const ITEMS = itemsOf(documentOf({}));

/** The answers that a fresh server gives in this run. All tests look at these, so that none judges an older answer. */
let answersByFetch: Promise<Answers> | undefined;

function toldByFetch(): Promise<Answers> {
  answersByFetch ??= tellStory(sendByFetch).then(publishedAnswers);
  return answersByFetch;
}

test("examples: every operation of the contract -> an example of request and answer", () => {
  const shown = STORY.filter(({ isFurther }) => isFurther !== true).map(
    ({ operation }) => operation,
  );
  const published = ITEMS.map(({ operationId }) => operationId);
  assert.deepEqual(shown.toSorted(), published.toSorted());
  const times = STORY.map(({ at }) => at);
  const twice = STORY.filter(({ at }, index) => times.indexOf(at) !== index);
  assert.deepEqual(
    twice.map(({ operation, at }) => `${operation} has the time of another example, ${at}`),
    [],
  );
});

test("examples: every required part of a request, every answer -> there, as its schema says", async () => {
  const document = documentOf(await toldByFetch());
  for (const { operationId, parameters, requestBody, responses } of itemsOf(document)) {
    const success = responses[statusOf(operationId)];
    const contents = { ...requestBody?.content, ...success?.content };
    for (const [type, { schema, example }] of Object.entries(contents)) {
      // A file has further types where its format is another one; the example is of one format.
      if (example === undefined && contents["application/json"]?.example !== undefined) continue;
      assert.deepEqual(faultsOf(document, schema, example), [], `${operationId}: ${type}`);
    }
    for (const { name = "", required, schema, example } of parameters) {
      if (example === undefined) assert.ok(name === "" || !required, `${operationId}: ${name}`);
      else assert.deepEqual(faultsOf(document, schema, example), [], `${operationId}: ${name}`);
    }
  }
});

test("examples: ids that requests name -> each made by a request of the story", () => {
  const made = exampleValues({ story: STORY, answers: {} }).map(({ value }) => value);
  assert.equal(new Set(made).size, made.length);
  const requests = STORY.map(({ path, query, body }) => ({ path, query, body }));
  const named = JSON.stringify(requests).match(/\b[a-z]{2,4}_[0-9A-Z]{26}\b/g) ?? [];
  assert.ok(named.length > ITEMS.length / 2);
  for (const id of named) assert.ok(made.includes(id), id);
});

test("examples: told to a fresh server -> each answer is the published one", async () => {
  assertGolden(GOLDEN, textOf(await toldByFetch()));
});

test("examples: the samples for curl in a shell -> the published answers", async () => {
  assertGolden(GOLDEN, textOf(publishedAnswers(await tellStory(sendByCurl))));
});

function documentOf(answers: Answers): Document {
  const about = { ...ABOUT, examples: { story: STORY, answers } };
  return JSON.parse(documentText(openApiDocument(operations, about, { serverUrl: "/v1" })));
}

function itemsOf({ paths }: Document): Item[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

function textOf(answers: Answers): string {
  return `${JSON.stringify(answers, null, 2)}\n`;
}

/**
 * Runs the published sample with the server's ids in place of the story's. Requests that have no
 * sample, because another of their operation is published or no key may send them, go by `fetch`.
 */
async function sendByCurl(telling: Telling): Promise<Told> {
  const { example, server, toServer } = telling;
  if (example.isFurther === true || example.instead !== undefined) return sendByFetch(telling);
  const item = ITEMS.find(({ operationId }) => operationId === example.operation);
  const sample = item?.["x-codeSamples"].find(({ label }) => label === "curl");
  assert.ok(item !== undefined && sample !== undefined, example.operation);
  const text = await runShell(toServer(sample.source), {
    BASE_URL: server.baseUrl,
    ...telling.variables,
    // The key of the story instead of a new one: other examples name some of the keys.
    ...(telling.key !== undefined && { "BASH_FUNC_uuidgen%%": `() { echo ${telling.key}; }` }),
  });
  const isError = text.startsWith('{"error"');
  const status = isError ? 500 : statusOf(example.operation);
  if (status === 204) return { status, text: "" };
  if (!sample.source.includes("text/csv")) return { status, text };
  const inJson = await sendByFetch(telling);
  assert.equal(text, (JSON.parse(inJson.text) as { csv: string }).csv);
  return inJson;
}

function runShell(command: string, variables: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    execFile("bash", ["-c", command], { env }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`${command}\n${stderr}`, { cause: error }));
      else resolve(stdout);
    });
  });
}
