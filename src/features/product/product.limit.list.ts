/** product.limit.list: what a Product's program caps, over the Product or over each subject, and what is used. */
import { type Static, Type } from "@sinclair/typebox";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { numberKey } from "../../contract/tables/table.ts";
import {
  BalanceAmount,
  Currency,
  Cursor,
  Id,
  Limit,
  listOf,
} from "../../contract/values/formats.ts";
import { answerPage, type WalkRow } from "../../contract/values/page.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import { aggregateKey, limitKey } from "../object/object_state.ts";
import { sourceOfSnapshot } from "../object/snapshot_source.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { ProductPath } from "./product_company.ts";
import { compiledIn, programIn } from "./running_program.ts";

const ProgramLimit = Type.Object(
  {
    type: described(
      Type.Union([Type.Literal("limit"), Type.Literal("aggregate")]),
      "`limit`: of the program's `limits`, refused with `exposure_cap_exceeded`. `aggregate`: a capped count or sum of a kind, refused with `noun_aggregate_cap_exceeded`.",
    ),
    name: Type.String({ description: "What the program calls it, as `details` of a refusal do." }),
    kind: Type.String({ description: "The kind of objects that are counted or added up." }),
    measure: Type.String({
      description: "What is measured, in the language of programs: `sum(rem.loan.outstanding)`.",
    }),
    scope: described(
      Type.Union([Type.Literal("product"), Type.Literal("subject")]),
      "`product`: over the whole Product. `subject`: over each customer alone.",
    ),
    currency: Type.Optional(
      described(Currency, "The currency that is added up; absent of a count, and of each one."),
    ),
    cap: Type.Optional(
      described(
        BalanceAmount,
        "The most that it may be: minor units, or objects of a count. Absent where each object has its own.",
      ),
    ),
    capExpression: Type.Optional(
      Type.String({
        description: "How the program reckons the most for each object; absent where `cap` stands.",
      }),
    ),
    used: Type.Optional(
      described(
        BalanceAmount,
        "What it is now, in the measure of the cap; of the scope `subject` that of `subjectId`, and absent without it.",
      ),
    ),
  },
  {
    title: "ProgramLimit",
    description: "A cap of a Product's program, and how much of it is used in one environment.",
    additionalProperties: false,
  },
);
type ProgramLimit = Static<typeof ProgramLimit>;

/** A cap without its use, and the key of the total that is its use. */
type Capped = {
  shown: Omit<ProgramLimit, "used">;
  keyIn(realm: number, scope: string): string;
};

export const productLimitList = declareRead({
  id: "product.limit.list",
  summary: "List the limits of a Product",
  description:
    "The limits of the program that the Product runs, in its order; then the capped counts and sums of its kinds that are over the Product or over each subject, by kind and name, one for each currency. A Product without a Build has none.",
  http: { method: "GET", path: "/products/{productId}/limits" },
  principals: PRODUCT_CALLERS,
  scope: "products:read",
  acts: { on: "product", by: "productId" },
  path: ProductPath,
  query: Type.Object(
    {
      subjectId: Type.Optional(
        described(Id("cust"), "The customer whose use is shown where the scope is `subject`."),
      ),
      limit: Type.Optional(Limit),
      cursor: Type.Optional(Cursor),
    },
    { additionalProperties: false },
  ),
  output: listOf(ProgramLimit, "ProgramLimitList"),
  refusals: ["resource_not_found"],
  read(snapshot, { limit, cursor, ...filters }, context) {
    const { productId, subjectId } = filters;
    const { principal, realm } = context;
    const otherProduct = refuseOtherProduct(principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    const running = programIn(snapshot, realm);
    const program =
      running && realm !== undefined ? compiledIn(snapshot, realm, running.buildId) : undefined;
    const all = program === undefined ? [] : [...limitsOf(program), ...aggregatesOf(program)];
    const usedOf = ({ shown: { scope }, keyIn }: Capped): string | undefined => {
      const whose = scope === "product" ? "" : subjectId;
      if (whose === undefined || realm === undefined) return undefined;
      return String(sourceOfSnapshot(snapshot, realm).total(keyIn(realm, whose)));
    };
    function* walk(position: string | undefined): Generator<WalkRow<ProgramLimit>> {
      for (const [index, each] of all.entries()) {
        const own = numberKey(index);
        if (position !== undefined && own <= position) continue;
        const used = usedOf(each);
        yield { position: own, item: { ...each.shown, ...(used !== undefined && { used }) } };
      }
    }
    // A cursor numbers the limits of one Build.
    const request = {
      limit: limit === undefined ? undefined : String(limit),
      cursor,
      filters: { ...filters, buildId: running?.buildId },
      walk,
    };
    return answerPage(request, context);
  },
});

function limitsOf({ limits, typed }: CompiledProgram): Capped[] {
  const sources = new Map(typed.limits.map(({ source }) => [source.name, source]));
  return limits.map(({ name, measure, currency, cap, isOfSubject }) => ({
    shown: {
      type: "limit",
      name,
      kind: measure.kind,
      measure: sources.get(name)?.measure ?? "",
      scope: isOfSubject ? "subject" : "product",
      ...(currency !== undefined && { currency }),
      cap: String(cap),
    },
    keyIn: (realm, scope) => limitKey(realm, { name, scope }),
  }));
}

function aggregatesOf({ typed, currencies }: CompiledProgram): Capped[] {
  return [...typed.nouns.values()].flatMap(({ kind, source: { aggregates = {} } }) =>
    Object.entries(aggregates).flatMap(([name, { scope, count, currency: written, cap }]) => {
      if (scope === "self" || cap === undefined) return [];
      const own = count === true ? [undefined] : currenciesOf(written, currencies);
      return own.map(
        (currency): Capped => ({
          shown: {
            type: "aggregate",
            name,
            kind,
            measure: `agg.${kind}.${name}`,
            scope,
            ...(currency !== undefined && { currency }),
            ...shownCap(cap),
          },
          keyIn: (realm, owner) => aggregateKey(realm, { kind, name, scope: owner, currency }),
        }),
      );
    }),
  );
}

/** Those that a sum may be in: the one that its program writes, or every one, where the object says. */
function currenciesOf(written: string | undefined, all: readonly string[]) {
  if (written === undefined) return [undefined];
  const fixed = /^['"]([A-Z0-9]+)['"]$/.exec(written)?.[1];
  return fixed === undefined ? all : [fixed];
}

function shownCap(cap: number | string): Pick<ProgramLimit, "cap" | "capExpression"> {
  const fixed = /^(?:amount\(['"](\d+)['"]\)|(\d+))$/.exec(String(cap));
  const value = fixed?.[1] ?? fixed?.[2];
  return value === undefined ? { capExpression: String(cap) } : { cap: value };
}
