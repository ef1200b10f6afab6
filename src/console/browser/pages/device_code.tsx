/** Where the code of a program is typed. */
import type { Failure } from "../outcome.ts";
import { FailureBanner } from "../parts/banner.tsx";
import { Field, Form, useFields } from "../parts/form.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { navigate } from "../router.ts";
import { devicePath, USER_CODE_PATTERN, userCodeIn } from "../user_code.ts";

export const TITLE = "Let a program in";
/** What pages say when too many codes were guessed, in the place of the server's message. */
export const SAYS_OF_GUESSES = {
  rate_limited:
    "Too many codes were wrong. For a minute no code is looked at, not even a right one. Wait, then try again.",
};
const MALFORMED = "Enter the eight letters that the program shows.";
const NOT_SENT = { busy: false, failure: undefined, again: async () => {} };

/** `typed`: what was typed or linked to. `failure`: why nothing came of it. */
export function DeviceCode({ typed, failure }: { typed: string; failure?: Failure }) {
  const fields = useFields({ code: typed });
  const isMalformed = typed !== "" && userCodeIn(typed) === undefined;
  const says = {
    resource_not_found: `No program waits with the code ${typed}, or somebody else has decided. Compare it with what the program shows.`,
  };
  return (
    <Alone>
      <Page title={TITLE} lead="Write the code that the program shows.">
        {failure !== undefined && <FailureBanner failure={failure} says={says} takesFocus />}
        {isMalformed && (
          <p class="banner bad" role="alert">
            {`The link's code is not one. ${MALFORMED}`}
          </p>
        )}
        <Form
          change={NOT_SENT}
          onSubmit={() => navigate(devicePath(userCodeIn(fields.values.code)))}
          button="Continue"
        >
          <Field
            {...fields.bind("code")}
            label="Code"
            hint="Such as WDJB-MJHT."
            class="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellcheck={false}
            pattern={USER_CODE_PATTERN}
            title={MALFORMED}
            maxLength={20}
            required
          />
        </Form>
      </Page>
    </Alone>
  );
}
