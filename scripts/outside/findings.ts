/**
 * What Schemathesis found, read from its report of one event a line (NDJSON): each failed check, with what the server
 * said. What the report says of requests is not kept: a finding is the same whatever values were made up.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

export type Finding = {
  /** The check's name: `positive_data_acceptance`. */
  check: string;
  /** `POST /transfers`: of the contract, without the prefix of the server. */
  operation: string;
  status: number | undefined;
  /** The sentences of the answer's issues, or its message; where it is no refusal, those of the check. */
  says: string[];
  /** One request that shows it. */
  request: string;
};

export type Findings = {
  /** Each once: two of one check, operation, status and sentences are one. */
  found: Finding[];
  /** Requests that were sent. */
  requests: number;
  /** What the tool itself could not do, such as making an input of a schema. */
  errors: string[];
};

type Failure = { operation?: string; message: string };
type Check = { name: string; status: string; failure_info?: { failure: Failure } };
type Interaction = {
  request?: { method: string; uri: string };
  response?: { status_code: number; content?: { $base64: string } | null } | null;
};
type Recorder = {
  label: string;
  checks?: Record<string, Check[]>;
  interactions?: Record<string, Interaction>;
};
type Event = {
  ScenarioFinished?: { recorder: Recorder };
  NonFatalError?: object;
  FatalError?: object;
};

export async function findingsIn(reportPath: string): Promise<Findings> {
  const found = new Map<string, Finding>();
  const errors: string[] = [];
  let requests = 0;
  for await (const line of createInterface({ input: createReadStream(reportPath) })) {
    const event = JSON.parse(line) as Event;
    const fault = event.NonFatalError ?? event.FatalError;
    if (fault !== undefined) errors.push(JSON.stringify(fault).slice(0, 1_000));
    const recorder = event.ScenarioFinished?.recorder;
    if (recorder === undefined) continue;
    requests += Object.keys(recorder.interactions ?? {}).length;
    for (const one of findingsOf(recorder)) {
      const { request: _, ...what } = one;
      const key = JSON.stringify(what);
      if (!found.has(key)) found.set(key, one);
    }
  }
  return { found: [...found.values()], requests, errors };
}

function findingsOf({ label, checks = {}, interactions = {} }: Recorder): Finding[] {
  return Object.entries(checks).flatMap(([id, made]) =>
    made.flatMap(({ name, status, failure_info }) => {
      if (status !== "failure" || failure_info === undefined) return [];
      const { operation = label, message } = failure_info.failure;
      const { request, response } = interactions[id] ?? {};
      const refusal = sentencesOf(response?.content?.$base64);
      const says = refusal.length > 0 ? refusal : [message.trim()];
      const asked = request === undefined ? "" : `${request.method} ${request.uri.slice(0, 500)}`;
      return [{ check: name, operation, status: response?.status_code, says, request: asked }];
    }),
  );
}

/** What an answer in the envelope of errors says; none where the answer is another. */
function sentencesOf(base64: string | undefined): string[] {
  if (base64 === undefined) return [];
  try {
    const { error } = JSON.parse(Buffer.from(base64, "base64").toString()) as {
      error?: { message: string; details: { issues?: { message: string }[] } };
    };
    if (error === undefined) return [];
    return error.details.issues?.map(({ message }) => message) ?? [error.message];
  } catch {
    return [];
  }
}
