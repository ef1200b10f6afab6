/** A secret that is shown this once: as text that can be marked, with a button that copies it. */
import { useId, useState } from "preact/hooks";
import { announce } from "./announce.tsx";
import { Button } from "./button.tsx";

/** `label`: what it is, such as "API key". */
export function SecretBox({ label, secret }: { label: string; secret: string }) {
  const id = useId();
  const [isCopied, setIsCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      setIsCopied(true);
      announce(`${label} copied`);
    } catch {
      announce("Copying is not allowed here: mark the text and copy it yourself.");
    }
  }
  return (
    <div class="secret">
      <p class="label" id={id}>
        {label}
      </p>
      <div class="row">
        <output aria-labelledby={id}>
          <code>{secret}</code>
        </output>
        <Button kind="plain" onClick={() => void copy()} label={`Copy the ${label}`}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
      <p class="hint">It is shown this once. Keep it where only you can read it.</p>
    </div>
  );
}
