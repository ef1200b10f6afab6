/** One operation of a Product, by its id and its environment: what ran, for whom, and how it ended. */
import type { ComponentChildren } from "preact";
import { api, type components, inEnvironment } from "../api.ts";
import { outcome } from "../outcome.ts";
import { Banner } from "../parts/banner.tsx";
import { Badge } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { Time } from "../parts/time.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { useRead } from "../read.ts";
import { usePageLocation } from "../router.ts";

type OperationDocument = components["schemas"]["Operation"];

const ID = /^op_[0-9A-Z]{1,64}$/;
const STATES = { running: "note", succeeded: "good", refused: "bad", failed: "bad" } as const;

/** The address of the page of an operation. */
export function operationPath(operationId: string, environment: "sandbox" | "live"): string {
  return `/console/operations/${operationId}?environment=${environment}`;
}

export function Operation() {
  const { path, query } = usePageLocation();
  const id = path.slice(path.lastIndexOf("/") + 1);
  const environment = query.get("environment") === "sandbox" ? "sandbox" : "live";
  return ID.test(id) ? <Known id={id} environment={environment} /> : <Unknown />;
}

function Known({ id, environment }: { id: string; environment: "sandbox" | "live" }) {
  const { data, failure, reload } = useRead(() => {
    const params = { path: { operationId: id } };
    const headers = inEnvironment(environment);
    return outcome(api.GET("/operations/{operationId}", { params, headers }));
  }, [id, environment]);
  if (failure?.kind === "refused" && failure.code === "resource_not_found") return <Unknown />;
  return (
    <Page title="Operation" lead={<code>{id}</code>}>
      {data === undefined ? (
        <Waiting failure={failure} again={reload} />
      ) : (
        <dl class="facts rows">
          {factsOf(data).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Page>
  );
}

type Fact = readonly [name: string, value: ComponentChildren];

function factsOf(operation: OperationDocument): Fact[] {
  const { status, errorCode, resource, receiptId, idempotencyKey, finishedAt } = operation;
  const code = (text: string) => <code key={text}>{text}</code>;
  const facts: (Fact | undefined)[] = [
    ["Operation", code(operation.operation)],
    [
      "State",
      <Badge key="state" kind={STATES[status]}>
        {status}
      </Badge>,
    ],
    errorCode === undefined ? undefined : ["Refused with", code(errorCode)],
    ["Product", code(operation.productId)],
    ["Environment", operation.environment],
    resource === undefined ? undefined : ["Of", code(resource.id)],
    ["By", code(operation.actor.id)],
    idempotencyKey === undefined ? undefined : ["Key", code(idempotencyKey)],
    receiptId === undefined ? undefined : ["Receipt", code(receiptId)],
    ["Begun", <Time key="begun" at={operation.startedAt} />],
    finishedAt === undefined ? undefined : ["Ended", <Time key="ended" at={finishedAt} />],
  ];
  return facts.filter((fact) => fact !== undefined);
}

function Unknown() {
  return (
    <Page title="No such operation">
      <Banner kind="note">
        <p>
          No Product of the company has an operation with this id. What was done with the company
          itself stands among the changes of the <a href="/console/company">company</a>.
        </p>
      </Banner>
    </Page>
  );
}
