/** What a person is told before all else who decides about a program: who can have sent them here. */
import type { components } from "../api.ts";
import { Banner } from "../parts/banner.tsx";

type Asked = Pick<components["schemas"]["DeviceAuthorization"], "returnsTo" | "describedBy">;

/** `what`: "program" or "agent". `code`: what a program that polls shows. */
export function ConsentStarted({ what, code, of }: { what: string; code: string; of: Asked }) {
  const { returnsTo, describedBy } = of;
  return (
    <Banner kind="note">
      <p>
        {returnsTo === undefined ? (
          <>
            Go on only if you have started this yourself, just now, and the {what} shows the code{" "}
            <strong class="whole">{code}</strong>.{" "}
          </>
        ) : (
          <>
            Go on only if you have started this yourself, just now. Afterwards your browser goes to{" "}
            <strong>{returnsTo}</strong>, which gets what you grant
            {describedBy !== undefined && (
              <>
                ; <strong>{describedBy}</strong> says that this is right
              </>
            )}
            .{" "}
          </>
        )}
        Anybody can send you a link to this page. Nobody has verified the name.
      </p>
    </Banner>
  );
}
