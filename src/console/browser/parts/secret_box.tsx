/** A secret that is shown this once: as text that can be marked, with a button that copies it. */
import { useId } from "preact/hooks";
import { Button } from "./button.tsx";
import { useCopying } from "./copying.ts";

/** `label`: what it is, such as "API key". */
export function SecretBox({ label, secret }: { label: string; secret: string }) {
  const id = useId();
  const { word, copy } = useCopying(label, secret);
  return (
    <div class="secret">
      <p class="label" id={id}>
        {label}
      </p>
      <div class="row">
        <output aria-labelledby={id}>
          <code>{secret}</code>
        </output>
        <Button kind="plain" onClick={copy} label={`Copy the ${label}`}>
          {word}
        </Button>
      </div>
      <p class="hint">It is shown this once. Keep it where only you can read it.</p>
    </div>
  );
}
