/** Starts the pages in the document of `console_documents.ts`. */
import { render } from "preact";
import { App } from "./app.tsx";
import { Alone } from "./parts/layout.tsx";
import { Page } from "./parts/page.tsx";
import { startRouter } from "./router.ts";
import { loadSession } from "./session.ts";

const place = document.getElementById("app") as HTMLElement;

// Browsers give pages of plain HTTP no cryptography, and cookies of sessions should not go over it.
if (globalThis.isSecureContext) {
  startRouter();
  // A page that the browser has kept whole may be of a session that has ended since.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void loadSession();
  });
  render(<App />, place);
} else {
  render(<Insecure />, place);
}

function Insecure() {
  return (
    <Alone>
      <Page title="This connection is not secure">
        <p>
          You have come by <strong>plain HTTP</strong> from another machine, and a password must not
          travel like that. Open the console by its <strong>{"https://"}</strong> address.
        </p>
        <p class="hint">
          Whoever runs this server: put a proxy with TLS in front of it and start it with{" "}
          <code>--public-url</code>, or open <code>http://127.0.0.1</code> on the machine itself.
        </p>
      </Page>
    </Alone>
  );
}
