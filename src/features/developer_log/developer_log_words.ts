/** The words of developer logs: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const developerLogWords: NounWords = {
  ids: { dlog: "a developer log" },
  scopes: {
    logs: { group: "What happens", name: "logs of requests", title: "Log of requests" },
  },
  synonyms: {
    "developer log list": `
      requests of the last hour, what requests, our traffic, api traffic, api usage
    `,
    "developer log": `
      request that went wrong, went wrong, this morning, what did i send, my last calls, what did
      the server answer, find a bug, request, debug, request log, api call, trace, http, logging,
      troubleshoot, failed request, headers and body, status code, api request, 4xx, 5xx
    `,
  },
};
