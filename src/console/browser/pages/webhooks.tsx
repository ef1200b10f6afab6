/** The webhook endpoints of one Product in one environment: whether they are reached, and what they missed sent again. */
import { useEffect, useState } from "preact/hooks";
import { api, type components, inEnvironment, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Button } from "../parts/button.tsx";
import { ProductChoice, useChosenProduct } from "../parts/chosen_product.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { focusHeading } from "../parts/focus.ts";
import { Form } from "../parts/form.tsx";
import { Badge, Listing } from "../parts/listing.tsx";
import { OutsideText } from "../parts/outside_text.tsx";
import { Page } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { type Environment, usePermissions } from "../permissions.ts";
import { usePages, useRead } from "../read.ts";

type Endpoint = components["schemas"]["WebhookEndpoint"];

const REASONS: Readonly<Record<string, string>> = {
  manual: "by a caller",
  gone: "it answered 410",
  exhausted: "nothing could be delivered for 5 days",
};
const SAYS = {
  state_conflict: "The endpoint is disabled. Enable it first, with an API key.",
  resource_not_found: "The endpoint was deleted meanwhile.",
};

export function Webhooks() {
  const chosen = useChosenProduct();
  const { products, product, environment } = chosen;
  return (
    <Page
      title="Webhooks"
      lead="Addresses that are told of the events of a Product. They are made and changed with an API key."
    >
      {products.data === undefined && (
        <Waiting failure={products.failure} again={products.reload} />
      )}
      <ProductChoice chosen={chosen} />
      {product !== undefined && (
        <Endpoints
          key={`${product.productId} ${environment}`}
          productId={product.productId}
          environment={environment}
        />
      )}
      {products.data !== undefined && product === undefined && (
        <p class="hint">There is no Product, so there are no webhooks.</p>
      )}
    </Page>
  );
}

function Endpoints({ productId, environment }: { productId: string; environment: Environment }) {
  const permissions = usePermissions();
  const [replaying, setReplaying] = useState<Endpoint>();
  const [notice, setNotice] = useState("");
  useEffect(() => {
    if (notice !== "") focusHeading();
  }, [notice]);
  const endpoints = usePages((cursor) => {
    const query = { productId, ...(cursor !== undefined && { cursor }) };
    const headers = inEnvironment(environment);
    return outcome(api.GET("/webhook-endpoints", { params: { query }, headers }));
  });
  const mayReplay = permissions.may(`webhooks:write@${environment}`);
  return (
    <section>
      {notice !== "" && <Banner kind="good">{notice}</Banner>}
      <Listing
        pages={endpoints}
        label="Webhook endpoints"
        keyOf={({ webhookEndpointId }) => webhookEndpointId}
        columns={[
          {
            heading: "Address",
            cell: ({ url, webhookEndpointId }) => (
              <>
                <strong>
                  <OutsideText text={url} />
                </strong>
                <code class="soft block">{webhookEndpointId}</code>
              </>
            ),
          },
          { heading: "State", cell: (endpoint) => <State endpoint={endpoint} /> },
          {
            heading: "Deliveries",
            cell: ({ webhookEndpointId }) => (
              <Counts
                key={notice}
                webhookEndpointId={webhookEndpointId}
                environment={environment}
              />
            ),
          },
          {
            heading: "",
            cell: (endpoint) =>
              endpoint.status === "enabled" &&
              mayReplay && (
                <Button
                  kind="quiet"
                  label={`Replay what was missed by ${endpoint.webhookEndpointId}`}
                  onClick={() => setReplaying(endpoint)}
                >
                  Replay what was missed
                </Button>
              ),
          },
        ]}
        empty={
          <p>
            <strong>No webhook endpoints</strong>
          </p>
        }
      />
      {replaying !== undefined && (
        <Replay
          endpoint={replaying}
          environment={environment}
          onClose={() => setReplaying(undefined)}
          done={(text) => {
            setReplaying(undefined);
            setNotice(text);
            endpoints.reload();
          }}
        />
      )}
    </section>
  );
}

function State({
  endpoint: { status, disabledReason, statusTransitions },
}: {
  endpoint: Endpoint;
}) {
  const { disabledAt } = statusTransitions as { disabledAt?: string };
  if (status === "enabled") return <Badge kind="good">enabled</Badge>;
  return (
    <>
      <Badge kind="bad">disabled</Badge>
      <span class="soft block">
        {REASONS[disabledReason ?? ""] ?? ""}
        {disabledAt !== undefined && <Time at={disabledAt} />}
      </span>
    </>
  );
}

/** How the deliveries to an endpoint go now. */
function Counts({
  webhookEndpointId,
  environment,
}: {
  webhookEndpointId: string;
  environment: Environment;
}) {
  const stats = useRead(() => {
    const params = { path: { webhookEndpointId } };
    const headers = inEnvironment(environment);
    return outcome(api.GET("/webhook-endpoints/{webhookEndpointId}/stats", { params, headers }));
  });
  if (stats.data === undefined) return null;
  const { delivered, pending, exhausted } = stats.data;
  return (
    <>
      {delivered} delivered
      <span class="soft block">
        {pending} waiting, {exhausted} failed for good
      </span>
    </>
  );
}

type Recovered = components["schemas"]["WebhookRecovered"];

/** Asks again as long as there is more, and shows how far it is. */
function Replay({
  endpoint: { webhookEndpointId },
  environment,
  done,
  onClose,
}: {
  endpoint: Endpoint;
  environment: Environment;
  done: (text: string) => void;
  onClose: () => void;
}) {
  const [sent, setSent] = useState({ count: 0, sequence: "0" });
  const recover = useChange(
    (afterSequence: string, key) => {
      const params = { path: { webhookEndpointId } };
      const headers = { ...keyed(key), ...inEnvironment(environment) };
      const body = { missed: true, ...(afterSequence !== "0" && { afterSequence }) };
      return outcome(
        api.POST("/webhook-endpoints/{webhookEndpointId}/recover", { params, headers, body }),
      );
    },
    ({ recovered, missed = 0, sequence = "0", hasMore }: Recovered) => {
      const count = sent.count + recovered + missed;
      if (!hasMore) return done(sentence(count));
      setSent({ count, sequence });
    },
  );
  return (
    <Dialog title="Replay what was missed?" onClose={onClose}>
      <Form
        change={recover}
        onSubmit={() => void recover.submit(sent.sequence)}
        button={sent.count === 0 ? "Replay" : "Go on"}
        says={SAYS}
        beside={<Button onClick={onClose}>Close</Button>}
      >
        <p>
          What happened while the endpoint was disabled the last time is sent to it, and the
          deliveries that were cancelled then. Nothing that has a delivery already is sent twice.
        </p>
        {sent.count > 0 && (
          <p role="status">{sentence(sent.count)} There is more, which is sent when you go on.</p>
        )}
      </Form>
    </Dialog>
  );
}

function sentence(count: number): string {
  if (count === 0) return "Nothing was missed.";
  return count === 1 ? "One event is sent again." : `${count} events are sent again.`;
}
