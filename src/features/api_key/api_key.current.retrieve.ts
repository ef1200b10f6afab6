/** api_key.current.retrieve: the API key in use, without its secret, and the operations it may call. */
import { invariant } from "../../base/invariant.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { ApiKey, apiKeyDocument } from "./api_key_document.ts";

export const apiKeyCurrentRetrieve = declareRead({
  id: "api_key.current.retrieve",
  summary: "Retrieve the API key in use",
  description:
    "Who you are: the key that sent the request, its Product and environment, and the operations that it may call. The first request of a new client.",
  http: { method: "GET", path: "/api-keys/current" },
  principals: ["product_key"],
  scope: undefined,
  ofItself: { because: "A key tells whoever has it what it can do, and so nothing about others." },
  output: ApiKey,
  refusals: [],
  read(_snapshot, _input, { caller }) {
    invariant(caller.kind === "product_key", "an operation for Product keys is called with one");
    return found(apiKeyDocument(caller.key));
  },
});
