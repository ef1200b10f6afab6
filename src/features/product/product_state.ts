/** What a ledger shard keeps of the programs of Products. */
import { DocumentTable } from "../../contract/tables/document_table.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import type { TransferState } from "../transfer/transfer_state.ts";
import { type BuildMigrations, createBuildMigrations } from "./build_migration.ts";
import type { ProductBuildDocument, ProductProgramDocument } from "./product_build_document.ts";
import { createProductPricings, type ProductPricings } from "./told_pricing.ts";

/** Of a realm that takes nothing any more, because its Product is closed or is being closed. */
export type ProductClosureDocument = { realm: number; productId: string; closedAtMs: number };

export type ProductPrograms = {
  productBuilds: DocumentTable<ProductBuildDocument>;
  productPrograms: DocumentTable<ProductProgramDocument>;
};

export type ProductClosures = { productClosures: DocumentTable<ProductClosureDocument> };

export type ProductState = TransferState &
  ProductPrograms &
  ProductClosures &
  BuildMigrations &
  ProductPricings;

export function createProductState(): ProductPrograms &
  ProductClosures &
  BuildMigrations &
  ProductPricings {
  return {
    ...createBuildMigrations(),
    ...createProductPricings(),
    productBuilds: new DocumentTable({
      name: "product_build",
      code: LEDGER_TABLE.productBuild,
      stored: {},
    }),
    productPrograms: new DocumentTable({
      name: "product_program",
      code: LEDGER_TABLE.productProgram,
    }),
    productClosures: new DocumentTable({
      name: "product_closure",
      code: LEDGER_TABLE.productClosure,
    }),
  };
}
