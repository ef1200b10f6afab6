/** What a ledger shard keeps of the programs of Products. */
import { DocumentTable } from "../../contract/document_table.ts";
import type { TransferState } from "../transfer/transfer_state.ts";
import { type BuildMigrations, createBuildMigrations } from "./build_migration.ts";
import type { ProductBuildDocument, ProductProgramDocument } from "./product_build_document.ts";

export const PRODUCT_BUILD_TABLE = 58;
export const PRODUCT_PROGRAM_TABLE = 59;

export type ProductPrograms = {
  productBuilds: DocumentTable<ProductBuildDocument>;
  productPrograms: DocumentTable<ProductProgramDocument>;
};

export type ProductState = TransferState & ProductPrograms & BuildMigrations;

export function createProductState(): ProductPrograms & BuildMigrations {
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
  };
}
