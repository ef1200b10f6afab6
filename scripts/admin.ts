/**
 * `npm run admin -- COMMAND [--flags]`: an operator's commands to a running server, sent through
 * the socket in its data directory. Prints the answer as JSON.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { askControl } from "../src/threads/control.ts";

const USAGE = `Usage: npm run admin -- COMMAND [flags] [--data DIR]

  tenant create  --name NAME
  tenant list
  product create --tenant TENANT_ID --name NAME [--live true]
  product set    --product PRODUCT_ID [--status active|disabled|closed] [--live true|false]
  product list
  key create     --product PRODUCT_ID [--environment sandbox|live] [--name NAME]
                 [--scopes a,b] [--expires TIME]      prints the key, once
  key revoke     --key KEY_ID
  key list

The server must be running; --data (or DATA_DIR) names its directory, ./data by default.
`;

const FLAGS = [
  "name",
  "tenant",
  "product",
  "live",
  "status",
  "environment",
  "scopes",
  "expires",
  "key",
];

async function main(): Promise<void> {
  const options = Object.fromEntries(
    ["data", ...FLAGS].map((name) => [name, { type: "string" as const }]),
  );
  const { values, positionals } = parseArgs({
    options: { ...options, help: { type: "boolean" } },
    allowPositionals: true,
  });
  if (values["help"] === true || positionals.length === 0) {
    process.stdout.write(USAGE);
    return;
  }
  const { data, help: _, ...flags } = values as Record<string, string | undefined>;
  const path = resolve(data ?? process.env["DATA_DIR"] ?? "./data");
  const command = positionals.join(" ");
  const result = await askControl(path, { command, arguments: flags });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

main().catch((cause: Error) => {
  process.stderr.write(`${cause.message}\n`);
  process.exitCode = 1;
});
