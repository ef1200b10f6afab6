/** How an agent gets to this server: the address, and what the usual hosts of agents need, ready to be copied. */
import { useState } from "preact/hooks";
import { agentInterface, type HostSetting } from "../host_descriptor.ts";
import { CopyBox } from "../parts/copy_box.tsx";
import { Select } from "../parts/form.tsx";
import { Page } from "../parts/page.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useRead } from "../read.ts";
import { currentLocation, keepInAddress } from "../router.ts";
import { ownCompany, useSession } from "../session.ts";

export function ConnectAgent() {
  const company = ownCompany(useSession());
  const { data, failure, reload } = useRead(agentInterface);
  return (
    <Page
      title="Connect an agent"
      lead="By the Model Context Protocol (MCP). An agent needs no key: it logs in, and you decide what it may do."
      actions={
        <a class="button plain" href="/console/agents">
          All agents
        </a>
      }
    >
      {data === undefined && <Waiting failure={failure} again={reload} />}
      {data !== undefined && (
        <>
          <section class="panel" aria-label="Address">
            <CopyBox label="Address of the MCP server" text={data.endpoint} />
          </section>
          <Settings hosts={data.hosts} />
          <section aria-label="What happens then">
            <h2>What happens then</h2>
            <ol class="steps">
              <li>The host opens a page of this console, which says who asks and for what.</li>
              <li>
                You tick what the agent may do in {company?.name ?? "your company"}, and which
                Products it reaches.
              </li>
              <li>
                It is listed under <a href="/console/agents">Agents</a>, where you can narrow or end
                what it was given. In live each of its calls waits for an{" "}
                <a href="/console/approvals">approval</a>.
              </li>
            </ol>
            <p class="hint">
              For programs of your own, <a href="/docs/mcp">the documentation</a> has the log-in
              with a browser and without one, step by step.
            </p>
          </section>
        </>
      )}
    </Page>
  );
}

/** The setting of the host that is chosen; the choice stands in the address. */
function Settings({ hosts }: { hosts: readonly HostSetting[] }) {
  const [asked, setAsked] = useState(currentLocation().query.get("host") ?? "");
  const chosen = hosts.find(({ host }) => host === asked) ?? hosts[0];
  if (chosen === undefined) return null;
  const choose = (host: string) => {
    setAsked(host);
    keepInAddress({ host });
  };
  return (
    <section class="panel" aria-label="Settings">
      <div class="chosen">
        <Select
          name="host"
          label="Host of the agent"
          value={chosen.host}
          onValue={choose}
          options={hosts.map(({ host }) => [host, host] as const)}
        />
      </div>
      <p>{chosen.how}</p>
      <CopyBox key={chosen.host} label={chosen.file ?? "Text"} text={chosen.text} />
    </section>
  );
}
