/** A validator of JSON Schema 2020-12 that is not ours: the one that a package of the tests brings along. */
import { createRequire } from "node:module";

type Validate = { (value: unknown): boolean; errors?: readonly object[] | null };
type Ajv = {
  validateSchema(schema: object): boolean | Promise<unknown>;
  compile(schema: object): Validate;
  errors?: readonly object[] | null;
};

const ofTests = createRequire(import.meta.url);
const ofFastify = createRequire(ofTests.resolve("fastify"));
const { Ajv2020 } = ofFastify("ajv/dist/2020.js") as {
  Ajv2020: new (options: object) => Ajv;
};

/** What is wrong with the schema itself; a function that says what is wrong with a value. */
export function validatorOf(schema: object): {
  schemaFaults: readonly object[];
  faultsOf(value: unknown): readonly object[];
} {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  const schemaFaults = ajv.validateSchema(schema) === true ? [] : (ajv.errors ?? [{}]);
  const validate = ajv.compile(schema);
  return { schemaFaults, faultsOf: (value) => (validate(value) ? [] : (validate.errors ?? [{}])) };
}
