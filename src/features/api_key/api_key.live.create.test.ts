/** Decision table of api_key.live.create. Session, CSRF and second factor: test/api/principals.test.ts. */
import assert from "node:assert/strict";
import { disableProduct, keyCompany } from "../../../test/support/features/api_key/keys.ts";
import { START_MS } from "../../../test/world/callers.ts";
import { platformTable } from "../../../test/world/platform_world.ts";
import { gateOf } from "../../access/gate.ts";
import { checkMfa, checkPermission } from "../../access/permission.ts";
import { isoTime } from "../../base/iso_time.ts";
import { apiKeyLiveCreate } from "./api_key.live.create.ts";

const NINETY_DAYS_MS = 90 * 86_400_000;

platformTable(apiKeyLiveCreate, {
  given: keyCompany,
  input: ({ liveProductId }) => ({
    productId: liveProductId,
    name: "Shop",
    scopes: ["transfers:read"],
  }),
  asking: ({ secured }) => ({ caller: secured }),
  rows: [
    {
      title: "in a browser, with a second factor",
      outcome: "a key of live for 90 days",
      reply: {
        environment: "live",
        origin: "browser",
        expiresAt: isoTime(START_MS + NINETY_DAYS_MS),
      },
      check({ reply }, { owner, developer, secured }) {
        assert.match(String(reply["key"]), /^service_live_/);
        const gate = gateOf(apiKeyLiveCreate);
        assert.equal(checkMfa(owner.session, gate)?.code, "mfa_verification_required");
        assert.equal(checkMfa(secured, gate), undefined);
        for (const header of ["sandbox", "live"] as const) {
          assert.equal(checkPermission(owner.session, header, gate), undefined);
          const refusal = checkPermission(developer.session, header, gate);
          assert.equal(refusal?.details["permission"], "keys:write@live");
          assert.equal(checkPermission(owner.token, header, gate)?.code, "operation_not_allowed");
        }
      },
    },
    {
      title: "for agents without a person",
      input: { mcp: true },
      code: "invalid_request",
    },
    {
      title: "a Product of another company",
      input: ({ foreignProductId }) => ({ productId: foreignProductId }),
      code: "resource_not_found",
    },
    {
      title: "a Product that is disabled",
      given: ({ world, liveProductId }) => disableProduct(world, liveProductId),
      code: "product_access_suspended",
    },
    {
      title: "a Product that is not activated for live",
      input: ({ productId }) => ({ productId }),
      code: "product_activation_required",
    },
    {
      title: "a role that lacks a scope in live",
      asking: ({ developer }) => ({ caller: { ...developer.session, mfa: true } }),
      input: { scopes: ["transfers:read", "transfers:write"] },
      code: "missing_required_scope",
      details: { scope: "transfers:write" },
    },
    {
      title: "an end that has come",
      input: { expiresAt: isoTime(START_MS) },
      code: "state_constraint_failed",
    },
  ],
});
