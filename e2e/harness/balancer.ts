import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * One address in front of several servers, like a proxy: each connection goes to the next server that accepts
 * it.
 */
export interface Balancer {
  readonly url: string;
  /** Connections that each port has accepted. */
  readonly taken: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/**
 * Starts a balancer on loopback. When a server ends, its clients' connections end too, so that no one waits
 * for an answer.
 * @param ports of the servers, which may come and go
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const taken = new Map<number, number>(ports.map((port) => [port, 0]));
  const open = new Set<Socket>();
  let turn = 0;

  function hold(socket: Socket): Socket {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    // An error on one side becomes the end of the other.
    return socket.on("error", () => socket.destroy());
  }

  function pass(client: Socket, tries: readonly number[]): void {
    const [port, ...others] = tries;
    if (port === undefined) return void client.destroy();
    const server = hold(connect(port, "127.0.0.1"));
    let connected = false;
    server.once("connect", () => {
      connected = true;
      taken.set(port, taken.get(port)! + 1);
      client.pipe(server).pipe(client);
      client.once("close", () => server.destroy());
      client.resume();
    });
    server.once("close", (failed) => {
      if (!connected) pass(client, others);
      else if (failed) client.destroy();
      // Let its last bytes arrive.
      else client.end();
    });
  }

  const listener = createServer({ pauseOnConnect: true, noDelay: true }, (client) => {
    const first = turn++ % ports.length;
    pass(hold(client), [...ports.slice(first), ...ports.slice(0, first)]);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    taken,
    async stop() {
      const closed = new Promise((resolve) => listener.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
