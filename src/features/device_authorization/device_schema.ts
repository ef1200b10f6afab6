/** The schema of a device authorization in answers. */
import { type Static, Type } from "@sinclair/typebox";
import { PII, SECRET } from "../../contract/declare/redaction.ts";
import { described } from "../../contract/declare/schema_marks.ts";
import { Id, Timestamp } from "../../contract/values/formats.ts";
import { ToolFormName } from "../agent/agent_schema.ts";
import { UserCode } from "./user_code.ts";

const STATUSES = ["pending", "approved", "denied", "consumed", "expired"] as const;

export const DevicePath = Type.Object({ userCode: UserCode }, { additionalProperties: false });

const GrantedScope = Type.Object(
  {
    scope: Type.String({ description: "`accounts:read`; reading and writing are apart." }),
    says: Type.String({ description: "What the scope lets the program do, as one sentence." }),
  },
  {
    title: "GrantedScope",
    description: "Something that the program asks to be allowed.",
    additionalProperties: false,
  },
);

const Hint = (description: string) =>
  Type.Optional(Type.String({ description, maxLength: 254, ...PII }));

export const DeviceAuthorization = Type.Object(
  {
    status: Type.Union(
      STATUSES.map((status) => Type.Literal(status)),
      {
        description:
          "`approved`: the program may fetch its tokens now; `consumed`: it has fetched them.",
      },
    ),
    clientId: Type.String({ description: "The name that the program gives itself. Unverified." }),
    resource: Type.String({ description: "The address of the interface that the login is for." }),
    agentName: Type.Optional(
      Type.String({
        description: "What the agent calls itself; absent of other programs. Unverified.",
      }),
    ),
    returnsTo: Type.Optional(
      Type.String({
        description:
          "Where the browser goes after the decision: a host, a scheme with its colon, or a program on this computer; absent of a program that polls.",
      }),
    ),
    describedBy: Type.Optional(
      Type.String({
        description:
          "The host that says what the program is called, where its name is an address of that host.",
      }),
    ),
    redirectTo: Type.Optional(
      Type.String({
        ...SECRET,
        description:
          "Where the browser is to be sent now, with the program's code; only in the answer that decides.",
      }),
    ),
    toolForm: Type.Optional(
      described(ToolFormName, "How tools are offered to the agent unless you say otherwise."),
    ),
    scopes: Type.Array(GrantedScope, {
      description: "What the program asks for; once approved, what it was granted.",
    }),
    company: Type.Optional(
      Type.Object(
        {
          tenantId: Id("ten"),
          name: Type.String({ description: "What the company is called." }),
        },
        {
          description: "The company that the login acts for; absent where you are in none.",
          additionalProperties: false,
        },
      ),
    ),
    hints: Type.Optional(
      Type.Object(
        {
          email: Hint("The address that the program was given."),
          name: Hint("What the person is called."),
          company: Hint("What the person's company is called."),
        },
        {
          description: "What the program knows of a person who is to sign up.",
          additionalProperties: false,
        },
      ),
    ),
    ipAddress: Type.String({ description: "Where the program asked from.", ...PII }),
    userAgent: Type.String({ description: "What the program called itself there.", ...PII }),
    requestedAt: Timestamp,
    expiresAt: Timestamp,
    decidedAt: Type.Optional(Timestamp),
    agentGrantId: Type.Optional(
      described(Id("grant"), "The grant that the approval has made; of an agent."),
    ),
    agentMemberId: Type.Optional(described(Id("agt"), "The agent that the grant is of.")),
  },
  {
    title: "DeviceAuthorization",
    description: "A program, such as the command line, that waits for a person's consent.",
    additionalProperties: false,
  },
);
export type DeviceAuthorization = Static<typeof DeviceAuthorization>;
