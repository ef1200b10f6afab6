/**
 * product.build.install: the platform installs a Build in a realm of a Product, with the accounts that its program
 * needs. No caller reaches the operation; its key is that of the effect that asks for it.
 */
import { Type } from "@sinclair/typebox";
import { accept, declareWrite } from "../../contract/declare/operation.ts";
import { Id } from "../../contract/values/formats.ts";
import type { SandboxState } from "../sandbox/sandbox_state.ts";
import { installationOf } from "./build_installation.ts";
import type { ProductState } from "./product_state.ts";

const closed = { additionalProperties: false } as const;

export const productBuildInstall = declareWrite<ProductState & SandboxState>()({
  id: "product.build.install",
  summary: "Install a Build in a realm of its Product",
  description: "Done by the platform when the Product was made of the Build, or got it later.",
  http: { method: "POST", path: "/products/builds/install" },
  principals: ["system"],
  scope: undefined,
  inContract: false,
  body: Type.Object(
    {
      build: Type.Object(
        {
          buildId: Id("bld"),
          digest: Type.String(),
          name: Type.String(),
          text: Type.String(),
        },
        closed,
      ),
      origin: Type.Integer({ minimum: 1 }),
      migrate: Type.Optional(Type.Array(Type.String())),
    },
    { title: "ProductBuildInstallation", ...closed },
  ),
  output: Type.Object({ buildId: Id("bld") }, { title: "ProductBuildInstalled", ...closed }),
  refusals: [],
  events: ["account.created"],
  decide: (state, { build, migrate }, context) =>
    accept(installationOf(state, { build, ...(migrate !== undefined && { migrate }) }, context), {
      buildId: build.buildId,
    }),
});
