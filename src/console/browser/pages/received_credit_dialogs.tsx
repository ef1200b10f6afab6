/** Dialogs about one credit: the account that it belongs to, and sending it back to who has paid it. */
import { api, inEnvironment, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field, Form, useFields } from "../parts/form.tsx";
import type { Environment } from "../permissions.ts";
import { amountOf, type ReceivedCredit } from "./received_credit_words.ts";

type About = {
  credit: ReceivedCredit;
  environment: Environment;
  onClose: () => void;
  done: (text: string) => void;
};

const SAYS = {
  state_conflict: "Somebody else has dealt with this credit meanwhile. Close this and look again.",
  insufficient_balance:
    "The account has less than the credit: the money was moved on. Move it back first, or deal with what it was moved to.",
  provider_egress_failed: "The bank gave no answer. Try again: nothing is sent twice.",
};

/** Moves the money out of suspense to an account of the Product that the person names. */
export function AssignCredit({ credit, environment, onClose, done }: About) {
  const { receivedCreditId } = credit;
  const fields = useFields<{ accountId: string }>({ accountId: "" });
  const amount = amountOf(credit);
  const assign = useChange(
    (body: { accountId: string }, key) => {
      const params = { path: { receivedCreditId } };
      const headers = { ...keyed(key), ...inEnvironment(environment) };
      return outcome(
        api.POST("/received-credits/{receivedCreditId}/assign", { params, body, headers }),
      );
    },
    ({ accountId }) => done(`${amount} is on the account ${accountId} now.`),
  );
  return (
    <Dialog title={`Assign ${amount}`} onClose={onClose}>
      <Form
        change={assign}
        onSubmit={() => void assign.submit({ accountId: fields.values.accountId.trim() })}
        button={`Assign ${amount}`}
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>
          The money leaves suspense at once, by a transfer of its own. It cannot be undone here.
        </p>
        <Field
          {...fields.bind("accountId")}
          label="Account that it belongs to"
          hint={`Its id, which begins with acct_: an account of this Product in ${credit.currency}.`}
          maxLength={64}
          required
        />
      </Form>
    </Dialog>
  );
}

/** Asks the bank to send the money back to who has paid it. */
export function ReturnCredit({ credit, environment, onClose, done }: About) {
  const { receivedCreditId } = credit;
  const fields = useFields<{ reason: string }>({ reason: "" });
  const amount = amountOf(credit);
  const giveBack = useChange(
    (body: { reason?: string }, key) => {
      const params = { path: { receivedCreditId } };
      const headers = { ...keyed(key), ...inEnvironment(environment) };
      return outcome(
        api.POST("/received-credits/{receivedCreditId}/return", { params, body, headers }),
      );
    },
    ({ status }) =>
      done(
        status === "returned"
          ? `${amount} was sent back.`
          : `The bank is asked to send ${amount} back.`,
      ),
  );
  const reason = fields.values.reason.trim();
  return (
    <Dialog title={`Send ${amount} back?`} onClose={onClose}>
      <Form
        change={giveBack}
        onSubmit={() => void giveBack.submit(reason === "" ? {} : { reason })}
        button={`Send ${amount} back`}
        kind="danger"
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>
          The money is reserved, and the bank that told of it sends it to the account that it came
          from. If the bank does not, the money stays where it is.
        </p>
        <Field {...fields.bind("reason")} label="Reason, for your own books" maxLength={140} />
      </Form>
    </Dialog>
  );
}
