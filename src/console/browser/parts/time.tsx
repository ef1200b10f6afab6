/** Moments as people read them, in the language and the time zone of the browser. */

const SHOWN = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** `at`: ISO 8601. The exact time is in the element. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {SHOWN.format(new Date(at))}
    </time>
  );
}
