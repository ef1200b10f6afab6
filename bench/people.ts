/**
 * People at a server under load: they sign up, log in with password, proof of work and the code of a mail,
 * and ask for new passwords, over HTTP as a browser does. Proofs of work are solved before they are needed,
 * so that the load does not take the server's cores for what browsers do elsewhere.
 */
import { createHash, randomUUID } from "node:crypto";
import { Agent, type IncomingMessage, request } from "node:http";
import { type Bank, openBank } from "./bank.ts";
import { type MailSink, openMailSink } from "./mail_sink.ts";
import type { Settings } from "./row.ts";
import { each } from "./seed.ts";

const CONNECTIONS = 32;
const PASSWORD = "a long enough passphrase";
export const WRONG_PASSWORD = "not the password at all";
const CHALLENGE_PATH = "/v1/auth/challenge";

export type Person = { email: string };
/** One login: from the first request to the answer of the last one, and the step of the password. */
export type LoginTimes = { wholeMs: number; passwordMs: number };
export type Answer = { status: number; body: Record<string, unknown>; cookie: string };

export type People = {
  bank: Bank;
  all: readonly Person[];
  /** `count` solved proofs of work; each is taken once, within 5 minutes. */
  proofs(count: number): Promise<string[]>;
  /**
   * A whole login: a challenge is asked for, the proof that was solved before is sent with the password,
   * then the code of the mail; the session is read. `startMs`: when the login was due, by
   * `performance.now`. Rejects at an answer that is not a success.
   */
  logIn(person: Person, proofOfWork: string, startMs: number): Promise<LoginTimes>;
  /** Resolves with the answer, whatever its status is. */
  post(path: string, body?: object): Promise<Answer>;
  close(): Promise<void>;
};

/** Starts a bank whose mails come to this process, and signs `count` people up. */
export async function openPeople(settings: Settings, count: number): Promise<People> {
  const sink = await openMailSink();
  try {
    const bank = await openBank(settings, { flags: ["--mail-url", sink.url] });
    const web = webOf(bank.server.port);
    const close = async () => {
      web.close();
      await bank.close();
      await sink.close();
    };
    try {
      const proofs = (count: number) => solvedProofs(web, count);
      const solved = await proofs(count);
      const all = await each(count, (index) => signedUp(web, sink, solved[index] as string));
      return {
        bank,
        all,
        proofs,
        logIn: (person, proofOfWork, startMs) =>
          loggedIn({ web, sink, person, proofOfWork, startMs }),
        post: web.post,
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  } catch (cause) {
    await sink.close();
    throw cause;
  }
}

export function newEmail(): string {
  return `p${randomUUID().slice(0, 13)}@example.com`;
}

type Web = {
  post(path: string, body?: object): Promise<Answer>;
  get(path: string, cookie: string): Promise<Answer>;
  close(): void;
};

function webOf(port: number): Web {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = (
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body = "",
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request({ agent, host: "127.0.0.1", port, method, path, headers });
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection while the request was on its way, and never got it.
        const isRace = outgoing.reusedSocket && error.code === "ECONNRESET";
        if (isRace) send(method, path, headers, body).then(resolve, reject);
        else reject(error);
      });
      outgoing.on("response", (incoming) => answerOf(incoming).then(resolve, reject));
      outgoing.end(body);
    });
  return {
    post(path, body) {
      const text = body === undefined ? "" : JSON.stringify(body);
      const headers = {
        "content-length": String(Buffer.byteLength(text)),
        "idempotency-key": randomUUID(),
        ...(text !== "" && { "content-type": "application/json" }),
      };
      return send("POST", path, headers, text);
    },
    get: (path, cookie) => send("GET", path, { cookie }),
    close: () => agent.destroy(),
  };
}

async function answerOf(incoming: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const [cookie = ""] = (incoming.headers["set-cookie"]?.[0] ?? "").split(";");
  const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
  return { status: incoming.statusCode ?? 0, body, cookie };
}

async function solvedProofs(web: Web, count: number): Promise<string[]> {
  return await each(count, async () => solved((await succeeded(web.post(CHALLENGE_PATH))).body));
}

/** The payload that solves a challenge, as ALTCHA's clients send it: base64 of JSON. */
export function solved({ algorithm, challenge, salt, signature, cost }: Answer["body"]): string {
  for (let number = 0; number <= Number(cost); number++) {
    if (createHash("sha256").update(`${salt}${number}`).digest("hex") !== challenge) continue;
    const fields = { algorithm, challenge, number, salt, signature };
    return Buffer.from(JSON.stringify(fields)).toString("base64");
  }
  throw new Error("no number solves the challenge");
}

async function signedUp(web: Web, sink: MailSink, proofOfWork: string): Promise<Person> {
  const email = newEmail();
  const code = sink.nextCode(email);
  const displayName = "Bench";
  const draft = { email, password: PASSWORD, displayName, company: "Bench", proofOfWork };
  const { body } = await succeeded(web.post("/v1/auth/signup", draft));
  await succeeded(web.post(`/v1/auth/signup/${body["signupId"]}/verify`, { code: await code }));
  return { email };
}

async function loggedIn({
  web,
  sink,
  person: { email },
  proofOfWork,
  startMs,
}: {
  web: Web;
  sink: MailSink;
  person: Person;
  proofOfWork: string;
  startMs: number;
}): Promise<LoginTimes> {
  await succeeded(web.post(CHALLENGE_PATH));
  const code = sink.nextCode(email);
  // Where the login is refused, nobody waits for its mail any more.
  code.catch(() => {});
  const passwordStartMs = performance.now();
  const login = { email, password: PASSWORD, proofOfWork };
  const { body } = await succeeded(web.post("/v1/auth/login", login));
  const passwordMs = performance.now() - passwordStartMs;
  const path = `/v1/auth/login/${body["loginId"]}/code`;
  const { cookie } = await succeeded(web.post(path, { code: await code }));
  await succeeded(web.get("/v1/sessions/current", cookie));
  return { wholeMs: performance.now() - startMs, passwordMs };
}

async function succeeded(answer: Promise<Answer>): Promise<Answer> {
  const { status, body, cookie } = await answer;
  if (status < 300) return { status, body, cookie };
  throw new Error(`a step of a person was answered ${status}: ${JSON.stringify(body)}`);
}
