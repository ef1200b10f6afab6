/** The examples that codes declare (`CodeDeclaration`), in the form of an answer. */
import { DECLARED_CODES, type ErrorCode } from "../refusals/error_catalog.ts";
import { idOf } from "../refusals/example_values.ts";

/** The envelope of a refusal with `code`; undefined where no example is written. */
export function errorExample(code: ErrorCode, operation: string): object | undefined {
  const { exampleMessage: message, exampleDetails: details } = DECLARED_CODES[code];
  if (message === undefined) return undefined;
  const docUrl = `https://money.example/docs/errors/${code}`;
  return {
    error: { code, message, details: { ...details, operation, docUrl } },
    requestId: idOf("req"),
  };
}
