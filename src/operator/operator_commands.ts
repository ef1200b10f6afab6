/**
 * The operator's commands: what `npm run admin` takes, and which operation each of them is. The client
 * prints usage and refuses mistakes from this table, the server runs what it says.
 */
import { ACTIVATION_STATUSES } from "../contract/declare/activation.ts";
import { ACTIVATION_COMMANDS } from "./activation_commands.ts";
import { KEY_OPERATOR_COMMANDS } from "./key_commands.ts";
import { LIVE_COMMANDS } from "./live_commands.ts";
import { OPERATOR_BANK_COMMANDS } from "./operator_bank_commands.ts";
import {
  type CommandFlag,
  type Given,
  KEY,
  KEY_FLAG,
  type OperationCommand,
  type OperatorCommand,
} from "./operator_command.ts";
import { OPERATOR_CREDIT_COMMANDS } from "./operator_credit_commands.ts";
import { OPERATOR_PROVIDER_COMMANDS } from "./operator_provider_commands.ts";
import { PAYOUT_LIMIT_COMMANDS } from "./payout_limit_commands.ts";
import { USAGE_COMMANDS } from "./usage_commands.ts";

/** The name of the command that gives sealed secrets a new key. */
export const ROTATE_COMMAND = "seal-key rotate";

const LIVE: CommandFlag = {
  name: "live",
  value: "true|false",
  help: "activated for live",
  oneOf: ["true", "false"],
  field: "liveActivated",
  read: (text) => text === "true",
};
const PRODUCT: CommandFlag = {
  name: "product",
  value: "PRODUCT_ID",
  help: "whose it is",
  isRequired: true,
  field: "productId",
};
const NAME = { name: "name", value: "NAME", help: "for people" };
const OF_TENANT = {
  name: "tenant",
  value: "TENANT_ID",
  help: "only those of this tenant",
  field: "tenantId",
};

const USER: CommandFlag = {
  name: "user",
  value: "USER_ID",
  help: "who",
  isRequired: true,
  field: "userId",
};
const SCOPES: CommandFlag = {
  name: "scopes",
  value: "A,B",
  help: "what it may do; everything by default",
  read: (text) => text.split(",").filter((scope) => scope !== ""),
};

export const OPERATOR_COMMANDS: readonly OperatorCommand[] = [
  {
    name: "tenant create",
    summary: "Make a tenant",
    kind: "write",
    operation: "platform.tenant.create",
    flags: [{ ...NAME, isRequired: true }, KEY],
  },
  {
    name: "tenant list",
    summary: "All tenants, newest first",
    kind: "list",
    operation: "platform.tenant.list",
    flags: [],
  },
  {
    name: "product create",
    summary: "Make a Product of a tenant",
    kind: "write",
    operation: "platform.product.create",
    flags: [
      {
        name: "tenant",
        value: "TENANT_ID",
        help: "whose it is",
        isRequired: true,
        field: "tenantId",
      },
      { ...NAME, isRequired: true },
      LIVE,
      KEY,
    ],
  },
  {
    name: "product set",
    summary: "Disable, enable or close a Product, or activate it for live",
    kind: "write",
    operation: "platform.product.update",
    flags: [
      { ...PRODUCT, help: "which" },
      {
        name: "status",
        value: "active|disabled|closed",
        help: "a closed Product stays closed",
        oneOf: ["active", "disabled", "closed"],
      },
      LIVE,
      KEY,
    ],
  },
  {
    name: "product list",
    summary: "All Products, newest first",
    kind: "list",
    operation: "platform.product.list",
    flags: [
      OF_TENANT,
      {
        name: "activation",
        value: "STATUS",
        help: "only those at this stage: requested ones wait for you",
        oneOf: ACTIVATION_STATUSES,
      },
    ],
  },
  ...ACTIVATION_COMMANDS,
  {
    name: "key create",
    summary: "Make an API key of a Product; its text is printed here, once",
    kind: "write",
    operation: "platform.api_key.create",
    defaults: { environment: "sandbox", name: "operator" },
    flags: [
      PRODUCT,
      {
        name: "environment",
        value: "sandbox|live",
        help: "where it works; sandbox by default",
        oneOf: ["sandbox", "live"],
      },
      { ...NAME, help: 'for people; "operator" by default' },
      SCOPES,
      {
        name: "expires",
        value: "TIME",
        help: "when it ends, ISO 8601; never by default",
        field: "expiresAt",
      },
      {
        name: "mcp",
        value: "true|false",
        help: "agents without a person may send it to /v1/mcp, in the sandbox; false by default",
        oneOf: ["true", "false"],
        read: (text) => text === "true",
      },
      {
        name: "origin",
        value: "browser|cli",
        help: "as made in a browser: may make webhook endpoints; cli by default",
        oneOf: ["browser", "cli"],
      },
      KEY,
    ],
  },
  {
    name: "key revoke",
    summary: "End an API key, at once and everywhere",
    kind: "write",
    operation: "platform.api_key.revoke",
    flags: [
      { name: "key", value: "KEY_ID", help: "which", isRequired: true, field: "apiKeyId" },
      KEY,
    ],
  },
  {
    name: "key list",
    summary: "All API keys, newest first, without their texts",
    kind: "list",
    operation: "platform.api_key.list",
    flags: [OF_TENANT],
  },
  ...LIVE_COMMANDS,
  ...PAYOUT_LIMIT_COMMANDS,
  ...USAGE_COMMANDS,
  {
    name: "company create",
    summary: "Make a company with its first owner; a new person's password is printed here, once",
    kind: "write",
    operation: "platform.company.create",
    flags: [
      { ...NAME, isRequired: true },
      { name: "email", value: "ADDRESS", help: "of the first owner", isRequired: true },
      {
        name: "display-name",
        value: "NAME",
        help: "of the first owner, where the address is new here",
        isRequired: true,
        field: "displayName",
      },
      KEY,
    ],
  },
  {
    name: "user list",
    summary: "All people, newest first",
    kind: "list",
    operation: "platform.user.list",
    flags: [{ name: "email", value: "ADDRESS", help: "only who has this address" }],
  },
  {
    name: "mfa reset",
    summary: "Take away a person's second factor, and end the person's sessions",
    kind: "write",
    operation: "platform.user.mfa.reset",
    flags: [USER, KEY],
  },
  {
    name: "session list",
    summary: "The sessions of a person, newest first",
    kind: "list",
    operation: "platform.user.session.list",
    flags: [USER],
  },
  {
    name: "session revoke",
    summary: "End a person's session, at once and everywhere",
    kind: "write",
    operation: "platform.session.revoke",
    flags: [
      {
        name: "session",
        value: "SESSION_ID",
        help: "which",
        isRequired: true,
        field: "sessionId",
      },
      KEY,
    ],
  },
  {
    name: "token create",
    summary: "Make a personal access token for a person; its text is printed here, once",
    kind: "write",
    operation: "platform.personal_access_token.create",
    defaults: { name: "operator" },
    flags: [
      USER,
      { ...OF_TENANT, help: "the company that it acts for", isRequired: true },
      { ...NAME, help: 'for people; "operator" by default' },
      SCOPES,
      {
        name: "expires",
        value: "TIME",
        help: "when it ends, ISO 8601; in 90 days by default, in 365 at most",
        field: "expiresAt",
      },
      KEY,
    ],
  },
  {
    name: "token revoke",
    summary: "End a personal access token, at once and everywhere",
    kind: "write",
    operation: "platform.personal_access_token.revoke",
    flags: [
      {
        name: "token",
        value: "TOKEN_ID",
        help: "which",
        isRequired: true,
        field: "personalAccessTokenId",
      },
      KEY,
    ],
  },
  {
    name: "token list",
    summary: "The personal access tokens of a person, newest first, without their texts",
    kind: "list",
    operation: "platform.personal_access_token.list",
    flags: [USER],
  },
  ...OPERATOR_PROVIDER_COMMANDS,
  ...OPERATOR_CREDIT_COMMANDS,
  ...OPERATOR_BANK_COMMANDS,
  {
    name: ROTATE_COMMAND,
    summary: "A new key for the secrets that are sealed at rest",
    kind: "own",
    flags: [],
  },
  ...KEY_OPERATOR_COMMANDS,
];

export function commandNamed(name: string): OperatorCommand | undefined {
  return OPERATOR_COMMANDS.find((command) => command.name === name);
}

/** The input of the command's operation, of the flags as they were given. */
export function inputOf({ flags, defaults, environmentFlag }: OperationCommand, given: Given) {
  const input: Record<string, unknown> = { ...defaults };
  for (const { name, field = name, read } of flags) {
    const text = given[name];
    if (text !== undefined && name !== KEY_FLAG && name !== environmentFlag)
      input[field] = read === undefined ? text : read(text);
  }
  return input;
}

/** What no command may have: a flag that it does not take, or a value that is none of a flag's. */
export function faultIn({ name, flags }: OperatorCommand, given: Given): string | undefined {
  for (const [flagName, text = ""] of Object.entries(given)) {
    const flag = flags.find((one) => one.name === flagName);
    if (flag === undefined) return `"${name}" has no flag --${flagName}`;
    if (flag.oneOf?.includes(text) === false) {
      return `--${flagName} is ${flag.oneOf.join(" or ")}, not "${text}"`;
    }
  }
  return undefined;
}

/** The flag of a field, for messages; the field itself where no flag has it. */
export function flagOfField({ flags }: OperatorCommand, field: string): string {
  const flag = flags.find(({ name, field: own = name }) => own === field);
  return flag === undefined ? field : `--${flag.name}`;
}
