/**
 * The bare ceiling, a process of its own: what uWebSockets.js alone reaches with the body of a
 * transfer collected and parsed, eight response headers and a real transfer's reply. Checks nothing,
 * stores nothing. The parent sends `{ reply }` (the text to answer) and gets `{ port }`; the process
 * ends when the parent goes.
 */
import uWS from "uWebSockets.js";

process.once("message", (message: { reply: string }) => {
  uWS
    .App()
    .post("/v1/transfers", (res) => {
      res.onAborted(() => {});
      let collected: Buffer | undefined;
      res.onData((chunk, isLast) => {
        // The chunk is the server's memory and gone after this call, so what is kept is copied.
        const bytes = Buffer.from(chunk);
        if (!isLast) {
          collected =
            collected === undefined ? Buffer.from(bytes) : Buffer.concat([collected, bytes]);
          return;
        }
        const body = collected === undefined ? bytes : Buffer.concat([collected, bytes]);
        answer(res, JSON.parse(body.toString()), message.reply);
      });
    })
    .listen("127.0.0.1", 0, (socket) => {
      if (socket === false) throw new Error("the ceiling could not listen");
      process.send?.({ port: uWS.us_socket_local_port(socket) });
    });
});
process.once("disconnect", () => process.exit(0));

function answer(res: uWS.HttpResponse, draft: { amount?: unknown }, reply: string): void {
  res.cork(() => {
    res.writeStatus(draft.amount === undefined ? "400 Bad Request" : "201 Created");
    res.writeHeader("content-type", "application/json");
    res.writeHeader("x-request-id", "req_01J8Z3K4M5N6P7Q8R9S0T1V2W3");
    res.writeHeader("service-operation-id", "op_01J8Z3K4M5N6P7Q8R9S0T1V2W3");
    res.writeHeader("service-receipt-id", "rcpt_01J8Z3K4M5N6P7Q8R9S0T1V2W3");
    res.writeHeader("x-ratelimit-limit", "16000000");
    res.writeHeader("x-ratelimit-remaining", "15999999");
    res.writeHeader("x-ratelimit-reset", "1763700000");
    res.writeHeader("cache-control", "no-store");
    res.end(reply);
  });
}
