/** The decision that accepts a member's change of a Product: with its tellings in the realms and its audit note. */
import { accept, type Decision, type DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import { audited } from "../audit/audit_note.ts";
import type { ProductChanged } from "../platform/platform_facts.ts";
import type { ProductDocument } from "../platform/platform_state.ts";
import { installBuild, tellProduct } from "../platform/platform_telling.ts";
import { productAfter, type StoredProduct } from "../platform/product_making.ts";
import { productNote } from "../platform/product_note.ts";
import type { BuildInstallation, InstalledBuild } from "../product/build_installation.ts";
import { companyProduct } from "../product/product_company.ts";
import type { Asker } from "./asker.ts";

const FACTS = {
  "product.updated": "product.changed.1",
  "product.build_applied": "product.build_applied.1",
  "product.disabled": "product.disabled.1",
  "product.enabled": "product.enabled.1",
  "product.activation_requested": "product.activation_requested.1",
  "product.activation_cancelled": "product.activation_cancelled.1",
} as const;

type Installation = {
  facts: readonly Fact[];
  /** `migrate`: the kinds whose objects become objects of the Build. */
  build: InstalledBuild & Pick<BuildInstallation, "migrate">;
};

/** `installation`: of a change of the Build, which the realms install before they are told of the change. */
export function productChanged(
  before: ProductDocument,
  change: Partial<
    Pick<StoredProduct, "name" | "status" | "build" | "liveActivated" | "activation">
  >,
  { type, context }: { type: keyof typeof FACTS; context: DecisionContext<Asker> },
  installation: Installation | undefined = undefined,
): Decision<never> {
  const { nowMs, place, prepared } = context;
  const product = productAfter(before, change, nowMs);
  const fact: ProductChanged = { kind: FACTS[type], product };
  const effects = [
    ...(installation === undefined ? [] : installBuild(product, installation.build, place)),
    ...tellProduct(type, product, place),
  ];
  const facts = [...(installation?.facts ?? []), fact];
  const decision = { ...accept(facts, companyProduct(product)), effects };
  return audited(decision, productNote(before, product), prepared.from);
}
