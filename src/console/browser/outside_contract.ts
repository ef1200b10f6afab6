/**
 * The one operation that pages call and that the published contract leaves out:
 * `device_authorization.retrieve`, which is there for the page of consent alone. Its answer is that of
 * `device_authorization.approve`, which the contract has.
 */
import type { components } from "./contract.golden.ts";

type Json<T> = { content: { "application/json": T } };

export type OutsideContract = {
  "/oauth/device/{userCode}": {
    get: {
      parameters: { path: { userCode: string } };
      responses: {
        200: Json<components["schemas"]["DeviceAuthorization"]>;
        default: Json<components["schemas"]["Error"]>;
      };
    };
  };
};
