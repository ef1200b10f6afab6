/** The words of builds: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const buildWords: NounWords = {
  ids: { bld: { kind: "a Build", described: "Build, a program that Products can be made of" } },
  synonyms: {
    "build create": `
      make a build, build my program, build program, program ready to run, turn into a build, draft
      into, make immutable, finalize a program, freeze the draft, finished program, program is
      ready, turn the draft, turn into, immutable, publish, compile, release, package
    `,
    build: `
      compiled program, release, artifact, bundle
    `,
    "build diff compare": `
      two versions of a built program, two versions, what is new, differs, effect of an upgrade,
      difference, breaking, change, what changed, compare, migration, incompatible
    `,
    "build contract": `
      api docs, api documentation, docs, documentation, openapi, swagger, api document, api
      description, specification
    `,
    "build retrieve": `
      one build, what is in a build, findings of a build, details of a build
    `,
    "build list": `
      list builds, built programs, all releases
    `,
    "build source": `
      source code, code, text of the program
    `,
    "product build apply": `
      switch product, another build, move product to, make the product use, newest build, use the
      new program, take the new program, put into a product, start using a build, product should
      run, deploy, upgrade, install, roll out, rollout, ship, migrate, new version, switch to, run a
      build, activate a build, use a build
    `,
  },
  done: {
    "build.create": "Built a program",
  },
};
