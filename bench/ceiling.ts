/**
 * The bare ceiling, a process of its own: the rate of uWebSockets.js alone, with the same bytes on
 * the wire as the server's real replies. The body of a transfer is collected and parsed; nothing is
 * checked or stored. The parent sends `{ transfer, balance }` (each a `Reply` to answer with) and
 * gets `{ port }`; the process ends when its parent ends.
 */
import type { HttpResponse } from "uWebSockets.js";
import { uWS } from "../src/http/native_server.ts";

/** `headers`: all headers except those that uWebSockets.js writes itself. */
export type Reply = { status: string; headers: readonly [string, string][]; body: string };
export type CeilingReplies = { transfer: Reply; balance: Reply };

process.once("message", ({ transfer, balance }: CeilingReplies) => {
  uWS
    .App()
    .post("/v1/transfers", (res) => {
      res.onAborted(() => {});
      let collected: Buffer | undefined;
      res.onData((chunk, isLast) => {
        // The chunk's memory belongs to uWebSockets.js and is valid during this call: it is copied.
        const bytes = Buffer.from(chunk);
        if (!isLast) {
          collected =
            collected === undefined ? Buffer.from(bytes) : Buffer.concat([collected, bytes]);
          return;
        }
        const body = collected === undefined ? bytes : Buffer.concat([collected, bytes]);
        const draft = JSON.parse(body.toString()) as { amount?: unknown };
        answer(res, draft.amount === undefined ? { ...transfer, status: "400" } : transfer);
      });
    })
    .get("/v1/accounts/:accountId/balance", (res) => answer(res, balance))
    .listen("127.0.0.1", 0, (socket) => {
      if (socket === false) throw new Error("the ceiling could not listen");
      process.send?.({ port: uWS.us_socket_local_port(socket) });
    });
});
process.once("disconnect", () => process.exit(0));

function answer(res: HttpResponse, { status, headers, body }: Reply): void {
  res.cork(() => {
    res.writeStatus(status);
    for (const [name, value] of headers) res.writeHeader(name, value);
    res.end(body);
  });
}
