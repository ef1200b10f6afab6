/**
 * Proofs of work, which log-in, sign-up and reset ask for: solved in a worker, so that the page stays usable.
 * Guarantees: no proof is sent for two different changes; one that is about to end is not sent.
 */
import { solveChallengeWorkers } from "altcha-lib/v1";
import { api } from "./api.ts";
import { type Outcome, outcome } from "./outcome.ts";

/** A proof is not sent when it ends within this time, milliseconds. */
const SPARE_MS = 30_000;

type Proof = { payload: string; endsAtMs: number };

/** The proofs of one form. */
export function openProofs() {
  let solving: Promise<Outcome<Proof>> | undefined;
  let kept: { key: string; proof: Proof } | undefined;
  const begin = () => {
    solving ??= solve();
    return solving;
  };
  return {
    /** Begins to solve, for a form that is being filled in. */
    warm: () => void begin(),
    /** The proof of the change with this key; the same for every attempt while it lasts. */
    async of(key: string): Promise<Outcome<string>> {
      if (kept?.key === key && isFresh(kept.proof)) return { ok: true, data: kept.proof.payload };
      let found = await begin();
      solving = undefined;
      if (found.ok && !isFresh(found.data)) {
        found = await solve();
      }
      if (!found.ok) return found;
      kept = { key, proof: found.data };
      return { ok: true, data: found.data.payload };
    },
  };
}

function isFresh({ endsAtMs }: Proof): boolean {
  return endsAtMs - Date.now() > SPARE_MS;
}

async function solve(): Promise<Outcome<Proof>> {
  const asked = await outcome(api.POST("/auth/challenge"));
  if (!asked.ok) return asked;
  const { algorithm, challenge, salt, signature, cost, expiresAt } = asked.data;
  const faults: { report(cause: Error): void } = { report: () => {} };
  const broken = new Promise<never>((_, reject) => {
    faults.report = reject;
  });
  const found = await Promise.race([
    solveChallengeWorkers(() => newWorker(faults.report), 1, challenge, salt, algorithm, cost),
    broken,
  ]).catch(() => undefined);
  // The worker's script could not be loaded.
  if (!found) return { ok: false, failure: { kind: "offline" } };
  const { number, took } = found;
  const payload = btoa(JSON.stringify({ algorithm, challenge, number, salt, signature, took }));
  return { ok: true, data: { payload, endsAtMs: Date.parse(expiresAt) } };
}

function newWorker(onFault: (cause: Error) => void): Worker {
  const address = document.querySelector<HTMLMetaElement>("meta[name=solver]")?.content ?? "";
  const worker = new Worker(trusted(address), { type: "module" });
  worker.addEventListener("error", () => onFault(new Error("the worker has failed")));
  return worker;
}

type Policy = { createScriptURL(text: string): string };
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: (text: string) => string }): Policy;
};
let policy: Policy | undefined;

/** The worker's address, as browsers with Trusted Types want it. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy("solver", {
    createScriptURL: (text) => {
      if (!text.startsWith("/console/assets/solver-")) throw new TypeError("not the solver");
      return text;
    },
  });
  return policy?.createScriptURL(address) ?? address;
}
