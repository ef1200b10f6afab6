/** The sections of a guide about some operations: the operations, the shapes they name, and their codes. */
import { type Operation, tagOf } from "../contract/declare/operation.ts";
import { STREAM_RULES, streamsOf, streamText } from "../contract/declare/stream_form.ts";
import { SharedCodes } from "./guide_codes.ts";
import { operationText } from "./guide_operations.ts";
import { CONVENTIONS, HEADERS } from "./guide_rules.ts";
import { Shapes, withCommonFields } from "./guide_shapes.ts";

type Published = readonly Operation<never>[];

/** How every request is made, with the headers. */
export const HOW_TO_CALL = `${CONVENTIONS}

## Headers

${HEADERS}`;

/**
 * All that a reader needs to call the operations, which stand by their groups in the order of the names. `all`: every
 * operation that some guide has.
 */
export function operationSections(operations: Published, all: Published): string {
  const shapes = new Shapes();
  const codes = new SharedCodes(all, operations);
  const groups = tagsOf(operations).map((tag) => {
    const own = operations.filter((operation) => operation.tag === tag);
    return `## ${tag}\n\n${own.map((one) => operationText(one, shapes, codes)).join("\n\n")}`;
  });
  const described = withCommonFields(`${groups.join("\n\n")}

## Shapes

A field whose type is one of these names has what stands here. \`array of X\` is a JSON array. Answers may have more fields.

${shapes.text()}`);
  const streams = streamsOf(operations).length === 0 ? "" : `\n\n${streamSection(operations)}`;
  return `${described.text}

## Common fields

A field that stands without words above means what stands here.

${described.fields}${streams}

## Error codes

${codes.text()}

The codes of the kinds of operations, beside those that stand with each:

${codes.kindsText()}`;
}

/** The rules of streams, and the streams among the operations. */
export function streamSection(operations: Published): string {
  const rules = STREAM_RULES.map((rule) => `- ${rule}`);
  const streams = streamsOf(operations).map((stream) => `- ${streamText(stream)}`);
  return `## Event streams

${rules.join("\n")}

${streams.length === 1 ? "The stream" : "The streams"}:

${streams.join("\n")}`;
}

/** The groups of the operations, in alphabetical order. */
export function tagsOf(operations: Published): string[] {
  return [...new Set(operations.map(tagOf))].sort();
}
