/** Words for screen readers about what just happened where nothing takes the focus: "Copied". */
import { useEffect, useState } from "preact/hooks";

let tell: (text: string) => void = () => {};

/**
 * Has a screen reader say `text`, once it is silent; nothing is seen. A later text takes the place of an earlier one.
 */
export function readAloud(text: string): void {
  tell(text);
}

/** The live region (WAI-ARIA `status`) in which `readAloud` puts its text; the app has one, from the start. */
export function LiveRegion() {
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
