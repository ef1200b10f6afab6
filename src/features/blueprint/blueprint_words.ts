/** The words of blueprints: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const blueprintWords: NounWords = {
  ids: {
    bp: {
      kind: "a blueprint",
      described: "blueprint, the program that a Product can be built from",
    },
  },
  scopes: {
    blueprints: { group: "Company", name: "blueprints of Products" },
  },
  synonyms: {
    blueprint: `
      draft, program, model
    `,
    "blueprint update": `
      improve, save the changes, next version, change the text, new version, change the program,
      edit a blueprint
    `,
    "blueprint create": `
      keep this program, first version of a program, save my work, store the program, upload a
      program
    `,
    "blueprint list": `
      saved programs, programs of company, drafts
    `,
    "blueprint retrieve": `
      read a draft, show the draft, source of a blueprint, open a blueprint
    `,
    "blueprint archive": `
      delete, remove, discard
    `,
  },
  sameMeaning: [["program", "blueprint", "template", "composer", "plan", "build"]],
  done: {
    "blueprint.archive": "Archived a blueprint",
    "blueprint.create": "Made a blueprint",
    "blueprint.update": "Changed a blueprint",
  },
};
