/**
 * What a person types, or writes into a file, so that a host of agents knows this server: a list for the usual hosts.
 * Each logs in by itself, by the challenge of the endpoint, so no setting has a secret.
 * Source of the forms: the documentation of each host, as of November 2026.
 */

/** How one host is told of the server. */
export type HostSetting = {
  host: string;
  /** What to do with the text, and what comes after it. */
  how: string;
  /** The file that the text belongs in; absent where it is typed. */
  file?: string;
  /** What the text is in. */
  language: "sh" | "json" | "toml" | "text";
  text: string;
};

/** What the server is called in the settings. */
const SERVER = "money-movement";

/** `endpoint`: the address of the agents' interface, as clients reach it. */
export function hostSettings(endpoint: string): HostSetting[] {
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      host: "Claude Code",
      how: `Type it in a terminal. Then type /mcp in Claude Code, choose ${SERVER}, and log in.`,
      language: "sh",
      text: `claude mcp add --transport http ${SERVER} ${endpoint}`,
    },
    {
      host: "Claude Desktop and claude.ai",
      how: "Open Settings, Connectors, Add custom connector, paste the address, and connect. Claude calls from its own network: the address must be one that the internet reaches, with https.",
      language: "text",
      text: endpoint,
    },
    {
      host: "Cursor",
      how: "Add it to the file, in your home folder or in the project. Cursor then shows the server under MCP with a button to log in.",
      file: "~/.cursor/mcp.json",
      language: "json",
      text: json({ mcpServers: { [SERVER]: { url: endpoint } } }),
    },
    {
      host: "VS Code",
      how: "Add it to the file in the project, or by the command MCP: Open User Configuration. Start the server there, and VS Code asks you to log in.",
      file: ".vscode/mcp.json",
      language: "json",
      text: json({ servers: { [SERVER]: { type: "http", url: endpoint } } }),
    },
    {
      host: "Codex CLI",
      how: `Add it to the file, then type codex mcp login ${SERVER} in a terminal.`,
      file: "~/.codex/config.toml",
      language: "toml",
      text: `[mcp_servers.${SERVER}]\nurl = ${JSON.stringify(endpoint)}`,
    },
    {
      host: "Gemini CLI",
      how: `Add it to the file. Then type /mcp auth ${SERVER} in Gemini CLI.`,
      file: "~/.gemini/settings.json",
      language: "json",
      text: json({ mcpServers: { [SERVER]: { httpUrl: endpoint } } }),
    },
    {
      host: "Any other host",
      how: "The form that most hosts read. The transport is called Streamable HTTP; no header is needed, because the host logs in by OAuth.",
      language: "json",
      text: json({ mcpServers: { [SERVER]: { type: "http", url: endpoint } } }),
    },
  ];
}
