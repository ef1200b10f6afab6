/**
 * What the contract says of an input beyond the compiled check, in keywords that the check does not read (`enum` of
 * late values, `if`, `not`, patterns for readers): the operation's own check refuses exactly what they forbid. The
 * verdict of the contract is that of a validator that is not ours.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { validatorOf } from "../../test/support/schema_validator.ts";
import { openApiDocument } from "../contract/document/openapi.ts";
import { EXAMPLE_DOCUMENT } from "./entity/kyc_document_schema.ts";
import { ABOUT } from "./published.ts";
import { operations } from "./registry.ts";

type Body = Record<string, unknown>;
type Declared = {
  http: { method: string; path: string };
  body?: TSchema;
  check?(input: Body): readonly { message: string }[];
};

const { paths, components } = openApiDocument(operations, ABOUT, {
  serverUrl: "/v1",
}) as unknown as {
  paths: Record<string, Record<string, Body>>;
  components: { parameters: Record<string, Body>; headers: Body };
};

const SIGN_UP = {
  email: "ada@example.com",
  password: "a poetical science of numbers",
  displayName: "Ada",
  proofOfWork: "x",
};
const VERIFICATION = { verificationId: "ver_1KMYW3F00000000001X000006A" };
const FIELDS = [{ field: "email", reason: "unreadable" }];
const ENDPOINT = {
  productId: "prod_1KMYW3F000000000002000001B",
  url: "https://shop.example/webhooks",
  eventTypes: ["transfer.posted"],
};
const JPEG = { contentType: "image/jpeg", contentBase64: "/9j/4AAQ" };
const PDF = { contentType: "application/pdf", contentBase64: "JVBERi0xLjcK" };
const PNG = { contentType: "image/png", contentBase64: EXAMPLE_DOCUMENT.contentBase64 };

/** Bodies by operation. Of a file the digest is left out of account: no schema can say what it must be. */
const BODIES: Record<string, Body[]> = {
  "user.signup": [
    { ...SIGN_UP, company: "Ltd" },
    { ...SIGN_UP, invitationToken: "t" },
    { ...SIGN_UP, company: "Ltd", invitationToken: "t" },
    SIGN_UP,
    ...["a@b", "a!b@example.com", "-a@example.com", "a.b@1-2.3x", "a@b.3", "a@b.1-2"].map(
      (email) => ({ ...SIGN_UP, company: "Ltd", email }),
    ),
  ],
  "sandbox.kyc_outcome.create": ["verified", "rejected", "requires_input"].flatMap((outcome) => [
    { ...VERIFICATION, outcome },
    { ...VERIFICATION, outcome, tier: "tier_1" },
    { ...VERIFICATION, outcome, fields: FIELDS },
    { ...VERIFICATION, outcome, tier: "tier_1", fields: FIELDS },
  ]),
  "entity.kyc.document.create": [JPEG, PDF, PNG].flatMap(({ contentType }) =>
    [JPEG, PDF, PNG, { contentBase64: "JVBERi4x" }, { contentBase64: "iVBORw0KGgo" }].map(
      ({ contentBase64 }) => ({ ...EXAMPLE_DOCUMENT, contentType, contentBase64 }),
    ),
  ),
  "webhook_endpoint.create": [
    ...[["*"], ["transfer.posted", "*"], ["transfer.nothing"], ["0"]].map((eventTypes) => ({
      ...ENDPOINT,
      eventTypes,
    })),
    ...["HTTPS://bücher.example/a?b=c", "ftp://a.example", "https://a:b@c.example/", "https:"].map(
      (url) => ({ ...ENDPOINT, url }),
    ),
    ...["https://a.example/#b", "https://a.example/\u0085", "https://a.example\\b", "a b"].map(
      (url) => ({ ...ENDPOINT, url }),
    ),
  ],
  "webhook_endpoint.update": [["*"], ["transfer.nothing"]].map((eventTypes) => ({ eventTypes })),
  "sandbox.event.trigger": ["transfer.posted", "transfer.nothing", "*"].map((eventType) => ({
    eventType,
  })),
};

function declared(id: string): Declared {
  const found = operations.find((operation) => operation.id === id);
  assert.ok(found !== undefined, id);
  return found as unknown as Declared;
}

/** The operation in the contract. */
function publishedAt(method: string, path: string): Body {
  const found = paths[path]?.[method.toLowerCase()];
  assert.ok(found !== undefined, path);
  return found;
}

/** Whether the contract allows the body. */
function verdictOf({ http: { method, path } }: Declared): (body: Body) => boolean {
  const { requestBody } = publishedAt(method, path) as {
    requestBody: { content: { "application/json": { schema: object } } };
  };
  const { schema } = requestBody.content["application/json"];
  const { schemaFaults, faultsOf } = validatorOf({ ...schema, components });
  assert.deepEqual(schemaFaults, []);
  return (body) => faultsOf(body).length === 0;
}

for (const [id, bodies] of Object.entries(BODIES)) {
  test(`published inputs: ${id}, ${bodies.length} bodies -> the contract allows what is taken, and no more`, () => {
    const operation = declared(id);
    const isAllowed = verdictOf(operation);
    const verdicts = bodies.map((body) => {
      const own = operation.check?.(body) ?? [];
      const isTaken =
        Value.Check(operation.body as TSchema, body) &&
        own.every(({ message }) => message.startsWith("sha256 "));
      assert.equal(isAllowed(body), isTaken, `${JSON.stringify(body)}: ${JSON.stringify(own)}`);
      return isTaken;
    });
    assert.ok(verdicts.includes(true) && verdicts.includes(false), "both verdicts occur");
  });
}

test("published inputs: the types of things that events are about -> listed, and no other is taken", () => {
  const { parameters } = publishedAt("GET", "/events") as { parameters: Body[] };
  const plain = parameters.map((one) => {
    const name = String(one["$ref"] ?? "")
      .split("/")
      .at(-1) as string;
    return components.parameters[name] ?? one;
  });
  const { schema } = plain.find(({ name }) => name === "resourceType") as { schema: object };
  const { faultsOf } = validatorOf({ ...schema, components });
  const list = declared("event.list");
  for (const resourceType of ["transfer", "webhook_endpoint", "transfers", "0"]) {
    const isTaken = (list.check?.({ resourceType }) ?? []).length === 0;
    assert.equal(faultsOf(resourceType).length === 0, isTaken, resourceType);
  }
});

test("published inputs: X-Request-Id -> any text, as none is refused; that of an answer has its form", () => {
  const { schema, description } = components.parameters["RequestId"] as Record<string, Body>;
  assert.deepEqual(schema, { type: "string" });
  assert.match(String(description), /is not refused: a fresh id replaces it/);
});
