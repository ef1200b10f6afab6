/** Decision table of platform.webhook_trouble.tell: who is mailed of a webhook endpoint, and by which template. */
import assert from "node:assert/strict";
import { newCompany, newPerson, newProduct } from "../../../test/world/people.ts";
import { type PlatformWorld, platformTable } from "../../../test/world/platform_world.ts";
import { EFFECT_OWED, type EffectOwed } from "../../contract/declare/effect.ts";
import type { MailPayload } from "../../contract/declare/mail.ts";
import type { Fact } from "../../contract/records/record.ts";
import { platformWebhookTroubleTell } from "./platform.webhook_trouble.tell.ts";

async function given(world: PlatformWorld) {
  const company = await newCompany(world);
  const { productId } = await newProduct(world, company, { name: "Shop" });
  const owner = await newPerson(world, company, { email: "ada@example.com" });
  await newPerson(world, company, { email: "demo@acme.example" });
  await newPerson(world, company, { email: "dev@example.com", role: "admin" });
  await newPerson(world, await newCompany(world, "Other"), { email: "other@example.com" });
  return { owner, productId };
}

function mailsIn(facts: readonly Fact[]): MailPayload[] {
  const owed = facts.filter(({ kind }) => kind === EFFECT_OWED) as EffectOwed[];
  return owed.map(({ effect }) => effect.payload as MailPayload);
}

const ENDPOINT = `whe_${"0".repeat(26)}`;
const told = {
  trouble: "exhausted",
  environment: "live",
  webhookEndpointId: ENDPOINT,
  host: "shop.example.com",
  exhausted: 12,
  pending: 3,
};
const shown = ({ productId }: { productId: string }) => ({
  name: "Ada Lovelace",
  product: "Shop (live)",
  productId,
  environment: "live",
  endpoint: ENDPOINT,
  host: "shop.example.com",
});

platformTable(platformWebhookTroubleTell, {
  given,
  input: ({ productId }) => ({ ...told, productId }),
  asking: ({ owner }) => ({ caller: owner.session, cause: "platform" }),
  rows: [
    {
      title: "deliveries are exhausted",
      outcome: "one mail, to the owner who can have mail, with the counts",
      check({ facts }, made) {
        const [mail, ...more] = mailsIn(facts);
        assert.deepEqual(more, []);
        assert.deepEqual(
          [mail?.to, mail?.template],
          [made.owner.email, "webhook_deliveries_exhausted"],
        );
        assert.deepEqual(mail?.values, { ...shown(made), exhausted: "12", pending: "3" });
      },
    },
    {
      title: "the endpoint was disabled",
      input: { trouble: "disabled", reason: "gone" },
      outcome: "one mail, which says why",
      check({ facts }, made) {
        const [mail, ...more] = mailsIn(facts);
        assert.deepEqual(more, []);
        assert.equal(mail?.template, "webhook_endpoint_disabled");
        const reason = "it answered 410, which means that it is gone for good";
        assert.deepEqual(mail?.values, { ...shown(made), reason, exhausted: "12" });
      },
    },
  ],
});
