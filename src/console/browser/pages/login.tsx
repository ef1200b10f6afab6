/** Log in, step 1: address and password. An address may fill in `email` behind its `#`. */
import { useRef } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Field, Form, useFields } from "../parts/form.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { openProofs } from "../proof.ts";
import { currentLocation, navigate } from "../router.ts";
import { handedText, hintsOf, queryOf, withNext } from "./entrance.ts";

const SAYS = {
  invalid_credentials:
    "That address and password do not belong together. Check both and try again.",
};

export function Login() {
  const proofs = useRef(openProofs()).current;
  const { fragment } = currentLocation();
  const fields = useFields({
    email: handedText("email") ?? fragment.get("email") ?? "",
    password: "",
  });
  const login = useChange(
    async (input: { email: string; password: string }, key) => {
      const proof = await proofs.of(key);
      if (!proof.ok) return proof;
      const body = { ...input, proofOfWork: proof.data };
      return outcome(api.POST("/auth/login", { body, headers: keyed(key) }));
    },
    ({ loginId, codeExpiresAt }, { email }) =>
      navigate(withNext("/console/login/code"), { handed: { loginId, codeExpiresAt, email } }),
  );
  return (
    <Alone
      below={
        <>
          <p>
            <a href="/console/reset">Forgotten your password?</a>
          </p>
          <p>
            New here? <a href={`/console/signup${queryOf()}${hintsOf()}`}>Create an account</a>
          </p>
        </>
      }
    >
      <Page title="Log in">
        <Form
          change={login}
          onSubmit={() => void login.submit(fields.values)}
          button="Continue"
          says={SAYS}
        >
          <Field
            {...fields.bind("email")}
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            onFocus={proofs.warm}
          />
          <Field
            {...fields.bind("password")}
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            onFocus={proofs.warm}
          />
        </Form>
      </Page>
    </Alone>
  );
}
