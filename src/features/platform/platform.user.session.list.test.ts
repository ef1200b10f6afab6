/** Decision table of platform.user.session.list. */
import assert from "node:assert/strict";
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { platformUserSessionList } from "./platform.user.session.list.ts";

platformTable(platformUserSessionList, {
  async given(world) {
    const company = await newCompany(world);
    const person = await newPerson(world, company);
    await newPerson(world, company, { role: "viewer" });
    return { person };
  },
  input: ({ person }) => ({ userId: person.userId }),
  asking: () => ({ caller: { kind: "operator", user: "ada/1000" } }),
  rows: [
    {
      title: "a person",
      outcome: "that person's sessions alone",
      check({ reply }, { person }) {
        const ids = reply.items.map(({ sessionId }: { sessionId: string }) => sessionId);
        assert.deepEqual(ids, [person.session.sessionId]);
      },
    },
    { title: "nobody", input: { userId: "usr_unknown" }, code: "resource_not_found" },
  ],
});
