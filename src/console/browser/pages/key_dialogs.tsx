/** Dialogs about one key: its name and addresses, another key in its place, its end. */
import { blocksIn } from "../address_block.ts";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import type { ApiKey, NewApiKey } from "../company_reads.ts";
import { outcome } from "../outcome.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field, Form, Select, TextArea, useFields } from "../parts/form.tsx";
import { Time } from "../parts/time.tsx";
import { counted } from "../words.ts";
import { CIDRS_HINT } from "./key_new.tsx";

const SAYS = {
  state_conflict: "Somebody else has changed this key meanwhile. Close this and look again.",
  key_revoked: "The key is over already. Close this and make another.",
  missing_required_scope:
    "The key may do more than your role allows you to hand on. Somebody with a wider role has to roll it.",
};

/** Seconds that the old key still works; a day is the longest. */
const OVERLAPS = [
  ["86400", "for 24 hours more, the longest"],
  ["3600", "for 1 hour more"],
  ["0", "not at all: it ends at once"],
] as const;

type About = { apiKey: ApiKey; onClose: () => void };

/** Changes the name of the key and the addresses that it is taken from. */
export function ChangeKey({ apiKey, done, onClose }: About & { done: (text: string) => void }) {
  const { productId, apiKeyId, revision = 1 } = apiKey;
  const fields = useFields({
    name: apiKey.name,
    allowedCidrs: (apiKey.allowedCidrs ?? []).join("\n"),
  });
  const change = useChange(
    (body: components["schemas"]["ApiKeyChange"], key) => {
      const params = { path: { productId, apiKeyId } };
      return outcome(
        api.PATCH("/products/{productId}/api-keys/{apiKeyId}", {
          params,
          body,
          headers: keyed(key),
        }),
      );
    },
    ({ name }) => done(`The key ${name} is changed.`),
  );
  const { name, allowedCidrs } = fields.values;
  const input = { name, allowedCidrs: blocksIn(allowedCidrs), expectedRevision: revision };
  return (
    <Dialog title={`Change the key ${apiKey.name}`} onClose={onClose}>
      <Form
        change={change}
        onSubmit={() => void change.submit(input)}
        button="Save"
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <Field {...fields.bind("name")} label="Name of the key" maxLength={120} required />
        <TextArea
          {...fields.bind("allowedCidrs")}
          label="Allowed addresses"
          hint={`${CIDRS_HINT} From any other address the key is refused at once.`}
        />
        <p class="hint">What a key may do never changes: make another one for that.</p>
      </Form>
    </Dialog>
  );
}

/**
 * Makes a key in place of this one, which works for the chosen time longer. `made`: called with the new key and its
 * text.
 */
export function RollKey({ apiKey, made, onClose }: About & { made: (key: NewApiKey) => void }) {
  const { productId, apiKeyId, name, prefix } = apiKey;
  const fields = useFields<{ overlap: string }>({ overlap: "3600" });
  const roll = useChange((body: { overlapSeconds: number }, key) => {
    const params = { path: { productId, apiKeyId } };
    return outcome(
      api.POST("/products/{productId}/api-keys/{apiKeyId}/roll", {
        params,
        body,
        headers: keyed(key),
      }),
    );
  }, made);
  return (
    <Dialog title={`Roll the key ${name}`} onClose={onClose}>
      <Form
        change={roll}
        onSubmit={() => void roll.submit({ overlapSeconds: Number(fields.values.overlap) })}
        button="Roll"
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>
          A new key with the same scopes and addresses takes the place of <code>{prefix}…</code> and
          is shown once.
        </p>
        <Select {...fields.bind("overlap")} label="The old key works" options={OVERLAPS} />
      </Form>
    </Dialog>
  );
}

/** Ends the key at once. It cannot be undone. */
export function RevokeKey({ apiKey, done, onClose }: About & { done: (text: string) => void }) {
  const { productId, apiKeyId, name, prefix, environment, lastUsedAt, lastUsedIp } = apiKey;
  const revoke = useChange(
    (_: null, key) => {
      const params = { path: { productId, apiKeyId } };
      return outcome(
        api.POST("/products/{productId}/api-keys/{apiKeyId}/revoke", {
          params,
          headers: keyed(key),
        }),
      );
    },
    () => done(`The key ${name} is revoked.`),
  );
  return (
    <Dialog title={`Revoke the key ${name}?`} onClose={onClose}>
      <Form
        change={revoke}
        onSubmit={() => void revoke.submit(null)}
        button="Revoke the key"
        kind="danger"
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>
          Every program that calls {environment} with <code>{prefix}…</code> is refused at once, and
          for ever. To replace a key without a gap, roll it.
        </p>
        <p>
          {lastUsedAt === undefined ? (
            "It was never used."
          ) : (
            <>
              <strong>It was used last</strong> on <Time at={lastUsedAt} />
              {lastUsedIp !== undefined && ` from ${lastUsedIp}`}.
            </>
          )}
        </p>
      </Form>
    </Dialog>
  );
}

/** Ends all keys that the member who made this one has made, in all Products. */
export function RevokeKeysOfMaker({
  apiKey,
  done,
  onClose,
}: About & { done: (text: string) => void }) {
  const { memberId = "" } = apiKey.createdByMember ?? {};
  const revoke = useChange(
    (_: null, key) => {
      const params = { path: { memberId } };
      return outcome(
        api.POST("/tenant/members/{memberId}/api-keys/revoke", { params, headers: keyed(key) }),
      );
    },
    ({ apiKeyIds, hasMore }) =>
      done(
        `${counted(apiKeyIds.length, "key")} ${apiKeyIds.length === 1 ? "is" : "are"} revoked.${
          hasMore ? " The person has made more: do it again." : ""
        }`,
      ),
  );
  return (
    <Dialog title="Revoke all keys of this person?" onClose={onClose}>
      <Form
        change={revoke}
        onSubmit={() => void revoke.submit(null)}
        button="Revoke the keys"
        kind="danger"
        says={SAYS}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>
          Who made the key <strong>{apiKey.name}</strong> is no member of the company any more. All
          keys that this person has made end at once and for ever, in every Product, in the sandbox
          and in live. Programs that still call with one of them are refused.
        </p>
      </Form>
    </Dialog>
  );
}
