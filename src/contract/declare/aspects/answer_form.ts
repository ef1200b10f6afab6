/** The forms that an answer can have for a browser, and whether an answer is one JSON document. */
import type { OauthForm } from "./oauth.ts";
import type { StreamForm } from "./stream.ts";

/**
 * Absent: the answer is a JSON document, a stream (`stream`) or one of the OAuth protocol (`oauth`).
 * `page`: a document for people, as HTML; only of a read. `redirect`: the browser is sent to an address, which a
 * write names in the field `location` of its reply, and a refusal is a page for people where the client
 * prefers HTML.
 */
export type AnswerForm = "page" | "redirect";

/** Whether a success is answered with one JSON document, in the form that most operations have. */
export function answersDocument({
  answers,
  oauth,
  stream,
}: {
  answers?: AnswerForm;
  oauth?: OauthForm;
  stream?: StreamForm;
}): boolean {
  return answers === undefined && oauth === undefined && stream === undefined;
}
