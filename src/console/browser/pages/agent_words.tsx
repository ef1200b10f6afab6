/** What pages say of agents. */
import type { AgentGrant } from "../company_reads.ts";
import type { RadioOption } from "../parts/radios.tsx";

export type ToolForm = AgentGrant["toolForm"];

export const AGENT_IS = (
  <>
    <p>
      A program that decides by itself what it does next, mostly with a language model. It can be
      wrong, and what it reads can mislead it. What it does here it does on your behalf, under its
      own name.
    </p>
    <ul class="points">
      <li>In the sandbox it works by itself, within what you grant.</li>
      <li>
        In live every single call, reading too, asks a person first: somebody of the company looks
        at what exactly would be done, and allows it with a password.
      </li>
      <li>It can neither widen what you grant nor allow its own calls.</li>
    </ul>
  </>
);

export const TOOL_FORMS: readonly RadioOption<ToolForm>[] = [
  {
    value: "full",
    label: "One tool for each operation",
    hint: "Most agents work best with it.",
  },
  {
    value: "compact",
    label: "Three tools: to search operations, to describe one, to call one",
    hint: "For agents that read many other tools too. It allows neither more nor less.",
  },
];
