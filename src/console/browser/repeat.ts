/** What a page repeats while somebody looks at it: it asks the server again, and shows the present time. */
import { useEffect, useState } from "preact/hooks";

/** Between two answers of what may change without this person, milliseconds. */
const ASKED_EVERY_MS = 5_000;
const SECOND_MS = 1_000;

/**
 * Calls `again` every five seconds while the tab is visible, and at once when it becomes so. `isOn`: whether
 * anything may still change.
 */
export function useRepeated(again: () => void, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const isVisible = () => document.visibilityState === "visible";
    const timer = setInterval(() => isVisible() && again(), ASKED_EVERY_MS);
    const onChange = () => isVisible() && again();
    document.addEventListener("visibilitychange", onChange);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onChange);
    };
  }, [isOn]);
}

/** The time of the browser's clock, milliseconds; the component is drawn anew each second. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
