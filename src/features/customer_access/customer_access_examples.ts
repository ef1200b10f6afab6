/** The examples of customer access: Grace's access is replaced by a new one, and Ada's stays. */
import type { Example } from "../../contract/example.ts";

export const customerAccessExamples: readonly Example[] = [];
