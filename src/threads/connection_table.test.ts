/** The kernel's table of connections, against connections that the test makes. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { ipBytes, networkText } from "../base/ip_address.ts";
import { connectionsByNetwork, connectionsTo } from "./connection_table.ts";
import { descriptorsMax, openDescriptors } from "./descriptors.ts";

const listener = createServer({ allowHalfOpen: true });
const sockets: Socket[] = [];
let port = 0;

before(async () => {
  listener.on("connection", (socket) => sockets.push(socket.on("error", () => {}).resume()));
  listener.listen(0, "0.0.0.0");
  await once(listener, "listening");
  ({ port } = listener.address() as AddressInfo);
});

after(() => {
  for (const socket of sockets) socket.destroy();
  listener.close();
});

async function opened(localAddress: string, count: number): Promise<Socket[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const taken = once(listener, "connection");
      const socket = connect({ host: "127.0.0.1", port, localAddress, allowHalfOpen: true });
      sockets.push(socket);
      await Promise.all([once(socket, "connect"), taken]);
      return socket;
    }),
  );
}

const counts = (isProxy = (_: Uint8Array) => false) =>
  Object.fromEntries(connectionsByNetwork(port, isProxy));

test("connection table: connections of two addresses, half-closed ones, a proxy's -> counted by address, without the proxy", async () => {
  assert.deepEqual([connectionsTo(port), counts()], [0, {}]);
  const [first] = await opened("127.0.8.1", 3);
  await opened("127.0.8.2", 2);
  assert.deepEqual([connectionsTo(port), counts()], [5, { "127.0.8.1": 3, "127.0.8.2": 2 }]);
  first?.end();
  await once(first as Socket, "finish");
  assert.deepEqual([connectionsTo(port), counts()], [5, { "127.0.8.1": 3, "127.0.8.2": 2 }]);
  const isProxy = (address: Uint8Array) => networkText(address) === "127.0.8.2";
  assert.deepEqual(counts(isProxy), { "127.0.8.1": 3 });
  assert.deepEqual(Object.fromEntries(connectionsByNetwork(1, isProxy)), {});
});

test("networkText: IPv4, mapped, IPv6 -> the address, the address, the first 64 bits", () => {
  for (const [address, network] of [
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2:0:0:0:0"],
    ["2001:db8:1:2::1", "2001:db8:1:2:0:0:0:0"],
    ["::1", "0:0:0:0:0:0:0:0"],
  ] as const) {
    assert.equal(networkText(ipBytes(address) as Uint8Array), network, address);
  }
});

test("descriptors: a connection more -> more are open, fewer than there may be", async () => {
  const before = openDescriptors();
  await opened("127.0.8.3", 1);
  assert.ok(openDescriptors() >= before + 2);
  assert.ok(openDescriptors() < descriptorsMax());
});

test("descriptors: as on macOS -> about as many as on Linux, below the same limit", () => {
  // The listing takes a descriptor of its own.
  const more = openDescriptors("darwin") - openDescriptors("linux");
  assert.ok(more >= 0 && more <= 2, String(more));
  assert.equal(descriptorsMax("darwin"), descriptorsMax("linux"));
});
