/**
 * fast-check for every test of a property: the seed is that of the test run (seeds.ts). A rule of the
 * architecture keeps tests from importing fast-check itself, which would draw another seed each time.
 */
import fc from "fast-check";
import { usedSeed } from "./seeds.ts";

fc.configureGlobal({ seed: usedSeed() });

export { fc };
