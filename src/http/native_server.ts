/** uWebSockets.js in the native build that fits this machine, loaded once in each thread. */
import { loadNativeBuild } from "./native_build.mjs";

/**
 * The most bytes of a request's head, for builds that take 4,096 where nothing is said; the default of
 * Node's own server.
 */
export const HEAD_BYTES_MAX = 16_384;

// The build reads the variable once, when the process loads the build for the first time.
process.env["UWS_HTTP_MAX_HEADERS_SIZE"] = String(HEAD_BYTES_MAX);

export const uWS = loadNativeBuild(import.meta.url);
