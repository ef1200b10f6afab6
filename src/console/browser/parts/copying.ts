/** To copy a text with a button, said to a screen reader. */
import { useState } from "preact/hooks";
import { readAloud } from "./live_region.tsx";

/** `label`: what the text is, such as "API key". `word` stands on the button. */
export function useCopying(label: string, text: string): { word: string; copy: () => void } {
  const [copied, setCopied] = useState<string>();
  async function write(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      readAloud(`${label} copied`);
    } catch {
      readAloud("Copying is not allowed here: mark the text and copy it yourself.");
    }
  }
  return { word: copied === text ? "Copied" : "Copy", copy: () => void write() };
}
