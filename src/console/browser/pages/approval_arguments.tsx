/**
 * The values that an agent would send, as rows and as they are. All of them are text from outside. Personal values are
 * shown to whoever may approve; of a value that is not shown the page says so, and why.
 */
import { Fragment } from "preact";
import { Banner } from "../parts/banner.tsx";
import { Badge } from "../parts/listing.tsx";
import { OutsideText, OutsideTextWarning } from "../parts/outside_text.tsx";
import { usePermissions } from "../permissions.ts";
import {
  type Hidden,
  hiddenAt,
  type ShownValue,
  shownValuesOf,
  withWords,
} from "../shown_values.ts";
import { fieldWords } from "../words.ts";
import { AccountLine, type Accounts } from "./approval_accounts.tsx";
import type { AgentApproval } from "./approval_words.tsx";

/** Beyond this many characters a value is said to be long: its end is far below its beginning. */
const LONG = 200;

const RESTARTED = "the server was started again since the agent asked";

type Seen = {
  document: AgentApproval["arguments"];
  hidden: readonly Hidden[];
  /** What stands in the place of a value that is not shown; undefined where it is shown. */
  wordsFor(why: Hidden["why"]): string | undefined;
};

type Props = { approval: AgentApproval; accounts: Accounts };

export function ApprovalArguments({ approval, accounts }: Props) {
  const { may } = usePermissions();
  const seen = seenBy(approval, may(approval.permission));
  const { rows, left } = shownValuesOf(seen.document);
  const texts = rows.flatMap(({ names, text }) => [...names, text]);
  const notShown = seen.hidden.filter(({ why }) => seen.wordsFor(why) !== undefined);
  const raw = withWords(seen.document, notShown, (why) => seen.wordsFor(why) ?? "");
  return (
    <>
      <OutsideTextWarning what="The values" text={texts} verb="have" />
      {rows.length === 0 ? (
        <p class="empty">It sends none.</p>
      ) : (
        <Values rows={rows} seen={seen} accounts={accounts} />
      )}
      {left > 0 && (
        <Banner kind="bad">
          {`${left} more values are not in the table. Read them below, as they are sent.`}
        </Banner>
      )}
      {approval.hiddenValues === undefined && (
        <p class="hint">Personal and secret values are left out, and are part of the request.</p>
      )}
      <details>
        <summary>As it is sent</summary>
        <pre class="raw">
          {linesOf(raw).map((line, at) => (
            <Fragment key={at}>
              <OutsideText text={line} />
              {"\n"}
            </Fragment>
          ))}
        </pre>
      </details>
    </>
  );
}

/** Whether the request has personal values that this person would have to see, and does not. */
export function lacksValues({ hiddenValues = [], personalArguments }: AgentApproval): boolean {
  return personalArguments === undefined && hiddenValues.some(({ why }) => why === "personal");
}

function seenBy(approval: AgentApproval, mayApprove: boolean): Seen {
  const { arguments: given, personalArguments, hiddenValues: hidden = [], status } = approval;
  const isOpen = status === "pending" || status === "approved";
  const withheld = isOpen ? (mayApprove ? RESTARTED : "your role may not see it") : "not kept";
  const personal = `personal, not shown: ${withheld}`;
  return {
    document: personalArguments ?? given,
    hidden,
    wordsFor(why) {
      if (why === "secret") return "secret, not shown";
      return personalArguments === undefined ? personal : undefined;
    },
  };
}

function Values({
  rows,
  seen: { hidden, wordsFor },
  accounts,
}: {
  rows: readonly ShownValue[];
  seen: Seen;
  accounts: Accounts;
}) {
  return (
    <table class="values" aria-label="Values">
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const why = hiddenAt(row.path, hidden);
          const words = why && wordsFor(why);
          const account = accounts.get(row.text);
          return (
            <tr key={row.path.join("/")}>
              <th scope="row">
                <OutsideText text={row.names.map(nameWords).join(" › ")} />
                <code class="soft block">
                  <OutsideText text={row.names.join(".")} />
                </code>
                {why !== undefined && <Badge>{why}</Badge>}
              </th>
              <td>
                {words === undefined ? <Value row={row} /> : <em class="soft">{words}</em>}
                {account !== undefined && <AccountLine account={account} />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Value({ row: { text, money } }: { row: ShownValue }) {
  const { length } = [...text];
  return (
    <>
      {money !== undefined && <strong>{money}</strong>}
      {text === "" ? <span class="soft">empty</span> : <OutsideText text={text} />}
      {length > LONG && <span class="soft block">{length} characters</span>}
    </>
  );
}

/** The place of an item in a list stays a number. */
function nameWords(name: string): string {
  return /^\d+$/.test(name) ? name : fieldWords(name);
}

/** The lines of the JSON text. */
function linesOf(document: object): string[] {
  return JSON.stringify(document, undefined, 2).split("\n");
}
