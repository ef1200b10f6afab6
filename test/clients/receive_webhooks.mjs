/**
 * `node receive_webhooks.mjs FILE`: receives webhooks on loopback. Prints the URL of the receiver, then
 * `verified TYPE SEQUENCE` for each webhook that is signed with the secret in the file; answers 400 to
 * any other. A receiver that others depend on also refuses old timestamps, as the libraries of Standard
 * Webhooks do.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [, , secretFile] = process.argv;

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const { headers } = request;
  const key = Buffer.from(readFileSync(secretFile, "utf8").trim().slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const own = Buffer.from(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  // While a secret is replaced, there is a signature by each of the two.
  const isSigned = String(headers["webhook-signature"])
    .split(" ")
    .some((each) => each.length === own.length && timingSafeEqual(Buffer.from(each), own));
  if (!isSigned) return response.writeHead(400).end();
  const { type, sequence } = JSON.parse(body);
  console.log(`verified ${type} ${sequence}`);
  response.writeHead(204).end();
});

server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
