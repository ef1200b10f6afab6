/** The ways of a browser that a program has sent here: back to the program, or nowhere. */
import { useEffect } from "preact/hooks";
import { focusHeading } from "../parts/focus.ts";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { forgetRequest } from "../request_handle.ts";

/** Sends the browser on. An address of an application leaves this page where it is. */
export function GoingBack({ to, where, isIn }: { to: string; where: string; isIn: boolean }) {
  useEffect(() => {
    forgetRequest();
    focusHeading();
    location.assign(to);
  }, [to]);
  return (
    <Alone>
      <Page title={isIn ? "It is let in" : "It stays out"}>
        <p>
          Your browser goes back to <strong>{where}</strong> now. Where nothing happens,{" "}
          <a href={to}>go there yourself</a>, within a minute.
        </p>
        <p>You can close this page when the program goes on.</p>
      </Page>
    </Alone>
  );
}

/** There is no such request, or somebody else has decided about it. */
export function NoRequest() {
  return (
    <Alone>
      <Page title="Nothing waits here">
        <p>
          No program waits with the address that has brought you here: it is too old, or it was
          decided already. Go back to the program, and begin again where it does not go on.
        </p>
        <p>
          <a href="/console">Go to the overview</a>
        </p>
      </Page>
    </Alone>
  );
}
