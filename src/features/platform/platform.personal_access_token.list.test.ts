/** Decision table of platform.personal_access_token.list. */
import assert from "node:assert/strict";
import { givenTokens } from "../../../test/support/features/personal_access_token/tokens.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { platformPersonalAccessTokenList } from "./platform.personal_access_token.list.ts";

platformTable(platformPersonalAccessTokenList, {
  given: givenTokens,
  input: ({ mine }) => ({ userId: mine.userId }),
  asking: () => ({ caller: { kind: "operator", user: "ada/1000" } }),
  rows: [
    {
      title: "a person",
      outcome: "that person's tokens alone",
      check: ({ reply }) =>
        assert.deepEqual(
          reply.items.map(({ name }: { name: string }) => name),
          ["mine elsewhere", "mine"],
        ),
    },
    { title: "nobody", input: { userId: "usr_unknown" }, code: "resource_not_found" },
  ],
});
