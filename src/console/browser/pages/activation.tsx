/** The way of a Product to live: how far it is, what the platform has said, and the request for it. */
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import type { Product } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { visibleText } from "../outside_text.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Form } from "../parts/form.tsx";
import { Badge } from "../parts/listing.tsx";
import { LogInAgain } from "../parts/log_in_again.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { Time } from "../parts/time.tsx";
import { Waiting } from "../parts/waiting.tsx";
import type { Permissions } from "../permissions.ts";
import { useRead } from "../read.ts";
import { useSession } from "../session.ts";

type Activation = components["schemas"]["Activation"];
type Requirement = Activation["requirements"][number];
type Capability = components["schemas"]["ActivationRequest"]["capabilities"][number];
type Part = {
  product: Product;
  activation: Activation;
  done: (text: string) => void;
  onClose: () => void;
};

const SAYS = {
  state_conflict:
    "Something about the Product is another than it is shown here. Close this and look again.",
};
const STATES = {
  not_requested: { kind: "note", word: "not asked for" },
  requested: { kind: "note", word: "asked for" },
  active: { kind: "good", word: "activated" },
  rejected: { kind: "bad", word: "rejected" },
  suspended: { kind: "bad", word: "suspended" },
} as const;
const REQUIREMENTS = { met: "good", pending: "note", failed: "bad" } as const;

export function ActivationBadge({ status }: Pick<Activation, "status">) {
  const { kind, word } = STATES[status];
  return <Badge kind={kind}>{word}</Badge>;
}

/** The dialog about one Product. `done`: called with a notice when the request was made or cancelled. */
export function LiveOf({
  product,
  permissions,
  done,
  onClose,
}: Omit<Part, "activation"> & { permissions: Permissions }) {
  const { productId } = product;
  const name = visibleText(product.name);
  const params = { path: { productId } };
  const read = useRead(() => outcome(api.GET("/products/{productId}/activation", { params })));
  const { data: activation } = read;
  return (
    <Dialog title={`Live of ${name}`} onClose={onClose}>
      {activation === undefined ? (
        <>
          <Waiting failure={read.failure} again={read.reload} />
          <Closing onClose={onClose} />
        </>
      ) : (
        <>
          <HowFar activation={activation} />
          <WhatNext {...{ product, activation, permissions, done, onClose }} />
        </>
      )}
    </Dialog>
  );
}

function HowFar({ activation }: { activation: Activation }) {
  const { status, requirements, requestedAt, decidedAt, reason } = activation;
  return (
    <>
      {reason !== undefined && (
        <Banner kind="bad">
          The platform has {STATES[status].word} it: {reason}
        </Banner>
      )}
      <dl class="facts rows">
        <div>
          <dt>State</dt>
          <dd>
            <ActivationBadge status={status} />
          </dd>
        </div>
        {requestedAt !== undefined && (
          <div>
            <dt>Asked for</dt>
            <dd>
              <Time at={requestedAt} />
            </dd>
          </div>
        )}
        {decidedAt !== undefined && (
          <div>
            <dt>Decided</dt>
            <dd>
              <Time at={decidedAt} />
            </dd>
          </div>
        )}
      </dl>
      {status !== "active" && (
        <ul class="needs">
          {requirements.map((each) => (
            <li key={each.code}>
              <strong>{spoken(each.code)}</strong>{" "}
              <Badge kind={REQUIREMENTS[each.status]}>{each.status}</Badge>
              {each.status !== "met" && <span class="soft block">{actionOf(each, status)}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What is to be done at these pages, in the place of what a program would do. */
function actionOf({ code, action }: Requirement, status: Activation["status"]): string {
  if (code === "product_active") return "Enable the Product on the page of Products.";
  if (code === "second_factor") {
    return "Ask for live below, in a session that was begun with the second factor.";
  }
  if (code !== "platform_review" || status === "suspended") return action;
  return status === "rejected"
    ? "Mend what the reason says, then ask for live again."
    : "The platform looks at what you ask for, and answers here and by mail.";
}

function WhatNext(part: Part & { permissions: Permissions }) {
  const { product, activation, permissions, onClose } = part;
  const { status } = activation;
  const mayAsk = status === "not_requested" || status === "rejected";
  if (product.status === "closed" || !(mayAsk || status === "requested")) {
    return <Closing onClose={onClose} />;
  }
  if (!permissions.may("products:write@live")) {
    return (
      <>
        <Permitted permissions={permissions} needs="products:write@live" what="ask for live">
          {null}
        </Permitted>
        <Closing onClose={onClose} />
      </>
    );
  }
  if (!mayAsk) return <TakeBack {...part} />;
  if (product.status === "active") return <Ask {...part} />;
  return <Closing onClose={onClose} />;
}

function Ask({ product, activation, done, onClose }: Part) {
  const session = useSession();
  const { productId } = product;
  const name = visibleText(product.name);
  const { fees, usageRates } = activation;
  const capabilities = activation.capabilities as Capability[];
  const ask = useChange(
    (_: null, key) => {
      const body = { expectedPricing: { fees, usageRates }, capabilities };
      const options = { params: { path: { productId } }, body, headers: keyed(key) };
      return outcome(api.POST("/products/{productId}/activation", options));
    },
    () => done(`Live is asked for. The platform looks at ${name}, and the owners get a mail.`),
  );
  if (session.kind !== "active") return null;
  if (!session.session.mfa) {
    return (
      <>
        {session.user.mfa.totp ? (
          <>
            <p>To ask for live takes a session that was begun with your second factor.</p>
            <LogInAgain />
          </>
        ) : (
          <p>
            To ask for live takes a second factor, and you have none:{" "}
            <a href="/console/security">set one up</a>, then log in again with it.
          </p>
        )}
        <Closing onClose={onClose} />
      </>
    );
  }
  return (
    <Form
      change={ask}
      onSubmit={() => void ask.submit(null)}
      button="Ask for live"
      says={SAYS}
      beside={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        You ask for {capabilities.map(spoken).join(", ").toLowerCase()}, and agree to these prices
        in live:
      </p>
      <ul class="needs">
        {fees.map(({ code, amount }) => (
          <li key={code}>
            {spoken(code)}: {priceOf(amount)}
          </li>
        ))}
        {usageRates.map(({ meter, rate }) => (
          <li key={meter}>
            {spoken(meter)}, by the count of a month: {priceOf(rate)}
          </li>
        ))}
      </ul>
    </Form>
  );
}

function TakeBack({ product, done, onClose }: Part) {
  const { productId } = product;
  const name = visibleText(product.name);
  const cancel = useChange(
    (_: null, key) => {
      const options = { params: { path: { productId } }, headers: keyed(key) };
      return outcome(api.POST("/products/{productId}/activation/cancel", options));
    },
    () => done(`The request for live of ${name} is taken back.`),
  );
  return (
    <Form
      change={cancel}
      onSubmit={() => void cancel.submit(null)}
      button="Take the request back"
      kind="danger"
      says={SAYS}
      beside={<Button onClick={onClose}>Close</Button>}
    >
      <p>The platform has not decided yet. Taken back, live can be asked for again at any time.</p>
    </Form>
  );
}

function Closing({ onClose }: Pick<Part, "onClose">) {
  return (
    <div class="actions">
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}

/** A name of the contract as a person reads it: `platform_review` is "Platform review". */
function spoken(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
}

/** Prices are minor units of EUR. */
function priceOf(amount: string): string {
  if (amount === "0") return "free";
  if (amount === "custom") return "as agreed with sales";
  const digits = amount.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)} EUR each`;
}
