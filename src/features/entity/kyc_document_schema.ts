/** Schemas of the document files of an entity, as answers show them: never what they contain. */
import { type Static, Type } from "@sinclair/typebox";
import {
  Actor,
  CreatedAt,
  EnvironmentName,
  Id,
  Revision,
  UpdatedAt,
} from "../../contract/formats.ts";
import { KYC_DOCUMENT_KINDS } from "./kyc_document_document.ts";
import { KYC_FIELD_STATUSES } from "./kyc_field_status.ts";

export const KycDocumentKind = Type.Union(
  KYC_DOCUMENT_KINDS.map((kind) => Type.Literal(kind)),
  { title: "KycDocumentKind", description: "The field of the profile that the file shows." },
);

export const KycDocument = Type.Object(
  {
    kycDocumentId: Id("kdoc"),
    productId: Id("prod"),
    environment: EnvironmentName,
    entityId: Id("ent"),
    kind: KycDocumentKind,
    contentType: Type.String({ description: "Media type of the file." }),
    sha256: Type.String({
      pattern: "^[0-9a-f]{64}$",
      description: "SHA-256 of the file as it was sent, hexadecimal.",
    }),
    sizeBytes: Type.Integer({ minimum: 1, description: "Bytes of the file as it was sent." }),
    status: Type.Union(
      KYC_FIELD_STATUSES.map((status) => Type.Literal(status)),
      { description: "`pending` until a verification has seen it." },
    ),
    reason: Type.Optional(Type.String({ description: "Why it was rejected." })),
    revision: Revision,
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    actor: Actor,
  },
  {
    title: "KycDocument",
    description: "A document file of an entity: what is known of it, not the file.",
    additionalProperties: false,
  },
);
export type KycDocument = Static<typeof KycDocument>;
