/** Decision table of provider.reseal, which main runs while the seal key is rotated. */
import assert from "node:assert/strict";
import {
  configured,
  documentOf,
  PLATFORM,
} from "../../../test/support/features/provider/providers.ts";
import { decisionTable } from "../../../test/world/decision_table.ts";
import { providerReseal } from "./provider.reseal.ts";

const ONE = { seen: "sealed-one", sealed: "anew-one" };
const TWO = { seen: "sealed-two", sealed: "anew-two" };

decisionTable(providerReseal, {
  given(world) {
    configured(world, "acme", "one");
    return { document: configured(world, "acme", "two") };
  },
  input: () => ({ provider: "acme", user: "ada/1000", secrets: [TWO, ONE] }),
  asking: () => PLATFORM,
  stepMs: 1_000,
  rows: [
    {
      title: "both secrets of a change",
      outcome: "the new texts in their places, all else as it was",
      check(_result, { world, document }) {
        const { secrets, status, url } = documentOf(world, "acme");
        assert.deepEqual(
          secrets.map(({ sealed }) => sealed),
          ["anew-two", "anew-one"],
        );
        assert.equal(secrets[1]?.untilMs, document.secrets[1]?.untilMs);
        assert.deepEqual([status, url], [document.status, document.url]);
      },
    },
    {
      title: "the secrets of before a change",
      input: { secrets: [ONE] },
      code: "state_conflict",
      details: { expected: "the secrets seen", actual: "others" },
    },
    { title: "a name of nobody", input: { provider: "other" }, code: "resource_not_found" },
  ],
});
