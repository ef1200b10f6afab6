/** The words of decisions: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const decisionWords: NounWords = {
  ids: { dec: { kind: "a decision", described: "decision about an object" } },
  scopes: {
    decisions: { group: "Money", name: "decisions about objects", capability: "decisions" },
  },
  synonyms: {
    decision: `
      must review, somebody must, open reviews, waits, who has to approve, review queue, inbox,
      manager, has to decide, what is open, must decide, committee, review, manual review, human,
      sign off, four eyes, approval of an object, waiting for a person, waits for review
    `,
    "decision list": `
      open decisions, what must be decided, decisions to make
    `,
    "decision resolve": `
      say yes, say no, give an answer, sign it, manager approves, accept, deny, approve, decide,
      reject, sign off, answer, approve or reject
    `,
  },
};
