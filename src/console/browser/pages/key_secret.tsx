/** A key that was just made: its text, this once, and what is special about it. */
import type { NewApiKey } from "../company_reads.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { SecretBox } from "../parts/secret_box.tsx";
import { Time } from "../parts/time.tsx";

export function NewSecret({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const { name, environment, prefix, key, expiresAt, operationIds, mcp = false } = made;
  const ofBrowsers = made.browserKeyOnlyOperationIds.filter((id) => operationIds.includes(id));
  return (
    <Dialog title={`The new key ${name}`} onClose={onClose} isLocked={key !== undefined}>
      {key === undefined ? (
        <Banner kind="bad">
          <p>
            The key was made, but the connection was lost with its text, which nobody can show
            again. Revoke the key that begins with <code>{prefix}</code>, and make another.
          </p>
        </Banner>
      ) : (
        <SecretBox label="API key" secret={key} />
      )}
      {key !== undefined && (
        <p>
          Send it as <code>Authorization: Bearer …</code>
          {environment === "live" && (
            <>
              {" "}
              together with <code>X-Service-Environment: live</code>
            </>
          )}
          {mcp && (
            <>
              , an agent to <code>{`${location.origin}/v1/mcp`}</code>
            </>
          )}
          .{" "}
          {expiresAt !== undefined && (
            <>
              It ends on <Time at={expiresAt} />.
            </>
          )}
        </p>
      )}
      {key !== undefined && ofBrowsers.length > 0 && (
        <p class="hint">
          Because it was made in a browser, it may also call {ofBrowsers.join(", ")}. Keys that were
          made by a token or on the command line may not.
        </p>
      )}
      <div class="actions">
        <Button kind="main" onClick={onClose}>
          {key === undefined ? "Close" : "I have kept it"}
        </Button>
      </div>
    </Dialog>
  );
}
