/** For tracing.test.ts: loaded before a server, it notes in a file what each thread of the server loads by name. */
const { appendFileSync } = require("node:fs");
const Module = require("node:module");

const load = Module._load;
Module._load = function (name, ...others) {
  appendFileSync(process.env.LOADED_INTO, `${name}\n`);
  return load.call(this, name, ...others);
};
