/** Preloaded into a server under test: adds an offset to its wall clock, in every thread. */
const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0);
const now = Date.now.bind(Date);
Date.now = () => now() + offsetMs;
