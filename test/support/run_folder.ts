/**
 * The folder of the bundled tests that this process is one of (scripts/test.mjs), for what is made once in a run;
 * undefined in a process that `npm test` has not started.
 */
export const RUN_FOLDER = /^.*\/\.build\/tests-\d+(?=\/)/.exec(process.argv[1] ?? "")?.[0];
