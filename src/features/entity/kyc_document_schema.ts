/** Schemas of the document files of an entity, as answers show them: never what they contain. */
import { type Static, Type } from "@sinclair/typebox";
import { PII, SECRET } from "../../contract/declare/redaction.ts";
import { described, PUBLISHED_AS } from "../../contract/declare/schema_marks.ts";
import {
  Actor,
  CreatedAt,
  EnvironmentName,
  Id,
  Revision,
  UpdatedAt,
} from "../../contract/values/formats.ts";
import { ruled } from "../../contract/values/value_rules.ts";
import { KYC_DOCUMENT_KINDS, KYC_DOCUMENT_TYPES } from "./kyc_document_document.ts";
import { KYC_FIELD_STATUSES } from "./kyc_field_status.ts";

export const KycDocumentKind = Type.Union(
  KYC_DOCUMENT_KINDS.map((kind) => Type.Literal(kind)),
  { title: "KycDocumentKind", description: "The field of the profile that the file shows." },
);

export const KycDocumentType = Type.Union(
  KYC_DOCUMENT_TYPES.map((type) => Type.Literal(type)),
  { title: "KycDocumentType", description: "Media type of the file." },
);

const Sha256 = ruled(
  Type.String({
    pattern: "^[0-9a-f]{64}$",
    description: "SHA-256 of the file as it was sent, hexadecimal.",
    examples: ["ffee5910065693b0b0bdcc77f193137f90748f2cd1f79ed6f8a61967ccaab416"],
  }),
  { mustBe: "64 hexadecimal digits in lower case" },
);

/**
 * The largest file, bytes: as base64 it fills a body of 1 MiB (`BODY_BYTES_MAX`) to some 24 KB.
 */
export const DOCUMENT_BYTES_MAX = 768_000;
/** The length of the largest file as base64, characters: four for three bytes. */
const CONTENT_LENGTH_MAX = (DOCUMENT_BYTES_MAX / 3) * 4;

/** A picture of one point, whose three fields about the content agree. */
export const EXAMPLE_DOCUMENT = {
  kind: "proofOfAddress",
  contentType: "image/png",
  sha256: "ffee5910065693b0b0bdcc77f193137f90748f2cd1f79ed6f8a61967ccaab416",
  contentBase64:
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mOoBwAAgQCAfhwpxwAAAABJRU5ErkJggg==",
} as const;

const Content = Type.String({
  minLength: 4,
  maxLength: CONTENT_LENGTH_MAX,
  description: `The file as base64 (RFC 4648, section 4): at most ${DOCUMENT_BYTES_MAX} bytes, ${CONTENT_LENGTH_MAX} characters. Sealed when it arrives, and in no answer.`,
  ...PII,
  ...SECRET,
});
/** Base64 in its one form, with padding, whose unused bits are zero. A validator would look at each character of a large file twice. */
const BASE64_PATTERN =
  "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$";

/** How the base64 of a file of the type begins, for readers of the contract: its bytes stand in kyc_document_content.ts. */
const ofType = (contentType: string, beginning: string) => ({
  if: withAll({ contentType: { const: contentType } }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: withAll({ contentBase64: { pattern: `^${beginning}` } }),
});
/** Linters take a part of a schema for the whole: each part names all fields. */
const withAll = (fields: object) => ({
  properties: { kind: {}, contentType: {}, sha256: {}, contentBase64: {}, ...fields },
});
const BEGINS_AS_ITS_TYPE = {
  ...ofType("image/png", "iVBORw0KGg[o-r]"),
  else: { ...ofType("image/jpeg", "/9j/"), else: { ...ofType("application/pdf", "JVBERi[0-3]") } },
};

export const KycDocumentDraft = Type.Object(
  {
    kind: KycDocumentKind,
    contentType: KycDocumentType,
    sha256: described(Sha256, "SHA-256 of the file, hexadecimal; checked when it has arrived."),
    contentBase64: { ...Content, [PUBLISHED_AS]: { ...Content, pattern: BASE64_PATTERN } },
  },
  {
    title: "KycDocumentDraft",
    description: "A document file to be kept, sealed.",
    examples: [EXAMPLE_DOCUMENT],
    additionalProperties: false,
    ...BEGINS_AS_ITS_TYPE,
  },
);
export type KycDocumentDraft = Static<typeof KycDocumentDraft>;

export const KycDocument = Type.Object(
  {
    kycDocumentId: Id("kdoc"),
    productId: Id("prod"),
    environment: EnvironmentName,
    entityId: Id("ent"),
    kind: KycDocumentKind,
    contentType: KycDocumentType,
    sha256: Sha256,
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
