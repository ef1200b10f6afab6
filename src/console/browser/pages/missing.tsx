/** What is shown on a path that no page has. */
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";

export function Missing() {
  return (
    <Alone>
      <Page title="There is no such page">
        <p>The address may be mistyped, or the page has gone.</p>
        <p>
          <a href="/console">Go to the overview</a>
        </p>
      </Page>
    </Alone>
  );
}
