/** Log in, step 3, for people with a second factor: the code of the app, or a recovery code. */
import { useEffect, useState } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { Field, Form, useFields } from "../parts/form.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { navigate } from "../router.ts";
import { goOn, handedText, withNext } from "./entrance.ts";

const SAYS = {
  invalid_credentials:
    "That code is not right. Each code is taken once: wait for the next one, or use a recovery code.",
};

export function LoginFactor() {
  const loginId = handedText("loginId");
  const [isRecovery, setIsRecovery] = useState(false);
  const fields = useFields({ code: "" });
  const verify = useChange(({ code }: { code: string }, key) => {
    const params = { path: { loginId: loginId ?? "" } };
    return outcome(
      api.POST("/auth/login/{loginId}/mfa", { params, body: { code }, headers: keyed(key) }),
    );
  }, goOn);
  useEffect(() => {
    if (loginId === undefined) navigate(withNext("/console/login"), { replace: true });
  }, [loginId]);
  if (loginId === undefined) return null;
  const change = () => {
    setIsRecovery(!isRecovery);
    fields.set({ code: "" });
    verify.clear();
  };
  return (
    <Alone below={<p>Lost both? Whoever runs this server can remove your second factor.</p>}>
      <Page title="Your second factor">
        <Form
          change={verify}
          onSubmit={() => void verify.submit(fields.values)}
          button="Log in"
          says={SAYS}
          beside={
            <Button kind="quiet" onClick={change}>
              {isRecovery ? "Use the app" : "Use a recovery code"}
            </Button>
          }
        >
          <Field
            {...fields.bind("code")}
            label={isRecovery ? "Recovery code" : "Code of the app"}
            hint={
              isRecovery
                ? "One of the codes that you were shown when you set up the second factor."
                : "The six digits that your authenticator app shows now."
            }
            class="code"
            inputMode={isRecovery ? "text" : "numeric"}
            autoComplete={isRecovery ? "off" : "one-time-code"}
            autoCapitalize="none"
            spellcheck={false}
            minLength={6}
            maxLength={64}
            required
          />
        </Form>
      </Page>
    </Alone>
  );
}
