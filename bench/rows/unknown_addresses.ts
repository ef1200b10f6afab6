/** Whether the time of an answer tells that an address has an account: it must not. */
import { setTimeout as delay } from "node:timers/promises";
import { newEmail, openPeople, type People, WRONG_PASSWORD } from "../people.ts";
import type { Row, Turn } from "../row.ts";
import { spreadOf } from "../spread.ts";

/** The asked number of tries of each kind. */
const TRIES = { small: 10, usual: 200, full: 200 };
/** Between two requests: the mail of the one before is sent meanwhile, milliseconds. */
const PAUSE_MS = 20;
/** The asked bound: medians within 10 %. */
const WITHIN = { below: 0.1 };

const KINDS = ["wrongPassword", "unknownLogin", "knownReset", "unknownReset"] as const;
type Kind = (typeof KINDS)[number];

export const unknownAddresses: Row = {
  name: "unknown",
  title: "answers about addresses that have no account, medians of 200 tries",
  pairs: 1,
  seconds: 1,
  warmUpSeconds: 0,
  figures: [
    { name: "login", text: "login: how far apart, of the shorter", digits: 3, asked: WITHIN },
    { name: "reset", text: "reset: how far apart, of the shorter", digits: 3, asked: WITHIN },
    { name: "wrongPassword", text: "login with a wrong password, ms", digits: 2 },
    { name: "unknownLogin", text: "login with an unknown address, ms", digits: 2 },
    { name: "knownReset", text: "reset for a known address, ms", digits: 2 },
    { name: "unknownReset", text: "reset for an unknown address, ms", digits: 2 },
  ],
  async open(settings) {
    const people = await openPeople(settings, 1);
    const tries = TRIES[settings.size];
    return {
      sides: [{ name: "answers", turn: () => medians(people, tries) }],
      notes: [
        `${tries} tries of each kind by turns, in both orders, with a pause between requests`,
      ],
      check: async () => undefined,
      close: people.close,
    };
  },
  derive: (of) => ({
    login: apart(of("answers", "wrongPassword"), of("answers", "unknownLogin")),
    reset: apart(of("answers", "knownReset"), of("answers", "unknownReset")),
    ...Object.fromEntries(KINDS.map((kind) => [kind, of("answers", kind)])),
  }),
};

function apart(one: number, other: number): number {
  return Math.max(one, other) / Math.min(one, other) - 1;
}

/** The median time of each kind, milliseconds. */
async function medians(people: People, tries: number): Promise<Turn> {
  const proofs = await people.proofs(tries * KINDS.length);
  const known = people.all[0]?.email as string;
  const times: Record<Kind, number[]> = {
    ...{ wrongPassword: [], unknownLogin: [], knownReset: [], unknownReset: [] },
  };
  for (let round = 0; round < tries; round++) {
    // What a request leaves to be done falls on known and unknown addresses alike.
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
      await delay(PAUSE_MS);
      const email = kind === "wrongPassword" || kind === "knownReset" ? known : newEmail();
      times[kind].push(await timed(people, kind, email, proofs.pop() as string));
    }
  }
  return Object.fromEntries(KINDS.map((kind) => [kind, spreadOf(times[kind]).median]));
}

async function timed(
  { post }: People,
  kind: Kind,
  email: string,
  proofOfWork: string,
): Promise<number> {
  const isReset = kind === "knownReset" || kind === "unknownReset";
  const path = isReset ? "/v1/auth/password-reset" : "/v1/auth/login";
  const password = isReset ? {} : { password: WRONG_PASSWORD };
  const startMs = performance.now();
  const { status, body } = await post(path, { email, proofOfWork, ...password });
  const passedMs = performance.now() - startMs;
  if (status === (isReset ? 202 : 401)) return passedMs;
  throw new Error(`${kind} was answered ${status}: ${JSON.stringify(body)}`);
}
