import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What a receiver of webhooks got. */
export interface Received {
  readonly body: string;
  readonly signature: string;
}

/** Starts a receiver of webhooks on a local port; it accepts everything. */
export async function startReceiver(): Promise<{
  readonly url: string;
  readonly received: Received[];
  close(): void;
}> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const signature = String(request.headers["plumbline-signature"]);
      received.push({ body: Buffer.concat(pieces).toString(), signature });
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
