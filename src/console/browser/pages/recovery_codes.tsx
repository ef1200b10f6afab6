/** Recovery codes, which are shown this once: to be copied, or kept as a file. */
import { useEffect, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { readAloud } from "../parts/live_region.tsx";

const FILE = "recovery-codes.txt";

/** `onKept` is called when the person says that the codes are safe. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const text = `${codes.join("\n")}\n`;
  const address = useFile(text);
  const [isCopied, setIsCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      readAloud("Recovery codes copied");
    } catch {
      readAloud("Copying is not allowed here: mark the codes and copy them yourself.");
    }
  }
  if (codes.length === 0) {
    return (
      <>
        <p>
          Your second factor is on, but its recovery codes were lost on their way here. Log in with
          it, turn it off and set it up again to get others.
        </p>
        <div class="actions">
          <Button kind="main" onClick={onKept}>
            Close
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        Each stands in for a code of the app once, on the day you have lost it. They are shown this
        once, and nobody can look them up for you.
      </p>
      <ul class="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button onClick={() => void copy()}>{isCopied ? "Copied" : "Copy"}</Button>
        {address !== undefined && (
          <a class="button plain" href={address} download={FILE}>
            Download
          </a>
        )}
      </div>
      <div class="actions">
        <Button kind="main" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </>
  );
}

/** The address of a file with the text, which only this page knows, while the component is shown. */
function useFile(text: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return address;
}
