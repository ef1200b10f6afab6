/** Words for screen readers about what just happened where nothing takes the focus: "Copied". */
import { useEffect, useState } from "preact/hooks";

let tell: (text: string) => void = () => {};

export function announce(text: string): void {
  tell(text);
}

/** The one place that the words appear in; the app has it once, from the start. */
export function Announcer() {
  const [text, setText] = useState("");
  useEffect(() => {
    tell = setText;
    return () => {
      tell = () => {};
    };
  }, []);
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
