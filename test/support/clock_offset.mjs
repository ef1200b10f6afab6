/** Preloaded into a server under test: its wall clock, in every thread, is this much off. */
const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0);
const now = Date.now.bind(Date);
Date.now = () => now() + offsetMs;
