/**
 * The guides for readers of text, people and language models alike, in the form of llmstxt.org: a
 * title, a quotation, lists of links; the full guide has every operation and error code too.
 * Made from the declarations: this file names no operation.
 */
import type { Tag } from "../contract/declare/feature.ts";
import type { SameMeaning } from "../contract/declare/noun_words.ts";
import type { Operation } from "../contract/declare/operation.ts";
import { isDescribed } from "../contract/declare/stream_form.ts";
import type { WalkStep } from "../contract/declare/walk_step.ts";
import { agentSummary } from "./agent_login.ts";
import { areasOf, descriptionOf } from "./guide_areas.ts";
import { CONVENTIONS, NAME, SUMMARY } from "./guide_rules.ts";
import { HOW_TO_CALL, operationSections, streamSection } from "./guide_sections.ts";
import { walkText } from "./guide_walk.ts";
import { guideLinks } from "./guides/guide_text.ts";

type Published = readonly Operation<never>[];

/** The paths of the pages that are no area. */
export const WALK_PATH = "/docs/walk-through";
export const STREAMS_PATH = "/docs/event-streams";

/** What guides are made of. `origin`: scheme and host, without a slash at the end. */
export type GuideParts = { operations: Published; origin: string };
/** The words of the domain in guides: of each group of operations, the steps of the walk, what means the same. */
export type GuideWords = {
  tags: readonly Tag[];
  walk: readonly WalkStep[];
  sameMeaning: SameMeaning;
};

/** `/llms.txt`: links to all documents; those below `/docs` are Markdown. */
export function shortGuide({ operations, origin }: GuideParts, { tags }: GuideWords): string {
  const areas = areasOf(described(operations)).map((area) => {
    const count = area.operations.length;
    const size = `${count} ${count === 1 ? "operation" : "operations"}`;
    const about = `${size}. ${descriptionOf(area, tags)}`;
    return `- [${area.name}](${origin}${area.path}.md): ${about}`;
  });
  return `# ${NAME}

${SUMMARY}

${CONVENTIONS}

## Agents

${agentSummary(origin)}

## Begin

- [A walk through](${origin}${WALK_PATH}.md): whole requests in the order in which they work, from a customer to a hold
- [Event streams](${origin}${STREAMS_PATH}.md): follow what happens, by server-sent events, and resume
- [Error codes](${origin}/docs/errors.md): every code with its cause; a page for each at /docs/errors/{code}.md

## Guides

${guideLinks(origin)}

## Areas

Each page is complete by itself: how to call, the operations with their fields, and their error codes.

${areas.join("\n")}

## Documents

- [Contract](${origin}/openapi.json): OpenAPI 3.1, every operation, schema and error code
- [GraphQL schema](${origin}/schema.graphql): the reads as one graph, \`POST ${origin}/v1/graphql\`
- [Release](${origin}/release.json): version and digests of these documents

## Optional

- [Everything as text](${origin}/llms-full.txt): every operation and error code in one file
- [Receipt keys](${origin}/.well-known/receipt-keys.json): what a proof, \`GET /v1/receipts/{receiptId}/proof\`, is checked with
- [Health](${origin}/healthz) and [readiness](${origin}/readyz) of this host
`;
}

/**
 * `/llms-full.txt`: the conventions, a walk, every operation with its fields, every shape, every
 * code. Whoever has read it needs no other document to call the API.
 */
export function fullGuide(
  { operations, origin }: GuideParts,
  { walk }: Pick<GuideWords, "walk"> = { walk: [] },
): string {
  const all = described(operations);
  return `# ${NAME}

${SUMMARY}

Base URL: ${origin}/v1

${HOW_TO_CALL}

## Log-in of agents

${agentSummary(origin)}

${walkText(all, walk)}${operationSections(all, all)}
`;
}

/** The page of the walk. */
export function walkPage({ operations, origin }: GuideParts, { walk }: GuideWords): string {
  return `# ${NAME}: a walk through

${SUMMARY}

Base URL: ${origin}/v1

${HOW_TO_CALL}

${walkText(described(operations), walk)}`;
}

/** The page of the streams. */
export function streamsPage({ operations, origin }: GuideParts): string {
  const all = described(operations);
  const areas = areasOf(all).filter((area) => area.operations.some(({ stream }) => stream));
  const links = areas.map(({ name, path }) => `[${name}](${origin}${path}.md)`);
  return `# ${NAME}: event streams

> What happens, told as it happens, by server-sent events over one request that stays open. For a server of your own, webhooks tell the same.

${streamSection(all)}

The parameters and fields of each stand on the page of its area: ${links.join(", ")}.

${"```"}sh
curl -sSN ${origin}/v1/events/stream -H "Authorization: Bearer $API_KEY" -H 'Last-Event-ID: 41'
${"```"}

${"```"}text
retry: 1000

id: 42
event: transfer.posted
data: {"eventId":"evt_…","type":"transfer.posted","sequence":"42",…}

: still here
${"```"}
`;
}

/** The operations that guides have. */
export function described(operations: Published): Published {
  return operations.filter(isDescribed);
}
