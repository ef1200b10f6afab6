/** The words of idempotency keys: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const idempotencyKeyWords: NounWords = {
  synonyms: {
    "idempotency key look": `
      is it safe to send again, do i have to send it again, send again, sent twice, was it carried
      out, has my write happened, same key, what happened to my request, was applied, write applied,
      request applied, was it applied, already done, has been done, did it happen, was it done,
      executed twice, request twice, connection dropped, dropped, network error, in the middle, was
      it made, was it executed, interrupted, crashed before, unsure whether, never got an answer, go
      through, went through, duplicate, did my request, retry safely, already sent, same request,
      lost the response, lost response, timed out, timeout, did it succeed, safe to retry, unknown
      outcome, no response, connection broke
    `,
  },
  sameMeaning: [["retry", "retries", "idempotency", "idempotent", "duplicate", "twice"]],
};
