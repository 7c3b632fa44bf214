import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

/** A mailbox on loopback with the part of RFC 3501 that reading needs. */
export interface TestMailbox {
  readonly port: number;
  readonly messages: { uid: number; raw: string }[];
  /** Every command received, without its tag; includes passwords. */
  readonly commands: string[];
  /**
   * Delivers a message into the mailbox.
   * @returns its UID
   */
  deliver(raw: string): number;
  /** Renumbers everything, like a server that lost its UIDs. */
  renumber(): void;
  close(): Promise<void>;
}

export interface TestMailboxOptions {
  readonly user?: string;
  readonly password?: string;
  /** Key and certificate: TLS from the first byte. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Reports new messages to whoever waits for them (RFC 2177). */
  readonly idle?: boolean;
  /** Accepts access tokens (XOAUTH2) instead of passwords. */
  readonly tokens?: {
    readonly isGood: (user: string, token: string) => boolean;
    /** Google explains a refusal before it refuses; Microsoft only refuses. */
    readonly challenge?: string;
    readonly refusal: string;
  };
  /** Never responds. */
  readonly silent?: boolean;
  /** Responses other than OK, by command: text without the tag, or a function on the socket. */
  readonly says?: Readonly<Record<string, string | ((socket: Socket) => void)>>;
  /** The message size that it reports. */
  readonly sizeOf?: (raw: string) => number;
}

const unquote = (word: string) =>
  word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/g, "$1") : word;

export async function startMailbox(options: TestMailboxOptions = {}): Promise<TestMailbox> {
  const {
    user = "office",
    password = "right",
    silent = false,
    idle = false,
    tokens,
    says = {},
    sizeOf = (raw: string) => Buffer.byteLength(raw),
  } = options;
  const messages: TestMailbox["messages"] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const idling = new Map<Socket, string>();
  let validity = 4711;
  let next = 1;

  const serve = (socket: Socket) => {
    sockets.add(socket);
    // A response is several small writes, which should not wait for each other's acknowledgment.
    socket.setNoDelay(true);
    socket.on("close", () => {
      sockets.delete(socket);
      idling.delete(socket);
    });
    socket.on("error", () => {});
    if (silent) return;
    let rest = "";
    let signedIn = false;
    let selected = false;
    const respond = (line: string) => socket.write(`${line}\r\n`);
    /** The tag of a sign-in that was refused but for the client's empty line. */
    let refusing: string | undefined;
    const capabilities = `CAPABILITY IMAP4rev1${idle ? " IDLE" : ""}${tokens ? " SASL-IR AUTH=XOAUTH2" : ""}`;
    respond(`* OK [${capabilities}] ready`);
    const obey = (line: string, literals: string[]) => {
      if (line.toUpperCase() === "DONE") {
        respond(`${idling.get(socket) ?? "*"} OK done`);
        return void idling.delete(socket);
      }
      if (refusing !== undefined) {
        respond(`${refusing} ${tokens?.refusal}`);
        return void (refusing = undefined);
      }
      const [tag = "", ...words] = line.split(" ");
      const isUid = words[0]?.toUpperCase() === "UID";
      const name = (isUid ? words[1] : words[0])?.toUpperCase() ?? "";
      const args = line.slice(line.toUpperCase().indexOf(name, tag.length) + name.length + 1);
      commands.push(line.slice(tag.length + 1));
      const other = says[name];
      if (typeof other === "function") return other(socket);
      if (other !== undefined) return respond(`${tag} ${other}`);
      const done = (text = "done") => respond(`${tag} OK ${text}`);
      if (name === "CAPABILITY") return (respond(`* ${capabilities}`), done());
      if (name === "IDLE" && idle) return (idling.set(socket, tag), respond("+ idling"));
      if (name === "NOOP") return done();
      if (name === "LOGOUT") return (respond("* BYE bye"), done(), socket.end());
      if (name === "AUTHENTICATE" && tokens && words[1]?.toUpperCase() === "XOAUTH2") {
        const response = Buffer.from(words[2] ?? "", "base64").toString();
        const [given = "", bearer = ""] = response.split("\u0001");
        const [who, token] = [given.replace(/^user=/, ""), bearer.replace(/^auth=Bearer /, "")];
        signedIn =
          response === `user=${who}\u0001auth=Bearer ${token}\u0001\u0001` && tokens.isGood(who, token);
        if (signedIn) return done();
        if (!tokens.challenge) return respond(`${tag} ${tokens.refusal}`);
        refusing = tag;
        return respond(`+ ${tokens.challenge}`);
      }
      if (name === "LOGIN" && tokens)
        return respond(`${tag} NO [ALERT] Application-specific password required`);
      if (name === "LOGIN") {
        const [enteredUser = "", secret = ""] = literals.length
          ? literals
          : (args.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map(unquote);
        signedIn = enteredUser === user && secret === password;
        return signedIn ? done() : respond(`${tag} NO [AUTHENTICATIONFAILED] wrong user or password`);
      }
      if (!signedIn) return respond(`${tag} NO sign in first`);
      if (name === "LIST") return (respond('* LIST (\\HasNoChildren) "/" INBOX'), done());
      if (name === "SELECT" || name === "EXAMINE") {
        if (unquote(args.replace(/ \(.*$/, "")).toUpperCase() !== "INBOX")
          return respond(`${tag} NO [NONEXISTENT] no such mailbox`);
        selected = true;
        for (const fact of [`${messages.length} EXISTS`, "0 RECENT", "FLAGS (\\Seen)"]) respond(`* ${fact}`);
        for (const fact of [`UIDVALIDITY ${validity}`, `UIDNEXT ${next}`, "PERMANENTFLAGS ()"])
          respond(`* OK [${fact}] so`);
        return done(name === "EXAMINE" ? "[READ-ONLY] open" : "[READ-WRITE] open");
      }
      if (!selected) return respond(`${tag} BAD no mailbox is open`);
      if (name === "SEARCH")
        return (respond(`* SEARCH ${messages.map(({ uid }) => uid).join(" ")}`.trim()), done());
      if (name === "FETCH") {
        const [range = ""] = args.split(" ");
        for (const [at, { uid, raw }] of messages.entries()) {
          if (!within(range, isUid ? uid : at + 1, isUid ? (messages.at(-1)?.uid ?? 0) : messages.length))
            continue;
          const body = /BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/i.exec(args);
          const [from, length] = [body?.[1], body?.[2]].map(Number);
          const isPart = body?.[1] !== undefined;
          const whole = Buffer.from(raw);
          const bytes = isPart ? whole.subarray(from, from! + length!) : whole;
          socket.write(`* ${at + 1} FETCH (UID ${uid} RFC822.SIZE ${sizeOf(raw)} FLAGS ()`);
          if (body) {
            socket.write(` BODY[]${isPart ? `<${from}>` : ""} {${bytes.length}}\r\n`);
            socket.write(bytes);
          }
          respond(")");
        }
        return done();
      }
      if (name === "CLOSE" || name === "UNSELECT") return done();
      return respond(`${tag} BAD what is ${name}`);
    };
    let literals: string[] = [];
    let line = "";
    socket.on("data", (chunk) => {
      rest += chunk.toString("latin1");
      for (;;) {
        const end = rest.indexOf("\r\n");
        if (end < 0) return;
        const part = rest.slice(0, end);
        const wanted = /\{(\d+)(\+?)\}$/.exec(part);
        if (wanted) {
          const length = Number(wanted[1]);
          if (!wanted[2] && rest.length === end + 2) respond("+ go on");
          if (rest.length < end + 2 + length) {
            if (!wanted[2] && rest.length > end + 2) return;
            return;
          }
          literals.push(rest.slice(end + 2, end + 2 + length));
          line += part.slice(0, wanted.index);
          rest = rest.slice(end + 2 + length);
          continue;
        }
        rest = rest.slice(end + 2);
        const [whole, mine] = [line + part, literals];
        line = "";
        literals = [];
        obey(whole, mine);
      }
    });
  };

  const server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve);
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    messages,
    commands,
    deliver(raw) {
      messages.push({ uid: next, raw: raw.replaceAll(/\r?\n/g, "\r\n") });
      for (const socket of idling.keys()) socket.write(`* ${messages.length} EXISTS\r\n`);
      return next++;
    },
    renumber() {
      validity++;
      next = 1;
      for (const message of messages) message.uid = next++;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function within(range: string, at: number, last: number): boolean {
  return range.split(",").some((part) => {
    const [from = 0, to = from] = part.split(":").map((end) => (end === "*" ? last : Number(end)));
    return at >= Math.min(from, to) && at <= Math.max(from, to);
  });
}
