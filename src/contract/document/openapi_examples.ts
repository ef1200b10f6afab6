/**
 * Puts the examples into the contract document: into each parameter, request body and successful
 * answer of an operation, as programs into `x-codeSamples`, and the values that every server makes
 * anew into `x-example-values`.
 * Does not check that an example is true: a test tells the story of the examples to a server.
 */
import type { FileForm } from "../declare/aspects/file.ts";
import type { Operation } from "../declare/operation.ts";
import { codeSamples } from "./code_samples.ts";
import { type Example, type Examples, publishedExamples } from "./example.ts";
import { isObject, type Json } from "./openapi_components.ts";

/** The object of the operation, with its example; unchanged for an operation that has none. */
export function withExample(
  item: Json,
  operation: Operation<never>,
  { story, answers }: Examples,
): Json {
  const example = publishedExamples(story).get(operation.id);
  if (example === undefined) return item;
  const { parameters, requestBody, responses } = item as { [key: string]: Json };
  const status = String(operation.http.status);
  const answer = answers[operation.id];
  const file = operation.type === "read" ? operation.file : undefined;
  return {
    ...item,
    parameters: (parameters as unknown as Json[]).map((one) => withValue(one, example)),
    ...(requestBody !== undefined && { requestBody: withContent(requestBody, example.body) }),
    responses: { ...responses, [status]: withContent(responses?.[status] as Json, answer, file) },
    "x-codeSamples": codeSamples(operation, example),
  };
}

function withValue(parameter: Json, { path = {}, query = {} }: Example): Json {
  const example = { ...path, ...query }[String(parameter["name"])];
  return example === undefined ? parameter : { ...parameter, example };
}

/**
 * A request or an answer with the example in each of its media types. Of an answer that is a file the example is its JSON form,
 * which has the content of the first of its types.
 */
function withContent(message: Json, example: unknown, file?: FileForm): Json {
  const { content } = message;
  if (!isObject(content) || example === undefined) return message;
  const types = Object.entries(content).map(([type, media]) => {
    if (file?.otherTypes?.includes(type)) return [type, media];
    const isText = type === file?.mediaType && isObject(example);
    const shown = isText ? example[file.contentField] : example;
    return [type, { ...(media as Json), example: shown }];
  });
  return { ...message, content: Object.fromEntries(types) };
}

/**
 * The values of the examples that a server makes itself, such as ids: each text stands wherever the
 * examples mean that thing. A page that has an answer of the operation replaces the text everywhere
 * by what the named field of the answer has. Where several values have one operation and field, the
 * first of them is that of the operation's own example.
 */
export function exampleValues({ story }: Examples): Json[] {
  const inOrder = story.toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const first = inOrder.filter(({ isFurther }) => isFurther !== true);
  const further = inOrder.filter(({ isFurther }) => isFurther === true);
  return [...first, ...further].flatMap(({ operation, makes = {} }) =>
    Object.entries(makes).map(([field, value]) => ({ value, operationId: operation, field })),
  );
}
