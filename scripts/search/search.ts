/** The turns of a search: the kind that had the least time is next, always with a new seed. */
import type { Failure, Kind, Turn } from "./kinds.ts";

export type Ran = { passed: boolean; output: string };
export type SearchParts = {
  kinds: readonly Kind[];
  run(turn: Turn): Promise<Ran>;
  nowMs(): number;
  say(text: string): void;
};
export type SearchReport = { turns: Map<string, number>; failures: Failure[] };

/** Lines of a failed turn that are shown: the report of failed tests is at its end. */
const LINES_SHOWN = 80;

/** Begins no turn after `minutes`, or when `isEnded` says so; a first one always. */
export async function search(
  { minutes, from }: { minutes: number; from: number },
  { kinds, run, nowMs, say }: SearchParts,
  isEnded: () => boolean = () => false,
): Promise<SearchReport> {
  const report: SearchReport = { turns: new Map(), failures: [] };
  const spentMs = new Map(kinds.map((kind) => [kind, 0]));
  const endMs = nowMs() + minutes * 60_000;
  let seed = from;
  do {
    const kind = leastOf(spentMs);
    const beganMs = nowMs();
    const before = report.turns.get(kind.name) ?? 0;
    const turn = kind.turn(seed, before);
    const { passed, output } = await run(turn);
    const tookMs = nowMs() - beganMs;
    if (isEnded()) break;
    spentMs.set(kind, (spentMs.get(kind) ?? 0) + tookMs);
    report.turns.set(kind.name, before + 1);
    const outcome = passed ? "nothing wrong" : "FAILED";
    say(`${kind.name}, seed ${seed}: ${outcome} in ${(tookMs / 1_000).toFixed(1)} s`);
    if (!passed) {
      say(output.trimEnd().split("\n").slice(-LINES_SHOWN).join("\n"));
      report.failures.push(...turn.failuresIn(output));
    }
    seed += kind.seeds;
  } while (nowMs() < endMs && !isEnded());
  return report;
}

function leastOf(spentMs: ReadonlyMap<Kind, number>): Kind {
  const [[least] = []] = [...spentMs].sort(([, one], [, other]) => one - other);
  if (least === undefined) throw new Error("there is no kind to search");
  return least;
}

/** What was run, and for each failure how to replay it and what to add to the list. */
export function searchText({ turns, failures }: SearchReport): string {
  const counts = [...turns].map(([name, count]) => `${name} ${count}`).join(", ");
  const lines = failures.map(
    ({ path, seed, replay }) =>
      `FAILED ${path} with the seed ${seed}\n` +
      `  replay it:  ${replay}\n` +
      `  add to test/failed_seeds.json:  "${path}": [${seed}]\n`,
  );
  return `turns: ${counts || "none"}; failures: ${failures.length}\n${lines.join("")}`;
}
