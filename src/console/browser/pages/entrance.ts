/** What the pages of people without a session have in common: where they lead, and how they end. */
import { HOME, safeNext } from "../next_path.ts";
import { currentLocation, navigate } from "../router.ts";
import { loadSession } from "../session.ts";

/** What forms are filled in with. An invitation's token is not among them: it stays where it is. */
const HINTS = ["email", "name", "company"] as const;

/** The query that keeps where the person was going: "" or `?next=…`. */
export function queryOf(): string {
  const next = safeNext(currentLocation().query.get("next"));
  return next === HOME ? "" : `?next=${encodeURIComponent(next)}`;
}

/** What an address says of the person behind its `#`, for the next address: "" or `#email=…`. */
export function hintsOf(): string {
  const { fragment } = currentLocation();
  const hints = HINTS.flatMap((name) => {
    const value = fragment.get(name);
    return value === null ? [] : [[name, value]];
  });
  return hints.length === 0 ? "" : `#${new URLSearchParams(hints)}`;
}

/** A path of these pages that leads to where the person was going. */
export function withNext(path: string): string {
  return path + queryOf();
}

/** Goes on with the session that has just begun. */
export async function goOn(): Promise<void> {
  const to = safeNext(currentLocation().query.get("next"));
  const state = await loadSession();
  if (state.kind === "active") navigate(to, { replace: true });
}

/** A text that the page before has handed over; undefined where the page was come to in another way. */
export function handedText(name: string): string | undefined {
  const value = currentLocation().handed[name];
  return typeof value === "string" ? value : undefined;
}
