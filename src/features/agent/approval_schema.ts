/** The schema of approvals in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { APPROVAL_STATUSES } from "../../contract/declare/approval.ts";
import { PII } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { HIDDEN_REASONS } from "../../contract/declare/shown_arguments.ts";
import { EnvironmentName, Id, Timestamp } from "../../contract/values/formats.ts";
import { APPROVAL_ENDS } from "./approval_document.ts";

const closed = { additionalProperties: false } as const;

export const AgentApprovalStatus = Type.Union(
  APPROVAL_STATUSES.map((status) => Type.Literal(status)),
  {
    description:
      "`pending`: a person has to decide. `approved`: the same request with the same key runs, once. `consumed`: it was let through. `denied` and `expired`: nothing comes of it.",
  },
);

const Revised = Type.Object(
  {
    type: Type.String({ description: "The kind of the resource." }),
    id: Type.String({ description: "The resource that must not have changed." }),
    revision: Type.Integer({ minimum: 0, description: "Its revision when the agent asked." }),
  },
  { title: "ApprovedRevision", description: "A resource that the request names.", ...closed },
);

export const HiddenValueShown = Type.Object(
  {
    path: Type.Array(Type.String(), {
      description: "The names and places, counted from 0, that lead to the value.",
    }),
    why: Type.Union(
      HIDDEN_REASONS.map((reason) => Type.Literal(reason)),
      { description: "`personal`: whoever may approve sees it. `secret`: nobody does." },
    ),
  },
  {
    title: "ApprovalHiddenValue",
    description: "A value that is not shown to everybody.",
    ...closed,
  },
);

export const AgentApproval = Type.Object(
  {
    agentApprovalId: Id("apr"),
    agentMemberId: described(Id("agt"), "The agent that asks."),
    agentName: Type.Optional(
      Type.String({ description: "What people call the agent; unverified." }),
    ),
    agentGrantId: Id("grant"),
    delegatorUserId: described(Id("usr"), "The person on whose behalf the agent asks."),
    operation: Type.String({ description: "The operation that shall run." }),
    summary: Type.String({ description: "What the operation does." }),
    isWrite: Type.Boolean({ description: "Whether it changes something." }),
    permission: Type.String({
      description:
        "What the role of whoever approves must permit: `transfers:write@live`, `members:read`.",
    }),
    environment: EnvironmentName,
    arguments: Type.Record(Type.String(), Type.Unknown(), {
      title: "ApprovalArguments",
      description:
        "The path, query and body of the request together. In the place of a personal or secret value stands `[redacted]`; `hiddenValues` says where.",
    }),
    hiddenValues: Type.Optional(
      Type.Array(HiddenValueShown, {
        description:
          "The personal and secret values of the arguments; absent of approvals of before.",
      }),
    ),
    personalArguments: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        title: "ApprovalPersonalArguments",
        description:
          "The arguments with their personal values, which are part of what is approved; never with secret ones. Only in the answer of `agent_approval.retrieve` to the browser session of somebody whose role permits to approve, while the request waits or is approved. Kept in no log, and in memory alone: absent after a start of the server until the agent sends the request again.",
        ...PII,
      }),
    ),
    argumentsDigest: Type.String({
      description: "Stands for the whole request: one that differs in anything has another.",
    }),
    productId: Type.Optional(Id("prod")),
    productName: Type.Optional(Type.String({ description: "What people call the Product." })),
    buildDigest: Type.Optional(
      Type.String({ description: "The digest of the Build that the Product ran." }),
    ),
    revisions: Type.Array(Revised, {
      description: "What the request names: none of it may have changed when the request runs.",
    }),
    idempotencyKey: Type.String({ description: "The key of the request, lower case." }),
    status: AgentApprovalStatus,
    endedBecause: Type.Optional(
      Type.Union(
        APPROVAL_ENDS.map((end) => Type.Literal(end)),
        {
          description:
            "Of an `expired` one: its time was over, something that it binds changed, or the grant of the agent ended.",
        },
      ),
    ),
    approvalUrl: Type.String({ description: "The page on which a person decides." }),
    ipAddress: Type.Optional(
      Type.String({
        description: "Where the agent asked from. In answers of reads alone.",
        ...PII,
      }),
    ),
    userAgent: Type.Optional(
      Type.String({
        description: "What its program calls itself; unverified. In answers of reads alone.",
      }),
    ),
    requestedAt: described(Timestamp, "When the agent asked."),
    expiresAt: described(
      Timestamp,
      "When it ends, decided or not: ten minutes after it was asked.",
    ),
    decidedBy: Type.Optional(described(Id("usr"), "The person who decided.")),
    decidedAt: Type.Optional(described(Timestamp, "When the person decided.")),
    reason: Type.Optional(Type.String({ description: "Why the person said no." })),
    consumedAt: Type.Optional(described(Timestamp, "When the request was let through.")),
    consumedOperationId: Type.Optional(
      described(
        Id("op"),
        "The operation that ran, of a request that changes something; in answers of reads alone. It comes a moment after `consumedAt`, once the request was decided; absent where the request did not arrive there, or left no record.",
      ),
    ),
  },
  {
    title: "AgentApproval",
    description: "A request of an agent in live that a person approves before it runs.",
    ...closed,
  },
);
export type AgentApproval = Static<typeof AgentApproval>;
