/** What the facts about a webhook endpoint change besides the endpoint: the line of events that it is sent. */
import { invariant } from "../../base/invariant.ts";
import type { Apply } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { closeLine, openLine, removeLine } from "../webhook_delivery/webhook_delivery_state.ts";
import {
  type WebhookEndpointFact,
  type WebhookEndpointState,
  webhookEndpoints,
} from "./webhook_endpoint_noun.ts";

export const webhookEndpointFacts: Readonly<Record<string, Apply<WebhookEndpointState>>> = {
  ...webhookEndpoints.manifest.facts,
  "webhook_endpoint.created.1": putAndOpen,
  "webhook_endpoint.enabled.1": putAndOpen,
  "webhook_endpoint.disabled.1": (state, fact, head) => {
    webhookEndpoints.put(state, fact, head);
    closeLine(state, idOf(fact), head);
  },
  "webhook_endpoint.deleted.1": (state, fact, head) => {
    webhookEndpoints.remove(state, fact, head);
    removeLine(state, idOf(fact), head);
  },
};

/** The endpoint is sent what happens from now on: the events behind that of its own opening. */
function putAndOpen(...[state, fact, head]: Parameters<Apply<WebhookEndpointState>>): void {
  webhookEndpoints.put(state, fact, head);
  const { firstEvent } = head;
  invariant(firstEvent !== undefined, "a record of an endpoint stores the number of its event");
  openLine(state, idOf(fact), firstEvent, head);
}

function idOf(fact: Fact): string {
  return (fact as WebhookEndpointFact).webhookEndpoint.webhookEndpointId;
}
