/** The credits of one Product in one environment: what waits in suspense, moved to an account or sent back to who has paid it. */
import { useEffect, useState } from "preact/hooks";
import { api, inEnvironment } from "../api.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { ProductChoice, useChosenProduct } from "../parts/chosen_product.tsx";
import { focusHeading } from "../parts/focus.ts";
import { Select } from "../parts/form.tsx";
import { Badge, Listing } from "../parts/listing.tsx";
import { OutsideText } from "../parts/outside_text.tsx";
import { Page } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { type Environment, usePermissions } from "../permissions.ts";
import { usePages } from "../read.ts";
import { AssignCredit, ReturnCredit } from "./received_credit_dialogs.tsx";
import { amountOf, type ReceivedCredit, SUSPENSE } from "./received_credit_words.ts";

type Status = ReceivedCredit["status"];

const SHOWN = [
  ["suspended", "In suspense"],
  ["", "All credits"],
  ["credited", "Credited"],
  ["assigned", "Assigned"],
  ["returning", "Being sent back"],
  ["returned", "Sent back"],
] as const;
type Shown = (typeof SHOWN)[number][0];

const STATES: Readonly<Record<Status, { kind: "good" | "note" | "bad"; text: string }>> = {
  credited: { kind: "good", text: "credited" },
  suspended: { kind: "bad", text: "in suspense" },
  assigned: { kind: "good", text: "assigned" },
  returning: { kind: "note", text: "being sent back" },
  returned: { kind: "note", text: "sent back" },
};

export function ReceivedCredits() {
  const chosen = useChosenProduct();
  const { products, product, environment } = chosen;
  const [shown, setShown] = useState<Shown>("suspended");
  return (
    <Page
      title="Received credits"
      lead="Money that a bank says has arrived. What could not go to the account of its address is in suspense until somebody says where it belongs."
    >
      {products.data === undefined && (
        <Waiting failure={products.failure} again={products.reload} />
      )}
      <ProductChoice chosen={chosen}>
        <Select
          name="status"
          value={shown}
          onValue={(value) => setShown(value as Shown)}
          label="Show"
          options={SHOWN}
        />
      </ProductChoice>
      {product !== undefined && (
        <Credits
          key={`${product.productId} ${environment} ${shown}`}
          productId={product.productId}
          environment={environment}
          shown={shown}
        />
      )}
      {products.data !== undefined && product === undefined && (
        <p class="hint">There is no Product, so no money has arrived.</p>
      )}
    </Page>
  );
}

type Of = { productId: string; environment: Environment; shown: Shown };
type Intent = { what: "assign" | "return"; credit: ReceivedCredit };

function Credits({ productId, environment, shown }: Of) {
  const permissions = usePermissions();
  const [intent, setIntent] = useState<Intent>();
  const [notice, setNotice] = useState("");
  useEffect(() => {
    if (notice !== "") focusHeading();
  }, [notice]);
  const credits = usePages((cursor) => {
    const query = {
      productId,
      ...(shown !== "" && { status: shown }),
      ...(cursor !== undefined && { cursor }),
    };
    const headers = inEnvironment(environment);
    return outcome(api.GET("/received-credits", { params: { query }, headers }));
  });
  const mayChange = permissions.may(`financial_addresses:write@${environment}`);
  const dialog = intent && {
    credit: intent.credit,
    environment,
    onClose: () => setIntent(undefined),
    done: (text: string) => {
      setIntent(undefined);
      setNotice(text);
      credits.reload();
    },
  };
  return (
    <section>
      {notice !== "" && <Banner kind="good">{notice}</Banner>}
      <Listing
        pages={credits}
        label="Received credits"
        keyOf={({ receivedCreditId }) => receivedCreditId}
        columns={[
          {
            heading: "Amount",
            cell: (credit) => <strong class="whole">{amountOf(credit)}</strong>,
          },
          { heading: "From", cell: (credit) => <Payer credit={credit} /> },
          { heading: "State", cell: (credit) => <State credit={credit} /> },
          { heading: "Arrived", cell: ({ occurredAt }) => <Time at={occurredAt} /> },
          {
            heading: "",
            cell: (credit) =>
              mayChange && (
                <Actions credit={credit} choose={(what) => setIntent({ what, credit })} />
              ),
          },
        ]}
        empty={<Empty shown={shown} />}
      />
      {dialog !== undefined && intent?.what === "assign" && <AssignCredit {...dialog} />}
      {dialog !== undefined && intent?.what === "return" && <ReturnCredit {...dialog} />}
    </section>
  );
}

function Empty({ shown }: { shown: Shown }) {
  return (
    <p>
      <strong>{shown === "suspended" ? "Nothing is in suspense" : "No credits"}</strong>
      <span class="soft block">
        Money arrives by a financial address, which is made with an API key. In the sandbox{" "}
        <code>sandbox.inbound_credit.create</code> sends some.
      </span>
    </p>
  );
}

function Payer({ credit: { payer, remittance, reference } }: { credit: ReceivedCredit }) {
  const { name, accountNumberMasked } = payer ?? {};
  return (
    <>
      {name === undefined ? "unknown" : <OutsideText text={name} />}
      {accountNumberMasked !== undefined && <span class="soft"> …{accountNumberMasked}</span>}
      {remittance !== undefined && (
        <span class="block">
          <OutsideText text={remittance} />
        </span>
      )}
      <code class="soft block">{reference}</code>
    </>
  );
}

function State({ credit: { status, suspenseReason, failure } }: { credit: ReceivedCredit }) {
  const { kind, text } = STATES[status];
  const isWaiting = status === "suspended" && suspenseReason !== undefined;
  return (
    <>
      <Badge kind={kind}>{text}</Badge>
      {isWaiting && <span class="soft block">{SUSPENSE[suspenseReason]}</span>}
      {failure !== undefined && (
        <span class="soft block">The bank did not send it back: {failure.code}.</span>
      )}
    </>
  );
}

function Actions({
  credit,
  choose,
}: {
  credit: ReceivedCredit;
  choose: (what: Intent["what"]) => void;
}) {
  const { status, receivedCreditId } = credit;
  const isInSuspense = status === "suspended";
  if (!isInSuspense && status !== "credited") return null;
  return (
    <div class="actions">
      {isInSuspense && (
        <Button
          kind="quiet"
          label={`Assign ${amountOf(credit)}, ${receivedCreditId}`}
          onClick={() => choose("assign")}
        >
          Assign
        </Button>
      )}
      <Button
        kind="quiet"
        label={`Send back ${amountOf(credit)}, ${receivedCreditId}`}
        onClick={() => choose("return")}
      >
        Send back
      </Button>
    </div>
  );
}
