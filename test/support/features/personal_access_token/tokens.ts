/** For tests: two members of a company, each with a token. */
import { newToken } from "../../../../src/features/personal_access_token/token_draft.ts";
import { newCompany, newPerson, type Person } from "../../../world/people.ts";
import { type PlatformWorld, platformTools } from "../../../world/platform_world.ts";

/** Makes a token of the person as one record; returns its id. */
export function giveToken(
  world: PlatformWorld,
  person: Omit<Person, "session" | "token">,
  name: string,
): string {
  const { nowMs, nextId: newId } = world;
  const credential = platformTools(nowMs).newCredential("pat");
  const draft = { name, scopes: ["accounts:read"] };
  const fact = newToken(world.state, { ...person, mfa: false }, draft, credential, {
    nowMs,
    newId,
  });
  if ("refused" in fact) throw new Error(fact.message);
  world.apply([fact]);
  return fact.personalAccessToken.personalAccessTokenId;
}

export async function givenTokens(world: PlatformWorld) {
  const company = await newCompany(world);
  const mine = await newPerson(world, company);
  const theirs = await newPerson(world, company, { role: "admin" });
  const myTokenId = giveToken(world, mine, "mine");
  const theirTokenId = giveToken(world, theirs, "theirs");
  const elsewhere = await newCompany(world, "Other");
  const elsewhereId = giveToken(world, { ...mine, ...elsewhere }, "mine elsewhere");
  return { company, mine, theirs, myTokenId, theirTokenId, elsewhereId };
}
