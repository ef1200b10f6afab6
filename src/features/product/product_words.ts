/** The words of products: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const productWords: NounWords = {
  ids: { prod: "a Product" },
  scopes: {
    products: { group: "Company", name: "Products" },
  },
  synonyms: {
    product: `
      app, application, project, workspace, program of mine
    `,
    "product activation": `
      get real money, real money, real customers, leave the sandbox, allowed in live, become live,
      start for real, requirements for live, go live, going live, production, launch, live, ready,
      missing for live, prod, go to production
    `,
    "product list": `
      which products do we have, our apps, all apps
    `,
    "product create": `
      new app, start a new product, set up a product, new sandbox
    `,
    "product update": `
      change name of product, rename app
    `,
    "product retrieve": `
      one product, product details, settings of a product, is product live
    `,
    "product limit": `
      how much may be moved, biggest amount, per day, daily limit, allowance of the program, cap,
      maximum, quota, threshold, ceiling, allowed, restriction, most, spending limit, velocity
    `,
  },
  sameMeaning: [["live", "production", "activation", "go"]],
  done: {
    "product.build.apply": "Put a Build into a Product",
    "product.activation.cancel": "Took back a request for live",
    "product.activation.request": "Asked for live for a Product",
    "product.close": "Asked to close a Product",
    "product.create": "Made a Product",
    "product.disable": "Disabled a Product",
    "product.enable": "Enabled a Product",
    "product.update": "Renamed a Product",
  },
};
