/** The words of the composer: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const composerWords: NounWords = {
  synonyms: {
    "program composer": `
      design, blueprint, code, script, workflow, logic, contract language, smart contract
    `,
    "composer plan program": `
      mistakes, mistake in the program, find faults, faults, is program right, will it work, review
      a program, what does it need, what would it cost, does it compile, program compile, is
      correct, is right, is it possible, idea, feasible, findings, repair, validate, check, lint,
      analyze, analyse, verify, compile check, design, is valid, correct, program error, errors in
      my program, check for errors
    `,
    "composer simulate program": `
      play through, try with an example, fake customers, run through, test run, before we use it,
      walk through, test, dry run, try out, scenario, simulation, sandbox run, rehearse, what if,
      without real money, try my program
    `,
    "composer template": `
      example programs, ready programs, patterns, inspiration, how do others do it, show me an
      example, example, sample, starter, boilerplate, start from, template, gallery, ready made,
      begin with
    `,
    "composer schema program": `
      how do i write, how to write a program, keywords, which fields does a program have, rules of
      the language, grammar, syntax, language, reference, specification, json schema, dsl
    `,
  },
};
