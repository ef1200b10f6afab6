/** The program of the prover's thread. */
import { runProverThread } from "../threads/prover_thread.ts";
import { startThread } from "../threads/start_thread.ts";

startThread(runProverThread);
