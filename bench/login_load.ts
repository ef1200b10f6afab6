/**
 * Logins at a constant rate, however slow the server is: login n is due at n / rate, and its time counts
 * from then, so a stall counts for all logins that were due meanwhile.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { LoginTimes, People, Person } from "./people.ts";

export type LoginFigures = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  passwordP50Ms: number;
  passwordP99Ms: number;
};

/**
 * Sends a login for each proof. A person logs in once at a time, as two logins at once could not tell
 * their codes apart: where everybody does, the next one waits, and its time counts. Rejects unless all
 * succeed.
 */
export async function loginsAt(
  people: People,
  { rate, proofs }: { rate: number; proofs: readonly string[] },
): Promise<LoginFigures> {
  const idle: Person[] = [...people.all];
  const waiting: ((person: Person) => void)[] = [];
  const taken = async () => idle.shift() ?? new Promise<Person>((give) => waiting.push(give));
  const released = (person: Person) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(person);
    else next(person);
  };
  const startMs = performance.now();
  const logins: Promise<LoginTimes>[] = [];
  for (const [number, proof] of proofs.entries()) {
    const dueMs = startMs + (number * 1_000) / rate;
    await delay(Math.max(0, dueMs - performance.now()));
    const login = taken().then(async (person) => {
      const times = await people.logIn(person, proof, dueMs);
      released(person);
      return times;
    });
    login.catch(() => {});
    logins.push(login);
  }
  const times = await Promise.all(logins);
  const perSecond = (times.length * 1_000) / (performance.now() - startMs);
  const whole = sorted(times.map(({ wholeMs }) => wholeMs));
  const password = sorted(times.map(({ passwordMs }) => passwordMs));
  return {
    perSecond,
    p50Ms: percentile(whole, 0.5),
    p99Ms: percentile(whole, 0.99),
    passwordP50Ms: percentile(password, 0.5),
    passwordP99Ms: percentile(password, 0.99),
  };
}

function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).sort();
}

/** The least value that so large a share of all does not exceed. */
function percentile(values: Float64Array, share: number): number {
  return values[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}
