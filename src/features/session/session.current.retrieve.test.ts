/** Decision table of session.current.retrieve. */
import { newCompany, newPerson } from "../../../test/world/people.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { sessionCurrentRetrieve } from "./session.current.retrieve.ts";

platformTable(sessionCurrentRetrieve, {
  given: async (world) => ({
    mine: await newPerson(world, await newCompany(world), { mfa: true }),
  }),
  asking: ({ mine }) => ({ caller: mine.session }),
  rows: [
    {
      title: "a session",
      outcome: "itself, with the value for X-CSRF-Token",
      reply: { csrfToken: "c", mfa: true, status: "active" },
    },
    { title: "a parameter", input: { sessionId: "ses_1" }, code: "invalid_request" },
  ],
});
