import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import path from "node:path";

/** A mail server of the demonstration, on loopback: it stores every message and forwards none. */
export interface PostOffice {
  /** For `SMTP_URL`. */
  readonly url: string;
  close(): void;
}

const END = "\r\n.\r\n";

/**
 * Starts a mail server for made-up addresses, so that the demonstration shows mail as sent.
 * @param folder where messages are stored, as `000001.eml` and so on
 */
export async function openPostOffice(folder: string): Promise<PostOffice> {
  const sockets = new Set<Socket>();
  let count = 0;
  mkdirSync(folder, { recursive: true });
  const store = (message: string) =>
    writeFileSync(path.join(folder, `${String(++count).padStart(6, "0")}.eml`), message, "latin1");
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that hangs up needs no response.
    socket.on("error", () => socket.destroy());
    converse(socket, store);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  // It must not keep a process alive that has nothing else to do.
  server.unref();
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function converse(socket: Socket, store: (message: string) => void): void {
  let waiting = "";
  let isMessage = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.setEncoding("latin1");
  say("220 demo ESMTP");
  socket.on("data", (chunk: string) => {
    waiting += chunk;
    for (;;) {
      const end = waiting.indexOf(isMessage ? END : "\r\n");
      if (end < 0) return;
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + (isMessage ? END.length : 2));
      if (isMessage) {
        isMessage = false;
        // Lines that begin with a dot arrive with another one in front.
        store(line.slice(2).replaceAll("\r\n..", "\r\n."));
        say("250 2.0.0 Accepted");
        continue;
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === "DATA") {
        isMessage = true;
        // A message may be empty: its final dot then follows this line directly.
        waiting = `\r\n${waiting}`;
        say("354 Go ahead");
      } else if (command === "QUIT") {
        say("221 2.0.0 Bye");
        socket.end();
      } else say(ANSWERS[command] ?? "502 5.5.2 Not here");
    }
  });
}

const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: "250 demo",
  HELO: "250 demo",
  MAIL: "250 2.1.0 OK",
  RCPT: "250 2.1.5 OK",
  RSET: "250 2.0.0 OK",
  NOOP: "250 2.0.0 OK",
};
