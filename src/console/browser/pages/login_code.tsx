/** Log in, step 2: the code of the mail. */
import { useEffect } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Form, useFields } from "../parts/form.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { navigate } from "../router.ts";
import { CodeField } from "./code_field.tsx";
import { goOn, handedText, withNext } from "./entrance.ts";

export const SAYS_OF_CODE = {
  invalid_credentials:
    "That code is not right, or not valid any more. Check it; after five wrong ones you need a new one.",
};

export function LoginCode() {
  const loginId = handedText("loginId");
  const email = handedText("email") ?? "";
  const fields = useFields({ code: "" });
  const verify = useChange(
    ({ code }: { code: string }, key) => {
      const params = { path: { loginId: loginId ?? "" } };
      return outcome(
        api.POST("/auth/login/{loginId}/code", { params, body: { code }, headers: keyed(key) }),
      );
    },
    (answer) => {
      if (!("mfaRequired" in answer)) return goOn();
      return navigate(withNext("/console/login/mfa"), {
        replace: true,
        handed: { loginId, email },
      });
    },
  );
  useEffect(() => {
    if (loginId === undefined) navigate(withNext("/console/login"), { replace: true });
  }, [loginId]);
  if (loginId === undefined) return null;
  return (
    <Alone
      below={
        <p>
          No mail, or the code is too old? <a href={withNext("/console/login")}>Begin again</a>
        </p>
      }
    >
      <Page title="Check your mail" lead={<>We have sent a code to {email}.</>}>
        <Form
          change={verify}
          onSubmit={() => void verify.submit(fields.values)}
          button="Log in"
          says={SAYS_OF_CODE}
        >
          <CodeField {...fields.bind("code")} />
        </Form>
      </Page>
    </Alone>
  );
}
