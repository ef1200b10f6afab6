/** What a Product of a program would offer: the operations that a key of it reaches, their events, what live asks. */
import type { Operation } from "../../contract/declare/operation.ts";
import type { ProgramCapability } from "../../programs/capabilities.ts";
import { announcedOperations } from "../announced.ts";
import { CAPABILITIES, type Capability, capabilityOf } from "../product/capabilities.ts";

const ALL: readonly Capability[] = CAPABILITIES;

/**
 * The operations of the contract that a Product key takes, in the order of their ids: those whose scope belongs to
 * a capability need that capability, all others are open to every Product.
 */
export function operationsOf(
  capabilities: readonly ProgramCapability[],
): readonly Operation<never>[] {
  const has = (capability: string) => (capabilities as readonly string[]).includes(capability);
  const isOpen = (scope: string) => {
    const capability = capabilityOf(scope);
    return capability === undefined || has(capability);
  };
  return announcedOperations()
    .filter(
      ({ principals, inContract, scope }) =>
        principals.includes("product_key") &&
        inContract !== false &&
        (scope === undefined || isOpen(scope)),
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The types of events that the operations emit, in alphabetical order. */
export function eventsOf(operations: readonly Operation<never>[]): string[] {
  const types = operations.flatMap((operation) =>
    operation.type === "write" ? operation.events : [],
  );
  return [...new Set(types)].sort();
}

/** Every Product is activated before it is used in live; its capabilities may ask for more. */
export function liveRequirementsOf(capabilities: readonly ProgramCapability[]): string[] {
  const needed = ALL.filter(({ capability }) =>
    (capabilities as readonly string[]).includes(capability),
  ).flatMap(({ liveRequirements }) => liveRequirements);
  return ["product_activation", ...new Set(needed)];
}
