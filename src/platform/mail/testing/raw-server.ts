import { createServer, type Socket } from "node:net";

/** A mail server scripted by a test, for conversations that no sane server would have. */
export interface RawServer {
  readonly url: string;
  /** Everything each connection received, in order of connecting. */
  readonly received: string[];
  /** Whether a final dot came, on any connection. */
  readonly sawDot: () => boolean;
  close(): Promise<void>;
}

/**
 * Action at a point of the conversation: a reply, or a function on the socket. Undefined: the usual reply.
 */
export type Reply = string | ((socket: Socket) => void) | undefined;

export interface RawScript {
  readonly greeting?: Reply;
  readonly ehlo?: Reply;
  readonly mail?: Reply;
  readonly rcpt?: Reply;
  readonly data?: Reply;
  /** Whether a message follows after the script's own reply to DATA; default: no. */
  readonly dataFollows?: () => boolean;
  /** When the first bytes of a message have arrived, with or without the dot. */
  readonly firstBytes?: Reply;
  readonly dot?: Reply;
}

export async function startRawServer(
  script: RawScript | ((connection: number) => RawScript),
): Promise<RawServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const mine = received.push("") - 1;
    const replies = typeof script === "function" ? script(mine) : script;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    const answer = (reply: Reply, usual: string) => {
      if (typeof reply === "function") reply(socket);
      else socket.write(`${reply ?? usual}\r\n`);
    };
    let inData = false;
    let begun = false;
    let rest = "";
    answer(replies.greeting, "220 raw");
    socket.on("data", (chunk) => {
      received[mine] += chunk.toString("latin1");
      rest += chunk.toString("latin1");
      for (;;) {
        if (inData) {
          if (!begun && rest.length > 0) {
            begun = true;
            if (replies.firstBytes !== undefined) answer(replies.firstBytes, "");
          }
          const end = rest.indexOf("\r\n.\r\n");
          if (end < 0) return;
          rest = rest.slice(end + 5);
          inData = begun = false;
          answer(replies.dot, "250 taken");
          continue;
        }
        const end = rest.indexOf("\r\n");
        if (end < 0) return;
        const line = rest.slice(0, end).toUpperCase();
        rest = rest.slice(end + 2);
        if (line.startsWith("EHLO")) answer(replies.ehlo, "250 raw");
        else if (line.startsWith("MAIL")) answer(replies.mail, "250 ok");
        else if (line.startsWith("RCPT")) answer(replies.rcpt, "250 ok");
        else if (line === "DATA") {
          answer(replies.data, "354 go");
          inData = replies.data === undefined || replies.dataFollows?.() === true;
        } else answer(undefined, line === "QUIT" ? "221 bye" : "250 ok");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    sawDot: () => received.some((text) => text.includes("\r\n.\r\n")),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
