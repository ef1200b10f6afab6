/** The company's rules: a second factor for everybody, and from where sessions and tokens are taken. */
import { useState } from "preact/hooks";
import { blocksIn, isInBlocks } from "../address_block.ts";
import { api, type components, keyed } from "../api.ts";
import { useChange } from "../change.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Checkbox, Form, TextArea, useFields } from "../parts/form.tsx";
import { Badge } from "../parts/listing.tsx";
import { Permitted } from "../parts/permitted.tsx";
import { Waiting } from "../parts/waiting.tsx";
import type { Permissions } from "../permissions.ts";
import { useRead } from "../read.ts";
import { useSession } from "../session.ts";
import { counted } from "../words.ts";

type Policy = components["schemas"]["SecurityPolicy"];
type Change = components["schemas"]["SecurityPolicyChange"];

const HOUR_SECONDS = 3_600;
/** The most members that a page of the list has: more than these are counted, not named. */
const MEMBERS_READ = 100;
const NAMES_SHOWN = 5;

const SAYS = {
  state_conflict: "Somebody else has changed the rules meanwhile. Load the page anew.",
  mfa_verification_required:
    "Not changed: you would lock yourself out. Set up a second factor, then log in again with it, and turn the rule on after that.",
};

export function SecurityPolicy({ permissions }: { permissions: Permissions }) {
  const policy = useRead(() => outcome(api.GET("/tenant/security")));
  if (policy.data === undefined) {
    return (
      <section>
        <h2>Security</h2>
        <Waiting failure={policy.failure} again={policy.reload} />
      </section>
    );
  }
  const { requireMfa, allowedCidrs, sessionMaxAge, revision } = policy.data;
  return (
    <section>
      <h2>Security</h2>
      <dl class="facts">
        <div>
          <dt>Second factor</dt>
          <dd>{requireMfa ? <Badge kind="good">required</Badge> : <Badge>not required</Badge>}</dd>
        </div>
        <div>
          <dt>Sessions and tokens from</dt>
          <dd>{allowedCidrs.length === 0 ? "everywhere" : allowedCidrs.join(", ")}</dd>
        </div>
        <div>
          <dt>A log-in lasts</dt>
          <dd>{lengthOf(sessionMaxAge)}</dd>
        </div>
      </dl>
      <div class="panel">
        <Permitted permissions={permissions} needs="security:write" what="change these rules">
          <PolicyForm key={revision} policy={policy.data} reload={policy.reload} />
        </Permitted>
      </div>
    </section>
  );
}

function PolicyForm({ policy, reload }: { policy: Policy; reload: () => void }) {
  const fields = useFields({ allowedCidrs: policy.allowedCidrs.join("\n") });
  const [requireMfa, setRequireMfa] = useState(policy.requireMfa);
  const configure = useChange(
    (body: Change, key) => outcome(api.PUT("/tenant/security", { body, headers: keyed(key) })),
    reload,
  );
  const allowedCidrs = blocksIn(fields.values.allowedCidrs);
  const input = { requireMfa, allowedCidrs, expectedRevision: policy.revision };
  const isTurnedOn = requireMfa && !policy.requireMfa;
  return (
    <Form
      change={configure}
      onSubmit={() => void configure.submit(input)}
      button="Save the rules"
      says={SAYS}
    >
      <Checkbox
        name="requireMfa"
        checked={requireMfa}
        onChecked={setRequireMfa}
        label="Require a second factor"
        hint="Sessions and tokens of members are taken only where the log-in was verified with one. It holds from the moment it is saved."
      />
      {isTurnedOn && <LockedOut />}
      <TextArea
        {...fields.bind("allowedCidrs")}
        label="Allowed addresses"
        hint="From where sessions and tokens of members are taken: addresses or CIDR blocks such as 203.0.113.0/24, one a line. Empty: from everywhere. Product keys have lists of their own."
      />
      <OwnAddress blocks={allowedCidrs} />
    </Form>
  );
}

/** Whom the rule about the second factor shuts out when it is saved. */
function LockedOut() {
  const session = useSession();
  const query = { status: "active", limit: MEMBERS_READ } as const;
  const members = useRead(() => outcome(api.GET("/tenant/members", { params: { query } })));
  if (session.kind !== "active") return null;
  const isVerified = session.session.mfa;
  return (
    <>
      {!isVerified && (
        <Banner kind="bad">
          <p>
            <strong>First of all yourself:</strong> you have logged in without a second factor, so
            this session cannot turn the rule on.
          </p>
          {session.user.mfa.totp ? (
            <p>Log out, and log in again with the code of your app.</p>
          ) : (
            <p>
              <a href="/console/security">Set up a second factor</a>, then log out and log in again
              with it.
            </p>
          )}
        </Banner>
      )}
      {members.data === undefined ? (
        <Waiting failure={members.failure} again={members.reload} />
      ) : (
        <Without
          without={members.data.items.filter(
            ({ mfa, userId }) => !mfa && userId !== session.user.userId,
          )}
          isAll={!members.data.nextCursor}
        />
      )}
    </>
  );
}

function Without({
  without,
  isAll,
}: {
  without: readonly components["schemas"]["Member"][];
  isAll: boolean;
}) {
  const names = without
    .slice(0, NAMES_SHOWN)
    .map(({ displayName, email }) => `${displayName} (${email})`);
  const more = without.length - names.length;
  return (
    <Banner kind={without.length === 0 ? "note" : "bad"}>
      {without.length === 0 ? (
        <p>
          {isAll
            ? "Every other member has a second factor."
            : "The newest members all have a second factor."}
        </p>
      ) : (
        <p>
          <strong>Shut out at once, because they have no second factor:</strong> {names.join(", ")}
          {more > 0 && ` and ${more} more`}
          {!isAll && " (older members are not counted here)"}. They can still log in to set one up.
        </p>
      )}
      <p>
        Whoever has one, but is logged in without it, has to log in again. Tokens that were made in
        such a session are refused.
      </p>
    </Banner>
  );
}

/** The server refuses a list without the address that asks; the page knows only where the log-in came from. */
function OwnAddress({ blocks }: { blocks: readonly string[] }) {
  const session = useSession();
  if (session.kind !== "active" || blocks.length === 0) return null;
  const { ipAddress } = session.session;
  if (isInBlocks(ipAddress, blocks)) return null;
  return (
    <Banner kind="bad">
      <p>
        You have logged in from <code>{ipAddress}</code>, which is not in the list. If that is still
        your address, the list is refused: nobody locks himself out.
      </p>
    </Banner>
  );
}

function lengthOf(seconds: number): string {
  const hours = Math.round(seconds / HOUR_SECONDS);
  return hours % 24 === 0 ? counted(hours / 24, "day") : counted(hours, "hour");
}
