/** The decisions of a noun, ready to run. */
import type { TypedNoun } from "../typed_noun.ts";
import { durationMsOf } from "./calendar.ts";

export type CompiledDecision = {
  name: string;
  by: readonly string[];
  timeoutMs: number;
  onTimeout: "decline" | "approve";
  /** The actions that the platform calls by itself once it is approved. */
  autoActions: readonly string[];
  /** The actions that ask for it. */
  openedBy: readonly string[];
};

/** The decisions that the noun declares, by name, with the actions that open and use each. */
export function decisionsOf({ source }: TypedNoun): ReadonlyMap<string, CompiledDecision> {
  const actions = Object.entries(source.actions);
  return new Map(
    Object.entries(source.decisions ?? {}).map(([name, { by, timeout, onTimeout }]) => [
      name,
      {
        name,
        by,
        timeoutMs: durationMsOf(timeout),
        onTimeout,
        autoActions: actions.flatMap(([action, { gate, auto }]) =>
          gate === name && auto === true ? [action] : [],
        ),
        openedBy: actions.flatMap(([action, { opens }]) => (opens === name ? [action] : [])),
      },
    ]),
  );
}
