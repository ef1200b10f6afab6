/**
 * The differences between contract and server that are meant, `test/outside/accepted.json`, and what they leave of
 * the findings. Each has its reason. One covers a sentence of an answer and not an operation as a whole, so that an
 * operation that begins to refuse for another reason is found.
 */
import { readFileSync } from "node:fs";
import type { Finding } from "./findings.ts";

export type Accepted = {
  check: string;
  /** Where it is accepted; everywhere where it is absent. */
  operations?: string[];
  status?: number;
  /** A regular expression that the whole sentence matches. */
  says: string;
  reason: string;
};

export type Judged = {
  /** What no entry covers. */
  unexpected: Finding[];
  /** Findings that entries cover. */
  accepted: Finding[];
  /** Entries that covered nothing: what they are about may have been mended. */
  unused: Accepted[];
};

export function readAccepted(path: string): Accepted[] {
  return JSON.parse(readFileSync(path, "utf8")) as Accepted[];
}

/** A finding is accepted where each of its sentences is. */
export function judge(found: readonly Finding[], entries: readonly Accepted[]): Judged {
  const used = new Set<Accepted>();
  const isAccepted = (finding: Finding) => {
    const by = finding.says.map((says) => entries.find((entry) => covers(entry, finding, says)));
    for (const entry of by) if (entry !== undefined) used.add(entry);
    return !by.includes(undefined);
  };
  const accepted = found.filter(isAccepted);
  const unexpected = found.filter((finding) => !accepted.includes(finding));
  return { unexpected, accepted, unused: entries.filter((entry) => !used.has(entry)) };
}

function covers(entry: Accepted, finding: Finding, sentence: string): boolean {
  const { check, operations, status, says } = entry;
  return (
    check === finding.check &&
    (operations?.includes(finding.operation) ?? true) &&
    (status === undefined || status === finding.status) &&
    new RegExp(`^(?:${says})$`, "su").test(sentence)
  );
}
