import { createServer as createHttpServer, request } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { freePort, removeData, type RunningProduct, startProduct } from "../e2e/harness/product.ts";
import { type Certificate, makeCertificate } from "./certificate.ts";

/**
 * The product as the public sees it: over HTTPS, behind a proxy that terminates TLS, with an empty data
 * folder.
 */
export interface Site {
  /** `https://localhost:port`, which is also its PUBLIC_URL. */
  readonly url: string;
  readonly port: number;
  readonly certificate: Certificate;
  readonly product: RunningProduct;
  stop(): Promise<void>;
}

const TLS_HANDSHAKE = 0x16;

/** Starts the built product behind its own proxy. */
export async function startSite(): Promise<Site> {
  const certificate = makeCertificate();
  const behind = await freePort();
  const sockets = new Set<Socket>();

  const proxy = createHttpsServer({ key: certificate.key, cert: certificate.cert }, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      "x-forwarded-for": incoming.socket.remoteAddress,
      "x-forwarded-proto": "https",
    };
    const onward = request(
      { host: "127.0.0.1", port: behind, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const plain = createHttpServer((incoming, outgoing) => {
    outgoing.writeHead(301, { Location: `https://localhost:${port}${incoming.url ?? "/"}` }).end();
  });
  // HTTP and HTTPS share one port, as they share one host name; the first byte tells them apart.
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.once("readable", () => {
      const first = socket.read(1) as Buffer | null;
      if (!first) return socket.destroy();
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? proxy : plain).emit("connection", socket);
    });
  });
  await new Promise<void>((resolve, reject) => front.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = front.address() as AddressInfo;
  const url = `https://localhost:${port}`;
  const product = await startProduct({ PORT: String(behind), PUBLIC_URL: url, TRUST_PROXY: "127.0.0.1" });
  return {
    url,
    port,
    certificate,
    product,
    async stop() {
      front.close();
      for (const socket of sockets) socket.destroy();
      await product.stop();
      await removeData(product.dataDir);
    },
  };
}
