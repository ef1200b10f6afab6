/** customer.list: the customers of a Product, newest first. */
import { Type } from "@sinclair/typebox";
import { Id, listOf, listQuery, Search } from "../../contract/formats.ts";
import { declareRead } from "../../contract/operation.ts";
import { decodeDocument } from "../../contract/table.ts";
import { answerCreatedList } from "../created_list.ts";
import { refuseOtherProduct } from "../own_product.ts";
import type { CustomerDocument } from "./customer_document.ts";
import { customerResource } from "./customer_resource.ts";
import { Customer, CustomerStatus } from "./customer_schema.ts";
import { CUSTOMER_TABLE } from "./customer_state.ts";

export const customerList = declareRead({
  id: "customer.list",
  summary: "List customers",
  description:
    "`search` looks in display name and external id, whatever the case, and takes a customer or entity id.",
  tag: "Customers",
  http: { method: "GET", path: "/customers", status: 200 },
  principals: ["product_key"],
  scope: "customers:read",
  query: listQuery({
    productId: Id("prod"),
    status: Type.Optional(CustomerStatus),
    search: Type.Optional(Search),
  }),
  output: listOf(Customer, "CustomerList"),
  refusals: ["resource_not_found"],
  read(snapshot, input, context) {
    const { principal } = context;
    const otherProduct = refuseOtherProduct(principal, input.productId);
    if (otherProduct !== undefined) return otherProduct;
    const { status } = input;
    const search = input.search?.toLowerCase();
    return answerCreatedList(input, context, {
      snapshot,
      tableCode: CUSTOMER_TABLE,
      itemOf(_key, value) {
        const customer = decodeDocument<CustomerDocument>(value);
        if (status !== undefined && customer.status !== status) return undefined;
        if (search !== undefined && !isFound(customer, search)) return undefined;
        return customerResource(customer, principal);
      },
    });
  },
});

/** `search` is in lower case. */
function isFound({ customerId, entity, externalId }: CustomerDocument, search: string): boolean {
  return (
    entity.displayName.toLowerCase().includes(search) ||
    externalId?.toLowerCase().includes(search) === true ||
    customerId.toLowerCase() === search ||
    entity.entityId.toLowerCase() === search
  );
}
