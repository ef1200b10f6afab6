/** sandbox.clock.retrieve: where a sandbox's clock stands. */
import { Type } from "@sinclair/typebox";
import { isoTime } from "../../base/iso_time.ts";
import { found } from "../../contract/declare/found.ts";
import { declareRead } from "../../contract/declare/operation.ts";
import { PRODUCT_CALLERS } from "../../contract/declare/principal_lists.ts";
import { Id } from "../../contract/values/formats.ts";
import { refuseOtherProduct } from "../own_product.ts";
import { readSandboxClockMs } from "./sandbox_clock.ts";
import { SandboxClockResource } from "./sandbox_schema.ts";

export const sandboxClockRetrieve = declareRead({
  id: "sandbox.clock.retrieve",
  summary: "Retrieve the sandbox clock",
  description:
    "Where the sandbox's clock stands. It starts at the Product's creation and moves only by `sandbox.clock.advance`.",
  http: { method: "GET", path: "/products/{productId}/sandbox-clock" },
  principals: PRODUCT_CALLERS,
  scope: "sandbox:read",
  environment: "sandbox",
  path: Type.Object({ productId: Id("prod") }, { additionalProperties: false }),
  output: SandboxClockResource,
  refusals: ["resource_not_found"],
  read(snapshot, { productId }, context) {
    const otherProduct = refuseOtherProduct(context.principal, productId);
    if (otherProduct !== undefined) return otherProduct;
    return found({ productId, effectiveAt: isoTime(readSandboxClockMs(snapshot, context)) });
  },
});
