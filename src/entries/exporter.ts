/** The program of the exporter's thread. */
import { runExporterThread } from "../threads/exporter_thread.ts";
import { startThread } from "../threads/start_thread.ts";

startThread(runExporterThread);
