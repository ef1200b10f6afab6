/**
 * The client's side of the operator's socket. It says which user of the operating system runs it: Node
 * cannot ask the kernel for the user at the other end of a socket, so the server believes its client.
 * Only the owner of the data directory and root can open the socket.
 */
import { connect } from "node:net";
import { userInfo } from "node:os";
import { createInterface } from "node:readline";
import { type ControlAnswer, type ControlRequest, socketPathOf } from "./control_protocol.ts";

/** The server refused a command. `code` is the refusal's code, where the platform refused it. */
export class ControlRefused extends Error {
  override readonly name = "ControlRefused";
  readonly code: string | undefined;

  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** Sends one request to the server that runs on `dataPath`; throws when none does. */
export async function askControl(dataPath: string, request: ControlRequest): Promise<unknown> {
  const { result, release } = await askControlAndHold(dataPath, request);
  release();
  return result;
}

/** Like `askControl`; what the command holds for its caller is held until `release` is called. */
export async function askControlAndHold(
  dataPath: string,
  request: ControlRequest,
): Promise<{ result: unknown; notes: readonly string[]; release(): void }> {
  const socket = openSocketPath(dataPath);
  const connection = connect(socket.path);
  try {
    const answer = await new Promise<ControlAnswer>((resolve, reject) => {
      const onNoServer = () => reject(new Error(noServerRuns(dataPath)));
      connection.on("error", onNoServer);
      connection.once("close", onNoServer);
      const asked = { user: operatorUser(process.env), ...request };
      connection.once("connect", () => connection.write(`${JSON.stringify(asked)}\n`));
      const lines = createInterface({ input: connection });
      lines.on("error", onNoServer);
      lines.once("line", (line) => resolve(JSON.parse(line) as ControlAnswer));
    });
    if (!answer.ok) throw new ControlRefused(answer.message, answer.code);
    const { result, notes = [] } = answer;
    return { result, notes, release: () => connection.end() };
  } catch (cause) {
    connection.destroy();
    throw cause;
  } finally {
    socket.release();
  }
}

/**
 * The user of the operating system as `name/uid`; behind sudo `root/0/name`, with the name of who
 * called sudo.
 */
export function operatorUser(environment: Readonly<Record<string, string | undefined>>): string {
  const caller = environment["SUDO_USER"];
  const behind = caller === undefined || caller === "" ? [] : [caller];
  return [nameOfUser(), process.getuid?.() ?? "-", ...behind].join("/");
}

/** A process in a container may run as a user that no list of users names. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "-";
  }
}

function openSocketPath(dataPath: string) {
  try {
    return socketPathOf(dataPath);
  } catch (cause) {
    throw new Error(noServerRuns(dataPath), { cause });
  }
}

function noServerRuns(dataPath: string): string {
  return `no server runs on ${dataPath}`;
}
