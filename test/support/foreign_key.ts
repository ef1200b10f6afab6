/** For tests over HTTP: a Product key that another server made, whole and well-formed. */
import { randomBytes } from "node:crypto";
import { makeApiKey } from "../../src/access/api_key.ts";

/** The text of the key. The server under test knows neither its identity nor its secret. */
export function keyOfAnotherServer(): string {
  return makeApiKey("sandbox", randomBytes, randomBytes(32)).text;
}
