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
const ofCompiler = createRequire(ofFastify.resolve("@fastify/ajv-compiler"));
const { default: addFormats } = ofCompiler("ajv-formats") as { default: (ajv: Ajv) => void };

// A field may be called `constructor`, which every object inherits.
const ajv = new Ajv2020({ strict: false, allErrors: false, ownProperties: true });
addFormats(ajv);

/** What is wrong with the schema itself; a function that says what is wrong with a value. */
export function validatorOf(schema: object): {
  schemaFaults: readonly object[];
  faultsOf(value: unknown): readonly object[];
} {
  const schemaFaults = ajv.validateSchema(schema) === true ? [] : (ajv.errors ?? [{}]);
  const validate = ajv.compile(schema);
  return { schemaFaults, faultsOf: (value) => (validate(value) ? [] : (validate.errors ?? [{}])) };
}
