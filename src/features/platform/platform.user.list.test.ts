/** Decision table of platform.user.list. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { platformUserList } from "./platform.user.list.ts";

const emails = (reply: { items: { email: string }[] }) => reply.items.map(({ email }) => email);

platformTable(platformUserList, {
  async given(world) {
    const company = await newCompany(world);
    await newPerson(world, company);
    world.nowMs += 1_000;
    await newPerson(world, company, { role: "viewer" });
  },
  asking: () => ({ caller: { kind: "operator", user: "ada/1000" } }),
  rows: [
    {
      title: "two people",
      outcome: "newest first, without what they prove themselves by",
      check({ reply }) {
        assert.deepEqual(emails(reply), ["viewer@example.com", "owner@example.com"]);
        assert.ok(!JSON.stringify(reply).includes("argon2"));
      },
    },
    {
      title: "an address in capitals",
      input: { email: "OWNER@example.com" },
      outcome: "who has it",
      check: ({ reply }) => assert.deepEqual(emails(reply), ["owner@example.com"]),
    },
    {
      title: "an address of nobody",
      input: { email: "nobody@example.com" },
      outcome: "none",
      check: ({ reply }) => assert.deepEqual(reply.items, []),
    },
    { title: "an address that is none", input: { email: "a" }, code: "invalid_request" },
  ],
});
