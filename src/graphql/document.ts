/**
 * Makes a document from its text and prices it, before any expensive work: tokens and depth are
 * checked before the text is parsed, root fields and selections before the document is validated.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  parse,
  Source,
  type Token,
  TokenKind,
} from "graphql";
import { withoutCredentials } from "../access/credential_text.ts";
import { cutText, isUnusableText, UNUSABLE_TEXT } from "../base/json_faults.ts";
import { didYouMean } from "../base/nearest.ts";
import type { Refusal } from "../contract/refusals/refusal.ts";
import { refuseIssues } from "../contract/values/page.ts";
import { DEPTH_MAX, refuseLimit, TOKENS_MAX } from "./limits.ts";

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** The operation that the request asks for, and the fragments that it may spread. */
export type ChosenOperation = {
  refused: false;
  document: DocumentNode;
  tokens: number;
  operation: OperationDefinitionNode;
  fragments: Fragments;
};

const OPENING = new Set<TokenKind>([TokenKind.BRACE_L, TokenKind.PAREN_L, TokenKind.BRACKET_L]);
const CLOSING = new Set<TokenKind>([TokenKind.BRACE_R, TokenKind.PAREN_R, TokenKind.BRACKET_R]);

/** Parses `text` and finds the operation of that name, or the only operation. */
export function chooseOperation(
  text: string,
  operationName: string | undefined,
): ChosenOperation | Refusal<"invalid_request"> {
  try {
    const tokens = measured(text);
    if (typeof tokens !== "number") return tokens;
    const document = parse(text, { noLocation: false, maxTokens: TOKENS_MAX });
    return chosenOf(document, tokens, operationName);
  } catch (cause) {
    if (cause instanceof GraphQLError) return refuseErrors([cause]);
    throw cause;
  }
}

/** The errors of parsing, validation or variables, each an issue. */
export function refuseErrors(errors: readonly GraphQLError[]): Refusal<"invalid_request"> {
  return refuseIssues(
    errors.map(({ message, locations }) => ({
      code: "graphql",
      message: at(shownMessage(message), locations?.[0]),
      path: ["query"],
    })),
  );
}

/** The most characters of an error of the library that an answer repeats. */
const MESSAGE_MAX = 300;
/** How the library repeats a value that does not fit its variable. */
const REPEATED_VALUE = /got invalid value .*?(; |$| at )/s;
/** How the library repeats a value that its type cannot have. */
const REPRESENTED = /(cannot represent [^:]*): .*$/s;

/** The library's message without the value of a variable, which may be anything, and not too long. */
function shownMessage(message: string): string {
  const told = withoutCredentials(
    message.replace(REPEATED_VALUE, "got an invalid value$1").replace(REPRESENTED, "$1"),
  );
  return told.length <= MESSAGE_MAX ? told : `${cutText(told, MESSAGE_MAX)}…`;
}

function at(message: string, place: { line: number; column: number } | undefined): string {
  return place === undefined ? message : `${message} (line ${place.line}, column ${place.column})`;
}

/** Counts tokens and checks the depth before the parser runs, because the parser is recursive. */
function measured(text: string): number | Refusal<"invalid_request"> {
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  let depth = 0;
  for (;;) {
    const token = lexer.advance();
    const { kind } = token;
    if (kind === TokenKind.EOF) return tokens;
    if (isUnusableText(token.value ?? "")) return refuseText(token);
    tokens++;
    if (OPENING.has(kind)) depth++;
    else if (CLOSING.has(kind)) depth--;
    if (tokens > TOKENS_MAX) {
      return refuseLimit("tokens", TOKENS_MAX, `the document has more than ${TOKENS_MAX} tokens`);
    }
    if (depth > DEPTH_MAX) {
      return refuseLimit("depth", DEPTH_MAX, `the document is nested deeper than ${DEPTH_MAX}`);
    }
  }
}

/** A string literal can escape NUL; the parser itself refuses half of a surrogate pair. */
function refuseText(token: Token): Refusal<"invalid_request"> {
  const message = at(`a string ${UNUSABLE_TEXT}`, token);
  return refuseIssues([{ code: "text", message, path: ["query"] }]);
}

function chosenOf(
  document: DocumentNode,
  tokens: number,
  operationName: string | undefined,
): ChosenOperation | Refusal<"invalid_request"> {
  const operations: OperationDefinitionNode[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  const named =
    operationName === undefined
      ? operations
      : operations.filter(({ name }) => name?.value === operationName);
  const [operation] = named;
  if (operation === undefined) {
    if (operationName === undefined) return refuseOperation("the document has no operation");
    const names = operations.flatMap(({ name }) => (name === undefined ? [] : [name.value]));
    const hint = didYouMean(operationName, names);
    return refuseOperation(`the document has no operation with the name of operationName${hint}`);
  }
  if (operationName === undefined && named.length > 1) {
    const message = "the document has several operations; name one of them in operationName";
    return refuseOperation(message);
  }
  if (operation.operation !== "query") {
    const message = `this endpoint reads only, and takes no ${operation.operation}; changes are made by the REST operations`;
    return refuseLimit("operation", 0, message);
  }
  return { refused: false, document, tokens, operation, fragments };
}

function refuseOperation(message: string): Refusal<"invalid_request"> {
  return refuseIssues([{ code: "operation", message, path: ["operationName"] }]);
}
