/** P2: the same transfers by Fastify over PostgreSQL, the usual way to build such a service. */
import { type Bank, openBank } from "../bank.ts";
import { loadTurn } from "../load.ts";
import { type FrontEnd, type Peer, type Shape, startPeer } from "../peer/peer.ts";
import { type Row, type Settings, SHORTFALL } from "../row.ts";

/** Shapes of the peer that are tried before the rounds; the server is compared with the fastest. */
const SHAPES: readonly Shape[] = [1, 2].flatMap((workers) =>
  [16, 32, 64].map((poolSize) => ({ workers, poolSize })),
);
const SMALL_SHAPES: readonly Shape[] = [{ workers: 1, poolSize: 16 }];
const TRY_SECONDS = 3;

export const p2Postgres: Row = {
  name: "p2",
  title: "against Fastify and PostgreSQL",
  pairs: 3,
  seconds: 6,
  warmUpSeconds: 3,
  shortfall: SHORTFALL,
  figures: [
    {
      name: "ratio",
      text: "times as many transfers",
      digits: 1,
      isHeadline: true,
      asked: { atLeast: 8 },
    },
    { name: "perSecond", text: "transfers per second", digits: 0 },
    { name: "peerPerSecond", text: "Fastify and PostgreSQL, transfers per second", digits: 0 },
    { name: "peerP99Ms", text: "Fastify and PostgreSQL, p99, ms", digits: 1 },
    { name: "peerP999Ms", text: "Fastify and PostgreSQL, p99.9, ms", digits: 1 },
  ],
  async open(settings) {
    const peer = await startPeer(settings);
    let frontEnd: FrontEnd | undefined;
    let bank: Bank | undefined;
    const close = async () => {
      await bank?.close();
      await frontEnd?.stop();
      await peer.stop();
    };
    try {
      const best = await bestShape(settings, peer);
      const running = await peer.startFrontEnd(best);
      frontEnd = running;
      const server = await openBank(settings);
      bank = server;
      return {
        sides: [
          { name: "server", turn: (seconds) => server.load("transfer", seconds) },
          { name: "peer", turn: (seconds) => peerTurn(settings, peer, running, seconds) },
        ],
        notes: [
          `PostgreSQL ${peer.postgres.version}, fsync and synchronous_commit on; Fastify with ` +
            `${shapeText(best)}, the fastest of those tried`,
        ],
        check: async () => {
          await server.check();
          await peer.check();
        },
        close,
      };
    } catch (cause) {
      await close();
      throw cause;
    }
  },
  derive: (of) => ({
    ratio: of("server", "perSecond") / of("peer", "perSecond"),
    perSecond: of("server", "perSecond"),
    peerPerSecond: of("peer", "perSecond"),
    peerP99Ms: of("peer", "p99Ms"),
    peerP999Ms: of("peer", "p999Ms"),
  }),
};

async function bestShape(settings: Settings, peer: Peer): Promise<Shape> {
  const isSmall = settings.size === "small";
  const tried: { shape: Shape; perSecond: number }[] = [];
  for (const shape of isSmall ? SMALL_SHAPES : SHAPES) {
    const frontEnd = await peer.startFrontEnd(shape);
    try {
      const seconds = isSmall ? 1 : TRY_SECONDS;
      const { perSecond } = await peerTurn(settings, peer, frontEnd, seconds);
      settings.say(`  peer with ${shapeText(shape)}: ${Math.round(perSecond)}/s`);
      tried.push({ shape, perSecond });
    } finally {
      await frontEnd.stop();
    }
  }
  const [best] = tried.sort((a, b) => b.perSecond - a.perSecond);
  if (best === undefined) throw new Error("some shape of the peer was tried");
  return best.shape;
}

function peerTurn(
  { generator, connections }: Settings,
  { group }: Peer,
  { port }: FrontEnd,
  seconds: number,
) {
  const target = { port, groups: [group], kind: "transfer" as const };
  return loadTurn(generator, target, { connections, seconds });
}

function shapeText({ workers, poolSize }: Shape): string {
  const processes = workers === 1 ? "1 process" : `${workers} processes`;
  return `${processes}, ${poolSize} database connections in all`;
}
