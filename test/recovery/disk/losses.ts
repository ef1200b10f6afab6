/**
 * Power loss at many moments: each image is opened as a start opens it, and some by a real server.
 * A server of its own: its disk loses what was not synced.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { killServer, newDataDir, startServer } from "../../support/server.ts";
import { openCaller } from "../bank.ts";
import { assertReplays, type Load } from "../load.ts";
import type { ImageTask, ImageVerdict } from "./image_child.ts";
import { openJudge } from "./judge.ts";
import { type Image, imagesOf, type Recording } from "./recording.ts";

export type LossReport = {
  images: number;
  good: number;
  /** Images on which a real server was started and asked for every answer again. */
  served: number;
  /** The first bad image: the event of the trace, and what was wrong. */
  fault: string | undefined;
};
type Losses = {
  count: number;
  /** One image in so many is served by a real server. */
  servedEvery: number;
  ignoresSyncs: boolean;
};

export async function loseOften(
  recording: Recording,
  random: Load["random"],
  { count, servedEvery, ignoresSyncs }: Losses,
): Promise<LossReport> {
  const report: LossReport = { images: 0, good: 0, served: 0, fault: undefined };
  const judge = openJudge<ImageTask, ImageVerdict>("image_child.ts");
  const answered = join(newDataDir(), "answered.json");
  try {
    for (const image of imagesOf(recording, random, { count, ignoresSyncs })) {
      report.images++;
      const keys = image.answered.map(({ key, answer }) => [key, answer?.status]);
      writeFileSync(answered, JSON.stringify(keys));
      const verdict = await judge.judge({ dataDir: image.dataDir, answered });
      const fault = "died" in verdict ? `the opener died: ${verdict.died}` : verdict.fault;
      if (fault === undefined) report.good++;
      else report.fault ??= `at event ${image.atEvent}: ${fault}\n${judge.output()}`;
      if (fault !== undefined || report.images % servedEvery !== 0) continue;
      await assertServed(image);
      report.served++;
    }
  } finally {
    judge.close();
  }
  return report;
}

/** Asserts that a server on the image gives every earlier answer again, byte for byte. */
async function assertServed({ dataDir, answered }: Image): Promise<void> {
  const server = await startServer([], dataDir);
  const caller = openCaller(server);
  await assertReplays([caller], answered);
  caller.close();
  await killServer(server);
}
