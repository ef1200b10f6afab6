/** product.noun.retire: a Product gives up a kind of objects in one environment, for ever. */
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { COMPANY_CALLERS } from "../../contract/declare/principal_lists.ts";
import { nounRetired } from "../../programs/run/refusals.ts";
import { kindNotFound } from "../object/object_refusals.ts";
import { KindPath } from "../object/object_schema.ts";
import type { ObjectState } from "../object/object_state.ts";
import { refuseMoneyOfKind } from "../object/own_money.ts";
import { refuseOtherProduct } from "../own_product.ts";
import {
  NOUN_RETIRED,
  type NounRetired,
  NounRetirement,
  nounRetirement,
} from "./noun_retirement.ts";
import { compiledOf, programOf } from "./running_program.ts";

export const productNounRetire = declareWrite<ObjectState>()({
  id: "product.noun.retire",
  summary: "Retire a kind of objects",
  description:
    "For ever, in the environment that is asked for. From then on no object of the kind is made and no action of one is called, by the clock neither; objects that are there can still be read. Their own accounts must be empty.",
  http: { method: "POST", path: "/products/{productId}/nouns/{kind}/retire" },
  principals: COMPANY_CALLERS,
  scope: "products:write",
  acts: { on: "product", by: "productId" },
  path: KindPath,
  output: NounRetirement,
  refusals: [
    "resource_not_found",
    "noun_retired",
    "noun_account_not_drained",
    "ledger_unavailable",
  ],
  events: ["product.noun_retired"],
  decide(state, { productId, kind }, context) {
    const { realm, principal, nowMs } = context;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const running = programOf(state, realm);
    if (running?.retiredKinds.includes(kind) === true) return nounRetired(kind);
    const program = running && compiledOf(state, realm, running.buildId);
    // A kind of an earlier Build is either of this one too, or was given up by a migration.
    if (running === undefined || program?.nouns.has(kind) !== true) {
      return kindNotFound(kind, program);
    }
    const held = refuseMoneyOfKind(state, realm, kind);
    if (held !== undefined) return held;
    const { buildId } = running;
    const fact: NounRetired = { kind: NOUN_RETIRED, noun: kind, buildId, retiredAtMs: nowMs };
    return accept([fact], nounRetirement(fact, principal));
  },
});
