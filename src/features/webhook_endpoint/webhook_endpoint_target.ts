/** Where an endpoint sends to and what: the checks of its address and of its types of events. */
import { didYouMean } from "../../base/nearest.ts";
import { shownText } from "../../base/shown_text.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { type Issue, type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { webhookUrlIssues } from "../../contract/values/webhook_url.ts";
import { EVERY_TYPE, eventTypeNames } from "../event_type_name.ts";

/** What the preparation tells the decision of the server. */
export type OfServer = { allowsLoopback: boolean };

/** What is wrong with the address and the types whatever server it is; all are `invalid_request`. */
export function targetIssues({
  url,
  eventTypes = [],
}: {
  url?: string;
  eventTypes?: readonly string[];
}): Issue[] {
  return [
    ...(url === undefined ? [] : webhookUrlIssues(url, { allowsLoopback: true })),
    ...eventTypeIssues(eventTypes),
  ];
}

export async function ofServer(
  _input: unknown,
  { allowsLoopback }: PreparationTools,
): Promise<OfServer> {
  return { allowsLoopback };
}

/** Refuses an address that this server does not send to: loopback, unless that is allowed. */
export function refuseUrl(
  url: string | undefined,
  { allowsLoopback }: OfServer,
): Refusal<"state_constraint_failed"> | undefined {
  if (url === undefined) return undefined;
  const issues = webhookUrlIssues(url, { allowsLoopback });
  const [first] = issues;
  if (first === undefined) return undefined;
  return refuseConstraint("webhook_url", first.message, { issues });
}

function eventTypeIssues(given: readonly string[]): Issue[] {
  const known = [EVERY_TYPE, ...eventTypeNames()];
  return given.flatMap((type, at) => {
    if (known.includes(type)) return [];
    const shown = shownText(type);
    const what = shown === undefined ? `eventTypes[${at}]` : `eventTypes[${at}] ${shown}`;
    const message = `${what} is no type of events${didYouMean(type, known)}`;
    return [{ code: "enum", message, path: ["eventTypes", at] }];
  });
}
