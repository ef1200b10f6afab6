/** A text that is used somewhere else, as it is, line by line, with a button that copies it. */
import { useId } from "preact/hooks";
import { Button } from "./button.tsx";
import { useCopying } from "./copying.ts";

/** `label`: what it is, such as "Address"; it stands above the text. */
export function CopyBox({ label, text }: { label: string; text: string }) {
  const id = useId();
  const { word, copy } = useCopying(label, text);
  return (
    <div class="copied">
      <div class="row">
        <p class="label" id={id}>
          {label}
        </p>
        <Button kind="plain" onClick={copy} label={`${word}: ${label}`}>
          {word}
        </Button>
      </div>
      <output aria-labelledby={id}>
        <pre class="raw">{text}</pre>
      </output>
    </div>
  );
}
