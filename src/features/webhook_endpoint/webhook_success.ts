/** Whether the deliveries of an event have all succeeded, as far as a snapshot shows. */
import { eventKey } from "../../contract/tables/event_index.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { decodeDocument } from "../../contract/tables/table.ts";
import type { LoggedEvent } from "../event/logged_event.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { WebhookLineDocument } from "../webhook_delivery/webhook_line.ts";
import type { WebhookEndpointDocument } from "./webhook_endpoint_document.ts";
import { webhookEndpoints } from "./webhook_endpoint_noun.ts";
import { isForEndpoint, takesType } from "./webhook_endpoint_types.ts";

/** An endpoint that is sent events, and the number up to which it is settled. */
type Behind = { position: number; endpoint: WebhookEndpointDocument };

export class DeliverySuccess {
  readonly #snapshot: Snapshot;
  readonly #newest: number;
  /** By realm and type of event, so that an event costs no look at every endpoint. */
  readonly #behind = new Map<string, readonly Behind[]>();
  readonly #linesOf = new Map<number, readonly Behind[]>();

  /** `newest`: the number of the newest event. */
  constructor(snapshot: Snapshot, newest: number) {
    this.#snapshot = snapshot;
    this.#newest = newest;
  }

  /** False while a delivery of the event is to come or waits, and after one has failed or was cancelled. */
  of(logged: LoggedEvent): boolean {
    const { number, event, realm } = logged;
    if (this.#hasUndelivered(realm, number)) return false;
    const idOf = () => logged.resourceId;
    for (const { position, endpoint } of this.#behindOf(realm, event.type)) {
      if (position >= number) return true;
      if (isForEndpoint(endpoint, event.type, idOf)) return false;
    }
    return true;
  }

  #hasUndelivered(realm: number, number: number): boolean {
    const range = { from: eventKey(number), below: `${eventKey(number)}~` };
    for (const _ of this.#snapshot.ascend(LEDGER_TABLE.webhookUndelivered, realm, range))
      return true;
    return false;
  }

  /** The endpoints that take events of the type, the one that is furthest behind first. */
  #behindOf(realm: number, type: string): readonly Behind[] {
    const key = `${realm}:${type}`;
    const known = this.#behind.get(key);
    if (known !== undefined) return known;
    const found = this.#lines(realm).filter(({ endpoint }) => takesType(endpoint, type));
    this.#behind.set(key, found);
    return found;
  }

  #lines(realm: number): readonly Behind[] {
    const known = this.#linesOf.get(realm);
    if (known !== undefined) return known;
    const found: Behind[] = [];
    for (const { value } of this.#snapshot.ascend(LEDGER_TABLE.webhookLine, realm, {})) {
      const line = decodeDocument<WebhookLineDocument>(value);
      if (!line.isOpen || line.position >= this.#newest) continue;
      const seen = webhookEndpoints.find(this.#snapshot, realm, line.webhookEndpointId);
      if (seen !== undefined) found.push({ position: line.position, endpoint: seen.document });
    }
    found.sort((one, other) => one.position - other.position);
    this.#linesOf.set(realm, found);
    return found;
  }
}
