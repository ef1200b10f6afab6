/** The words of entities: what ids and scopes are called, and what people say. */
import type { NounWords } from "../../contract/declare/noun_words.ts";

export const entityWords: NounWords = {
  ids: {
    ent: { kind: "an entity", described: "entity, the person or organization that a customer is" },
    kdoc: { kind: "a KYC document", described: "document file of an entity" },
    ver: "a verification",
  },
  scopes: {
    entities: {
      group: "Customers",
      name: "persons and organizations (entities)",
      capability: "kyc",
    },
    kyc: {
      group: "Customers",
      name: "what entities submit to be verified, and what came of it",
      title: "Checks of customers (KYC)",
      capability: "kyc",
    },
  },
  synonyms: {
    entity: `
      person or company, human behind, person, people, business, individual, legal entity,
      organization, organisation, legal, legal name, company, firm, identity, natural person,
      corporation
    `,
    "entity update": `
      customer moved, moved to another, married, relocated, change name, changed name, new legal
      name, change country
    `,
    "entity list": `
      all persons, all companies, natural and legal persons, parties
    `,
    "entity archive": `
      delete a person, delete personal data, remove a person
    `,
    "entity kyc submit": `
      update kyc, answer kyc questions, complete kyc
    `,
    "entity retrieve": `
      behind a customer, behind an account, who is
    `,
    "kyc verification": `
      verify, identity, identification, kyb, identify, verified, check the identity, identity check,
      background check, due diligence, id check, idv
    `,
    "kyc verification start": `
      verify a customer, verify a user, verify a company, verify a business, identify a user, check
      a customer, have a person checked, have identity checked, ask the provider, begin check, prove
      who, make sure that a person is real, know your customer, know your business, verify again,
      verification again, verify, verify somebody, identify, begin verification, start kyc, run kyc,
      do kyc, check the identity, start
    `,
    "kyc verification retrieve": `
      how is the check going, state of verification, is verification done, accepted by provider,
      result of check, verification done, outcome of check, passed or failed, was accepted, rejected
      by provider, how far is the check
    `,
    "kyc verification list": `
      all checks of a person, earlier checks, verification attempts, verifications
    `,
    "kyc verification cancel": `
      person left, no longer needed, give up, abort, stop
    `,
    "kyc document": `
      passport, id card, driver licence, driving license, upload, scan, proof of address, photo,
      selfie, picture, uploaded, utility bill, certificate of incorporation
    `,
    "kyc document list": `
      documents of a person, files of a person, which documents, uploaded files, papers we have
    `,
    "kyc document create add": `
      photo of the passport, photo of id, selfie, image, pdf, file, picture, customer sends, upload,
      attach, provide a file, send a document
    `,
    "kyc requirement ask tier": `
      what do we still need, still need, to verify, which papers, what is missing, must be
      submitted, need from the customer, ask the customer for, which data, needed, required,
      missing, requirement, necessary, what information, require, have to provide, must provide,
      outstanding
    `,
    "kyc submit field": `
      give the data, hand over data, enter name and address, personal details, tell birthday, date
      of birth, birthday, address, provide, hand in, fill in, personal data, nationality, send data,
      tax number, send kyc, kyc data, kyc information, submit kyc, provide kyc
    `,
    "kyc profile": `
      is verified, verified yet, is user verified, is customer verified, kyc of a customer, may
      trade, level of verification, what tier, tier reached, tier has, attained, current tier, which
      tier, tier of a customer, how verified, verification state, kyc status, verified, kyc state,
      kyc level, kyc result, verification status, passed kyc
    `,
    "kyc tier catalog": `
      level, verification level, grade, kyc level
    `,
  },
  sameMeaning: [["kyc", "identity", "verification", "verify", "onboarding", "tier"]],
};
