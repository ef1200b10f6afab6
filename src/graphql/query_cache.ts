/**
 * Queries made ready for execution, by text and operation name: priced, validated and planned.
 * graphql-js executes a text that comes for the first time, because a text that comes only once is
 * not worth compiling; graphql-jit compiles a text that comes again (decision 0021).
 */
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  getVariableValues,
  Kind,
  validate,
  visit,
} from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";
import { invariant } from "../base/invariant.ts";
import { LruMap } from "../base/lru_map.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import type { Answers } from "./answers.ts";
import { costOf } from "./cost.ts";
import { type ChosenOperation, chooseOperation, refuseErrors } from "./document.ts";
import { RULES } from "./field_merging.ts";
import { ERRORS_MAX } from "./limits.ts";
import { type PlanNode, planOf, type Variables } from "./plan.ts";

/**
 * Queries that are kept, and tokens of all of them. One token takes about 250 bytes of tree and
 * code.
 */
export const QUERIES_MAX = 500;
export const CACHED_TOKENS_MAX = 131_072;
/**
 * Plans that are kept of one query: one for each set of values of the variables that skip fields.
 */
const PLANS_MAX = 8;
/** A text is compiled at its second use. */
const COMPILED_AT_USE = 2;
/**
 * The last queries, whose texts are compared with a new text before the look-up: a text that has
 * just arrived has no hash yet, and hashing 3 KB takes 4 us, comparing them 0.1 us.
 */
const COMPARED_MAX = 4;

/** A query that may run. */
export type ReadyQuery = {
  refused: false;
  rootFields: number;
  /** The variables as the query declares them; defaults filled in. */
  variablesOf(raw: Variables): { refused: false; values: Variables } | Refusal<"invalid_request">;
  planFor(variables: Variables): readonly PlanNode[];
  /** Synchronous, because everything was loaded before. `raw`: the variables as they were sent. */
  execute(answers: Answers, raw: Variables): ExecutionResult;
};

export type QueryCache = {
  /** The ready query of a document; equal documents with equal names share one ready query. */
  ready(text: string, operationName: string | undefined): ReadyQuery | Refusal<"invalid_request">;
  counts(): { kept: number; compiled: number; executedByGraphqlJs: number };
};

/** `compiles` false: graphql-js runs every query, and no query is kept (for comparison). */
export function openQueryCache(
  schema: GraphQLSchema,
  { compiles }: { compiles: boolean },
): QueryCache {
  type Entry = { query: ReadyQuery; countUse(): void };
  const kept = new LruMap<Entry>({ countMax: QUERIES_MAX, weightMax: CACHED_TOKENS_MAX });
  const recent: { text: string; operationName: string | undefined; entry: Entry }[] = [];
  const totals = { compiled: 0, executedByGraphqlJs: 0 };

  function prepare(
    text: string,
    operationName: string | undefined,
  ): { entry: Entry; tokens: number } | Refusal<"invalid_request"> {
    const chosen = chooseOperation(text, operationName);
    if (chosen.refused) return chosen;
    const cost = costOf(chosen);
    if (cost.refused) return cost;
    const errors = faultsOf(schema, chosen);
    if (errors.length > 0) return refuseErrors(errors);
    let uses = 0;
    let compiled: CompiledQuery | undefined;
    const query: ReadyQuery = {
      refused: false,
      rootFields: cost.rootFields,
      variablesOf: coercerOf(schema, chosen),
      planFor: plansOf(schema, chosen),
      execute(answers, raw) {
        if (compiled === undefined) {
          totals.executedByGraphqlJs++;
          return executePlainly(schema, chosen, answers, raw);
        }
        return settled(compiled.query(undefined, answers, raw));
      },
    };
    const countUse = () => {
      if (++uses !== COMPILED_AT_USE) return;
      compiled = compiledOf(schema, chosen);
      if (compiled !== undefined) totals.compiled++;
    };
    return { entry: { query, countUse }, tokens: chosen.tokens };
  }

  return {
    ready(text, operationName) {
      for (const known of recent) {
        if (known.text !== text || known.operationName !== operationName) continue;
        known.entry.countUse();
        return known.entry.query;
      }
      // No text that parses begins with a name and a line's end: the two kinds of keys differ.
      const key = operationName === undefined ? text : `${operationName}\n${text}`;
      let entry = kept.get(key);
      if (entry === undefined) {
        const prepared = prepare(text, operationName);
        if ("refused" in prepared) return prepared;
        entry = prepared.entry;
        if (compiles) kept.set(key, entry, prepared.tokens);
      }
      if (compiles) {
        recent.unshift({ text, operationName, entry });
        if (recent.length > COMPARED_MAX) recent.pop();
      }
      entry.countUse();
      return entry.query;
    },
    counts: () => ({ kept: kept.size, ...totals }),
  };
}

/** Keeps one plan for each set of values of the variables that skip fields. */
function plansOf(schema: GraphQLSchema, chosen: ChosenOperation): ReadyQuery["planFor"] {
  const names = skippingVariables(chosen.document);
  const plans = new LruMap<PlanNode[]>({ countMax: PLANS_MAX, weightMax: PLANS_MAX });
  return (variables) => {
    const key = names.map((name) => String(variables[name])).join();
    const known = plans.get(key);
    if (known !== undefined) return known;
    const plan = planOf(schema, chosen, variables);
    plans.set(key, plan, 1);
    return plan;
  };
}

function skippingVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  const skipping = [GraphQLSkipDirective.name, GraphQLIncludeDirective.name];
  visit(document, {
    Directive({ name, arguments: args = [] }) {
      if (!skipping.includes(name.value)) return;
      for (const { value } of args) {
        if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      }
    },
  });
  return [...names];
}

/** Why the document is not valid. */
function faultsOf(schema: GraphQLSchema, { document }: ChosenOperation): readonly GraphQLError[] {
  return validate(schema, document, RULES, { maxErrors: ERRORS_MAX });
}

/** Coerces variables. Most variables are strings that are sent as strings, and stay as they are. */
function coercerOf(
  schema: GraphQLSchema,
  { operation }: ChosenOperation,
): ReadyQuery["variablesOf"] {
  const definitions = operation.variableDefinitions ?? [];
  const plain = definitions.flatMap(({ variable, type, defaultValue }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    const isText = named.kind === Kind.NAMED_TYPE && named.name.value === GraphQLString.name;
    return isText && defaultValue === undefined ? [variable.name.value] : [];
  });
  const allPlain = plain.length === definitions.length;
  return (raw) => {
    if (allPlain && plain.every((name) => typeof raw[name] === "string")) {
      return { refused: false, values: raw };
    }
    const { coerced, errors } = getVariableValues(schema, definitions, raw, {
      maxErrors: ERRORS_MAX,
    });
    return errors === undefined ? { refused: false, values: coerced } : refuseErrors(errors);
  };
}

function compiledOf(schema: GraphQLSchema, chosen: ChosenOperation): CompiledQuery | undefined {
  const compiled = compileQuery(schema, chosen.document, chosen.operation.name?.value ?? "", {
    // Without this option graphql-jit treats skip and include wrongly inside a fragment that is
    // spread twice (graphql-jit, pull request 199).
    useExperimentalPathBasedSkipInclude: true,
    disablingCapturingStackErrors: true,
    // The answer of a read fits its schema already: REST sends the same values.
    disableLeafSerialization: true,
  });
  return isCompiledQuery(compiled) ? compiled : undefined;
}

function executePlainly(
  schema: GraphQLSchema,
  { document, operation }: ChosenOperation,
  answers: Answers,
  raw: Variables,
): ExecutionResult {
  const result = execute({
    schema,
    document,
    operationName: operation.name?.value ?? null,
    contextValue: answers,
    variableValues: raw,
  });
  return settled(result);
}

function settled(result: ExecutionResult | Promise<ExecutionResult>): ExecutionResult {
  invariant(!(result instanceof Promise), "no resolver waits, so no execution does");
  return result;
}
