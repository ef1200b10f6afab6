/**
 * The facts about a webhook endpoint. Each carries the whole endpoint: as it is afterwards, or, where
 * it is deleted, as its last readers are told of it.
 */
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/operation.ts";
import type { Fact } from "../../contract/record.ts";
import { putDocument, removeDocument } from "../../contract/resource_facts.ts";
import { closeLine, openLine, removeLine } from "../webhook_delivery/webhook_delivery_state.ts";
import type { WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import type { WebhookEndpointState } from "./webhook_endpoint_state.ts";

export type WebhookEndpointEvent =
  | "created"
  | "updated"
  | "enabled"
  | "disabled"
  | "deleted"
  | "secret_rotated"
  | "pinged"
  | "resealed";

export type WebhookEndpointFact = {
  kind: `webhook_endpoint.${WebhookEndpointEvent}.1`;
  webhookEndpoint: Omit<WebhookEndpointDocument, "realm">;
  /** The fields in answers that the change has changed, as they were. */
  previous?: object;
};

const put = putDocument<WebhookEndpointState, WebhookEndpointDocument>(
  ({ webhookEndpoints }) => webhookEndpoints,
  (fact) => {
    const { webhookEndpoint } = fact as WebhookEndpointFact;
    return { id: webhookEndpoint.webhookEndpointId, document: webhookEndpoint };
  },
);

const remove = removeDocument<WebhookEndpointState, WebhookEndpointDocument>(
  ({ webhookEndpoints }) => webhookEndpoints,
  idOf,
);

export const webhookEndpointFacts: Record<
  WebhookEndpointFact["kind"],
  Apply<WebhookEndpointState>
> = {
  "webhook_endpoint.created.1": putAndOpen,
  "webhook_endpoint.updated.1": put,
  "webhook_endpoint.enabled.1": putAndOpen,
  "webhook_endpoint.disabled.1": (state, fact, head) => {
    put(state, fact, head);
    closeLine(state, idOf(fact), head);
  },
  "webhook_endpoint.deleted.1": (state, fact, head) => {
    remove(state, fact, head);
    removeLine(state, idOf(fact), head);
  },
  "webhook_endpoint.secret_rotated.1": put,
  "webhook_endpoint.pinged.1": put,
  "webhook_endpoint.resealed.1": put,
};

/** The endpoint is sent what happens from now on: the events behind that of its own opening. */
function putAndOpen(...[state, fact, head]: Parameters<Apply<WebhookEndpointState>>): void {
  put(state, fact, head);
  const { firstEvent } = head;
  invariant(firstEvent !== undefined, "a record of an endpoint stores the number of its event");
  openLine(state, idOf(fact), firstEvent, head);
}

function idOf(fact: Fact): string {
  return (fact as WebhookEndpointFact).webhookEndpoint.webhookEndpointId;
}
