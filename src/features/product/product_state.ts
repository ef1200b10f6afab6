/** What a ledger shard keeps of the programs of Products. */
import { DocumentTable } from "../../contract/document_table.ts";
import type { TransferState } from "../transfer/transfer_state.ts";
import { type BuildMigrations, createBuildMigrations } from "./build_migration.ts";
import type { ProductBuildDocument, ProductProgramDocument } from "./product_build_document.ts";

export const PRODUCT_BUILD_TABLE = 58;
export const PRODUCT_PROGRAM_TABLE = 59;
export const PRODUCT_CLOSURE_TABLE = 66;

/** Of a realm that takes nothing any more, because its Product is closed or is being closed. */
export type ProductClosureDocument = { realm: number; productId: string; closedAtMs: number };

export type ProductPrograms = {
  productBuilds: DocumentTable<ProductBuildDocument>;
  productPrograms: DocumentTable<ProductProgramDocument>;
};

export type ProductClosures = { productClosures: DocumentTable<ProductClosureDocument> };

export type ProductState = TransferState & ProductPrograms & ProductClosures & BuildMigrations;

export function createProductState(): ProductPrograms & ProductClosures & BuildMigrations {
  return {
    ...createBuildMigrations(),
    productBuilds: new DocumentTable({
      name: "product_build",
      code: PRODUCT_BUILD_TABLE,
      stored: {},
    }),
    productPrograms: new DocumentTable({
      name: "product_program",
      code: PRODUCT_PROGRAM_TABLE,
    }),
    productClosures: new DocumentTable({
      name: "product_closure",
      code: PRODUCT_CLOSURE_TABLE,
    }),
  };
}
