/** Guide: webhooks and their signatures. */
import { ACCOUNTS, BEGIN, WORDS } from "./common.ts";
import type { Guide } from "./guide.ts";

export const WEBHOOK_SIGNATURE: Guide = {
  name: "webhook-signature",
  title: "Receive a webhook and check its signature",
  summary: "A receiver that takes what is signed with your secret, and nothing else.",
  words: [
    "webhook",
    "webhook signature",
    "verify",
    "signature",
    "hmac",
    "secret",
    "event",
    "notification",
    "callback",
    "standard webhooks",
    "endpoint",
    "delivery",
    "replay",
  ],
  steps: [
    BEGIN,
    WORDS,
    ACCOUNTS,
    {
      says:
        "The signature is that of Standard Webhooks, so libraries of that name check it in most languages: HMAC-SHA256, in base64, of `webhook-id`, `webhook-timestamp` and the body as it arrived, with full stops between. " +
        "While a secret is replaced there are two signatures, with a space between. This receiver is Node alone; refuse what is older than five minutes, so that nobody can send you an old webhook again:",
      sh: `cat > receive.mjs <<'END'
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signatures } = request.headers;
  const secret = Buffer.from(readFileSync("secret.txt", "utf8").trim().slice("whsec_".length), "base64");
  const own = Buffer.from("v1," + createHmac("sha256", secret).update(id + "." + time + "." + body).digest("base64"));
  const isSigned = String(signatures).split(" ").some((one) => one.length === own.length && timingSafeEqual(Buffer.from(one), own));
  const isNew = Math.abs(Date.now() / 1000 - Number(time)) < 300;
  if (!isSigned || !isNew) return response.writeHead(400).end();
  writeFileSync("received.txt", JSON.parse(body).type + "\\n");
  response.writeHead(204).end();
});
server.listen(0, "127.0.0.1", () => writeFileSync("port.txt", String(server.address().port)));
END
node receive.mjs & receiver=$!
until [ -s port.txt ]; do sleep 0.2; done`,
    },
    {
      says: "An endpoint is told of the types of events that it names. Its signing secret is shown in this answer, once. Addresses are `https`; a server on your own machine takes `http` to this machine too.",
      sh: `curl -sS "$BASE_URL/webhook-endpoints" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "productId": "'$PRODUCT_ID'", "url": "http://127.0.0.1:'$(cat port.txt)'/", "eventTypes": ["transfer.posted"]}' > endpoint.json
field secret < endpoint.json > secret.txt
endpoint=$(field webhookEndpointId < endpoint.json)`,
    },
    {
      says: "Something happens, and the webhook arrives, signed:",
      sh: `curl -sS "$BASE_URL/transfers" -H "$auth" -H "$json" -H "Idempotency-Key: $(uuid)" -d '{
  "sourceAccountId": "'$wallet'", "destinationAccountId": "'$savings'", "amount": "100", "currency": "EUR"}' | field status
until [ -s received.txt ]; do sleep 0.2; done; cat received.txt`,
      prints: "posted\ntransfer.posted",
    },
    {
      says: "What anybody else sends is refused:",
      sh: `curl -sS -o /dev/null -w '%{http_code}\\n' "http://127.0.0.1:$(cat port.txt)/" -H "webhook-id: evt_1" \\
  -H "webhook-timestamp: $(date +%s)" -H "webhook-signature: v1,AAAA" -d '{"type":"transfer.posted"}'`,
      prints: "400",
    },
    {
      says:
        "Answer with 2xx within seconds, and do the work afterwards. Without a 2xx the webhook is sent again for days; one `webhook-id` may arrive more than once and out of order, so remember the ids, and sort by `sequence`. " +
        "A receiver that was away asks for what it missed: events are a list too, `GET /events?afterSequence=…`.",
      sh: `kill $receiver
curl -sS -X DELETE "$BASE_URL/webhook-endpoints/$endpoint" -H "$auth" -H "Idempotency-Key: $(uuid)" -o /dev/null -w '%{http_code}\\n'
curl -sS "$BASE_URL/events?productId=$PRODUCT_ID&types=transfer.posted&limit=1" -H "$auth" | field type`,
      prints: "20…\ntransfer.posted",
    },
  ],
};
