/** The webhooks of the contract document: what each receiver gets, and that events are what it says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { documentText, openApiDocument } from "../../../src/contract/document/openapi.ts";
import { announcedEventTypes } from "../../../src/features/announced.ts";
import { exampleEventOf } from "../../../src/features/event/event_type_schema.ts";
import { ABOUT } from "../../../src/features/published.ts";
import { operations, SHARD_FEATURES, tagsOf } from "../../../src/features/registry.ts";
import { coinCreate, documentOf } from "../../support/contract/coins.ts";
import { faultsOf, resolve, type Schema } from "../../support/json_schema.ts";

const DOCUMENT = JSON.parse(
  documentText(openApiDocument(operations, ABOUT, { serverUrl: "/v1" })),
) as {
  webhooks: Record<string, { post: Webhook }>;
  tags: { name: string; description?: string }[];
  components: {
    schemas: Record<string, { properties?: Record<string, { description?: string }> }>;
  };
};

type Webhook = {
  operationId: string;
  tags: string[];
  parameters: { $ref: string }[];
  requestBody: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, { $ref: string }>;
};

test("webhooks: every type of event -> one POST, in alphabetical order", () => {
  const types = [...announcedEventTypes().keys()].sort();
  assert.deepEqual(Object.keys(DOCUMENT.webhooks), types);
  const ids = Object.values(DOCUMENT.webhooks).map(({ post }) => post.operationId);
  assert.deepEqual(
    ids,
    types.map((type) => `webhook.${type}`),
  );
});

test("webhooks: each -> three headers of Standard Webhooks, each declared once, and any 2XX", () => {
  for (const { post } of Object.values(DOCUMENT.webhooks)) {
    const headers = post.parameters.map(({ $ref }) => resolve(DOCUMENT, $ref));
    assert.deepEqual(
      headers.map(({ name, in: place, required }) => [name, place, required]),
      ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [
        name,
        "header",
        true,
      ]),
    );
    assert.deepEqual(Object.keys(post.responses), ["2XX"]);
    assert.ok(resolve(DOCUMENT, String(post.responses["2XX"]?.$ref))["description"]);
    assert.ok(DOCUMENT.tags.some(({ name }) => name === post.tags[0]));
  }
});

test("webhooks: their order -> the contract says that it is not kept, and what sorts", () => {
  const { description = "" } = DOCUMENT.tags.find(({ name }) => name === "Webhooks") ?? {};
  assert.match(description, /the order is not kept/);
  assert.match(description, /Sort by `sequence`, as a number/);
  const { sequence } = DOCUMENT.components.schemas["Event"]?.properties ?? {};
  assert.match(sequence?.description ?? "", /Webhooks do not keep this order: sort by this number/);
});

for (const [type, eventType] of announcedEventTypes()) {
  test(`webhooks: ${type} -> its schema takes its example, thin or not, and no other type`, () => {
    const { schema } = DOCUMENT.webhooks[type]?.post.requestBody.content["application/json"] ?? {};
    assert.ok(schema !== undefined);
    const [event] = schema["allOf"] as [Schema];
    const example = exampleEventOf(eventType) as { data: object };
    const thin = { ...example, data: { ...example.data, object: null, thin: true } };
    for (const delivered of [example, thin]) {
      assert.deepEqual(faultsOf(DOCUMENT, event, delivered), []);
      assert.deepEqual(faultsOf(DOCUMENT, schema, delivered), []);
    }
    assert.notDeepEqual(faultsOf(DOCUMENT, schema, { ...example, type: "other.happened" }), []);
    const empty = { ...example, data: { ...example.data, object: {} } };
    assert.notDeepEqual(faultsOf(DOCUMENT, schema, empty), []);
  });
}

test("webhooks: a document of no types -> has no such section", () => {
  assert.equal("webhooks" in documentOf([coinCreate as never]), false);
  assert.ok(tagsOf(SHARD_FEATURES).some(({ name }) => name === "Events"));
});
