/** The forms that an answer can have, beside that of a JSON document. */

/**
 * `page`: a document for people, as HTML. `redirect`: the browser is sent to an address, and a refusal is a
 * page for people where the client prefers HTML. `events`: server-sent events for as long as the client
 * listens; `output` is then the schema of one event. `oauth`: a write of the OAuth protocol, refused in its
 * form (RFC 6749, 5.2). An `oauth`, and a write by GET, to which a link leads, takes no idempotency key,
 * and leaves no record where it is refused and keeps no facts.
 */
export type AnswerForm = "page" | "redirect" | "events" | "oauth";
