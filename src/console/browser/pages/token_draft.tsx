/** The form of a new token: what it is for, what it may do, how long. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { ScopeChoices } from "../parts/choices.tsx";
import { Field, Form, Select, useFields } from "../parts/form.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useRead } from "../read.ts";
import {
  BUNDLES,
  type Bundle,
  bundleOf,
  groupsOf,
  personalScopes,
  scopesOfBundle,
} from "./scopes.ts";

type Token = components["schemas"]["PersonalAccessToken"];

const HOUR_MS = 3_600_000;
const LASTS = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "A year"],
] as const;
const NO_SCOPE = "Choose at least one scope.";

export function TokenDraft({
  role,
  hasFactor,
  onClose,
  onMade,
}: {
  role: string;
  /** Whether this session, and so the token, was verified with a second factor. */
  hasFactor: boolean;
  onClose: () => void;
  onMade: (token: Token) => void;
}) {
  const catalog = useRead(() =>
    outcome(api.GET("/catalog/scopes", { params: { query: { limit: 100 } } })),
  );
  return (
    <section class="panel" aria-label="New token">
      <h2>New token</h2>
      {catalog.data === undefined ? (
        <Waiting failure={catalog.failure} again={catalog.reload} />
      ) : (
        <Draft
          scopes={personalScopes(catalog.data.items)}
          role={role}
          hasFactor={hasFactor}
          onClose={onClose}
          onMade={onMade}
        />
      )}
    </section>
  );
}

function Draft({
  scopes,
  role,
  hasFactor,
  onClose,
  onMade,
}: Parameters<typeof TokenDraft>[0] & { scopes: readonly string[] }) {
  const fields = useFields({ name: "", days: "90" });
  const [chosen, setChosen] = useState(() => scopesOfBundle("read", scopes) ?? []);
  const [fault, setFault] = useState<string>();
  const first = useRef<HTMLDivElement>(null);
  // Fixed once, so that an attempt that is repeated sends the body of the first one.
  const hourMs = useRef(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).current;
  useEffect(() => first.current?.querySelector("input")?.focus(), []);
  const create = useChange(
    (body: components["schemas"]["PersonalAccessTokenDraft"], key) =>
      outcome(api.POST("/personal-access-tokens", { body, headers: keyed(key) })),
    onMade,
  );
  function choose(next: string[]): void {
    setChosen(next);
    if (next.length > 0) setFault(undefined);
  }
  function submit(): void {
    const { name, days } = fields.values;
    setFault(chosen.length === 0 ? NO_SCOPE : undefined);
    if (chosen.length === 0) return;
    const expiresAt = new Date(hourMs + Number(days) * 24 * HOUR_MS).toISOString();
    void create.submit({ name, scopes: chosen.toSorted(), expiresAt });
  }
  return (
    <Form
      change={create}
      onSubmit={submit}
      button="Create the token"
      fields={{ expiresAt: "days" }}
      beside={
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <div class="two" ref={first}>
        <Field
          {...fields.bind("name")}
          label="Name"
          hint="What the token is for, to tell it from others."
          autoComplete="off"
          maxLength={120}
          required
        />
        <Select
          {...fields.bind("days")}
          label="Lasts"
          hint="After that, whatever uses it is refused."
          options={LASTS}
        />
      </div>
      <Select
        name="bundle"
        value={bundleOf(chosen, scopes)}
        onValue={(bundle) => choose(scopesOfBundle(bundle as Bundle, scopes) ?? chosen)}
        label="What it may do"
        hint={
          <>
            Never more than your role, {role}.
            {!hasFactor &&
              " This session was begun without a second factor, so the token counts as without one too."}
          </>
        }
        options={BUNDLES}
      />
      <ScopeChoices groups={groupsOf(scopes)} chosen={chosen} onChosen={choose} fault={fault} />
    </Form>
  );
}
