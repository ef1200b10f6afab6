/**
 * Tells the story of the examples to a fresh server, request by request in the order of their
 * times, with the server's clock at the time of each. The answers come back with the story's values
 * in place of those that the server made, so that they are the same in every run.
 * A server of its own: the story is told to a server that nobody has used, at the times of the examples.
 */
import assert from "node:assert/strict";
import { sampleJson } from "../../src/contract/document/code_samples.ts";
import {
  type Example,
  type ExampleRequest,
  exampleKey,
  exampleTarget,
  exampleTimeMs,
  STORY_START_MS,
} from "../../src/contract/document/example.ts";
import { PRODUCT } from "../../src/features/example_ids.ts";
import { examplesOf, operations, SERVED_FEATURES } from "../../src/features/registry.ts";
import { type Browser, openPeople } from "../support/people.ts";
import { type Server, startServer, stopServer } from "../support/server.ts";
import { newTestClock, type TestClock } from "../support/test_clock.ts";
import { StoryNames } from "./story_names.ts";

export const STORY: readonly Example[] = examplesOf(SERVED_FEATURES).toSorted((one, other) =>
  one.at < other.at ? -1 : 1,
);

const OPERATIONS = new Map(operations.map((operation) => [operation.id, operation]));

/** A request with the server's values. */
export type Telling = {
  example: Example;
  server: Server;
  method: string;
  target: string;
  body: string | undefined;
  /** Absent for a read. */
  key: string | undefined;
  /** The headers of the credential, by the operation's principals. */
  credential: Readonly<Record<string, string>>;
  /** The variables of the environment that a sample takes its credential from. */
  variables: Readonly<Record<string, string>>;
  /** True: the answer is a file, unless its JSON form is asked for. */
  isFile: boolean;
  /** The text of a request with the server's values in place of the story's. */
  toServer(text: string): string;
};
export type Told = { status: number; text: string };

/** An answer, as the story has it. Only the part of the body that the example shows is in `shown`. */
export type StoryAnswer = { example: Example; status: number; body: unknown; shown: unknown };

/** Every answer of the story; examples that are not sent have the answer that is given by hand. */
export async function tellStory(
  send: (telling: Telling) => Promise<Told>,
): Promise<readonly StoryAnswer[]> {
  const clock = newTestClock(STORY_START_MS);
  // However long the story takes, no answer has a last use that the one told faster lacks.
  const flags = ["--last-use-seconds", "3600"];
  const server = await startServer(flags, undefined, { environment: clock.environment });
  const people = await openPeople(server);
  try {
    const founder = people.browser(server.demo.founder.email);
    await people.logIn(founder, { password: server.demo.founder.password });
    return await answersOf(send, clock, { server, founder });
  } finally {
    // A story that fails ends its test, which would wait for the server.
    people.close();
    assert.equal((await stopServer(server)).code, 0);
  }
}

async function answersOf(
  send: (telling: Telling) => Promise<Told>,
  clock: TestClock,
  at: { server: Server; founder: Browser },
): Promise<readonly StoryAnswer[]> {
  const names = new StoryNames();
  names.bind(at.server.demo.productId, PRODUCT);
  const answers: StoryAnswer[] = [];
  for (const example of STORY) {
    const { operation, instead, answer } = example;
    if (answer !== undefined) {
      answers.push({ example, status: statusOf(operation), body: answer, shown: answer });
      continue;
    }
    clock.set(exampleTimeMs(example));
    const { status, text } = await send(tellingOf(example, instead ?? example, at, names));
    assert.equal(status, statusOf(operation), `${operation} at ${example.at}: ${text}`);
    const body = (text === "" ? null : JSON.parse(text)) as unknown;
    for (const [path, name] of Object.entries(example.makes ?? {})) {
      names.bind(String(valueAt(body, path)), name);
    }
    const whole = names.toStory(body);
    answers.push({ example, status, body: whole, shown: shownOf(whole, example) });
  }
  return answers;
}

/** Sends a request by `fetch`, with the headers of curl; a file is asked for in its JSON form. */
export async function sendByFetch(telling: Telling): Promise<Told> {
  const { server, method, target, body, key, credential } = telling;
  const response = await fetch(`${server.baseUrl}${target}`, {
    method,
    headers: {
      accept: telling.isFile ? "application/json" : "*/*",
      "user-agent": "curl/8.5.0",
      ...credential,
      ...(key !== undefined && { "idempotency-key": key }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

/** The answers that the contract publishes, by operation, in alphabetical order. */
export function publishedAnswers(answers: readonly StoryAnswer[]): Record<string, unknown> {
  const published = answers.filter(({ example }) => example.isFurther !== true);
  const entries = published.map(({ example, shown }) => [example.operation, shown] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function tellingOf(
  example: Example,
  request: ExampleRequest,
  { server, founder }: { server: Server; founder: Browser },
  names: StoryNames,
): Telling {
  const operation = operationOf(request.operation);
  const { http, type } = operation;
  const { body } = request;
  return {
    example,
    server,
    method: http.method,
    target: names.toServer(exampleTarget(http.path, request)),
    body: body === undefined ? undefined : names.toServer(sampleJson(body)),
    key: type === "write" ? exampleKey(example) : undefined,
    isFile: operation.type === "read" && operation.file !== undefined,
    toServer: (text) => names.toServer(text),
    ...credentialOf(operation, server, founder),
  };
}

/** The demo's key, its founder's token, or a session of the founder: what the operation takes first. */
function credentialOf(
  { principals }: ReturnType<typeof operationOf>,
  { demo }: Server,
  { cookie, csrfToken }: Browser,
): Pick<Telling, "credential" | "variables"> {
  const variables = {
    API_KEY: demo.apiKey,
    TOKEN: demo.founder.personalAccessToken,
    SESSION_COOKIE: cookie,
    CSRF_TOKEN: csrfToken,
  };
  const bearer = (text: string) => ({ credential: { authorization: `Bearer ${text}` }, variables });
  if (principals.includes("product_key")) return bearer(variables.API_KEY);
  if (principals.includes("founder")) return bearer(variables.TOKEN);
  return { credential: { cookie, "x-csrf-token": csrfToken }, variables };
}

function operationOf(id: string) {
  const operation = OPERATIONS.get(id);
  assert.ok(operation, `${id} is an operation`);
  return operation;
}

/** The status of what the operation makes or finds. */
export function statusOf(id: string): number {
  return operationOf(id).http.status;
}

/** The body with long values cut down to what the example shows. */
function shownOf(body: unknown, { shows = {} }: Example): unknown {
  const shown = structuredClone(body);
  for (const [path, part] of Object.entries(shows)) {
    const names = path.split(".");
    const holder = valueAt(shown, names.slice(0, -1).join(".")) as Record<string, unknown>;
    const name = names.at(-1) as string;
    const value = holder[name];
    assert.ok(typeof value === "object" && value !== null, `${path} is a list or an object`);
    holder[name] =
      typeof part === "number"
        ? (value as unknown[]).slice(0, part)
        : Object.fromEntries(part.map((key) => [key, (value as Record<string, unknown>)[key]]));
  }
  return shown;
}

function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path === "" ? [] : path.split(".")) {
    value = (value as Record<string, unknown> | undefined)?.[name];
  }
  return value;
}
