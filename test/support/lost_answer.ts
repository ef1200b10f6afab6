/** For tests of the pages: a network that takes what is sent and loses what is answered. */
import type { Person } from "./console.ts";

/**
 * The next answer to a call of the path is lost on its way to the browser: the server has done what it was
 * asked for. Resolves when the browser waits for it.
 */
export async function loseAnswer({ page }: Person, path: string): Promise<void> {
  const devtools = await page.createCDPSession();
  devtools.once("Fetch.requestPaused", async ({ requestId }) => {
    await devtools.send("Fetch.failRequest", { requestId, errorReason: "ConnectionClosed" });
    await devtools.send("Fetch.disable");
  });
  const patterns = [{ urlPattern: `*/v1${path}`, requestStage: "Response" as const }];
  await devtools.send("Fetch.enable", { patterns });
}
