/** How long there is until a moment, by the browser's clock: "9 min 5 s". */
import { useNow } from "../repeat.ts";

/** `until`: ISO 8601. */
export function TimeLeft({ until }: { until: string }) {
  const seconds = Math.ceil((Date.parse(until) - useNow()) / 1_000);
  return (
    <time class="whole" dateTime={until} title={until}>
      {leftWords(seconds)}
    </time>
  );
}

function leftWords(seconds: number): string {
  if (seconds <= 0) return "a moment";
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
