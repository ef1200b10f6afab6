/** What an edge asks the outbox for, and how much of it at a time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FetchedDocument } from "../contract/declare/fetched_document.ts";
import { ASKED_MAX, askedDocuments } from "./asked_documents.ts";

const RULES = { allowsLoopback: false };

test("asked documents: as many as may be asked for, and one more -> busy; one that ended makes room", async () => {
  const answers: ((fetched: FetchedDocument) => void)[] = [];
  const ask = () => new Promise<FetchedDocument>((resolve) => void answers.push(resolve));
  const documents = askedDocuments(ask, RULES);
  const asked = Array.from({ length: ASKED_MAX }, () => documents.fetch("https://a.example/x"));
  assert.deepEqual(await documents.fetch("https://a.example/x"), { fault: "busy" });
  for (const answer of answers.splice(0)) answer({ text: "{}" });
  await Promise.all(asked);
  const next = documents.fetch("https://a.example/x");
  for (const answer of answers) answer({ text: "[]" });
  assert.deepEqual(await next, { text: "[]" });
});

test("asked documents: the outbox cannot be asked -> busy", async () => {
  const documents = askedDocuments(() => Promise.reject(new Error("ended")), RULES);
  assert.deepEqual(await documents.fetch("https://a.example/x"), { fault: "busy" });
});
