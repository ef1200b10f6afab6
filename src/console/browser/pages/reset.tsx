/** Forgotten password, step 1: the address that gets the code. */
import { useRef } from "preact/hooks";
import { api, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Field, Form, useFields } from "../parts/form.tsx";
import { Alone } from "../parts/layout.tsx";
import { Page } from "../parts/page.tsx";
import { openProofs } from "../proof.ts";
import { navigate } from "../router.ts";

export function Reset() {
  const proofs = useRef(openProofs()).current;
  const fields = useFields({ email: "" });
  const reset = useChange(
    async (input: { email: string }, key) => {
      const proof = await proofs.of(key);
      if (!proof.ok) return proof;
      const body = { ...input, proofOfWork: proof.data };
      return outcome(api.POST("/auth/password-reset", { body, headers: keyed(key) }));
    },
    ({ resetId }, { email }) => navigate("/console/reset/confirm", { handed: { resetId, email } }),
  );
  return (
    <Alone
      below={
        <p>
          It came back to you? <a href="/console/login">Log in</a>
        </p>
      }
    >
      <Page
        title="Forgotten password"
        lead="We send a code to your address. It lets you set a new one."
      >
        <Form
          change={reset}
          onSubmit={() => void reset.submit(fields.values)}
          button="Send the code"
        >
          <Field
            {...fields.bind("email")}
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            onFocus={proofs.warm}
          />
        </Form>
      </Page>
    </Alone>
  );
}
