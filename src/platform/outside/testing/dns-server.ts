import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";

/** Record types by number (RFC 1035, 3.2.2; AAAA: RFC 3596). */
const TYPES = { A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const;
type Type = keyof typeof TYPES;

/**
 * Records by type. A text longer than 255 bytes is sent as several strings. An MX is `10 mail.example.com`.
 */
export type Records = Partial<Record<Exclude<Type, "SOA">, readonly string[]>>;

/** A name's records, or its failure; SILENCE sends no response. */
export type Zone = Record<string, Records | "NXDOMAIN" | "SERVFAIL" | "REFUSED" | "SILENCE">;

export interface TestDns {
  /** For DNS_SERVERS. */
  readonly address: string;
  /** Names in lower case; missing names are NXDOMAIN. May be changed while it runs. */
  zone: Zone;
  /** Queries, such as `TXT example.com`. */
  readonly asked: string[];
  close(): Promise<void>;
}

const RCODES = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;

/** Starts a DNS server over UDP, from RFC 1035: a stand-in for resolvers, so it follows aliases itself. */
export async function startDns(zone: Zone = {}): Promise<TestDns> {
  const socket = createSocket("udp4");
  const dns: TestDns = {
    address: "",
    zone,
    asked: [],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on("message", (query, from: RemoteInfo) => {
    const { name, type, question } = readQuestion(query);
    dns.asked.push(`${type ?? "?"} ${name}`);
    const reply = answer(dns.zone, name, type);
    if (!reply) return;
    // QR, RD as in the query, RA; one question.
    const head = Buffer.from([0, 0, 0x81, 0x80 | reply.rcode, 0, 1, 0, reply.records.length, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    socket.send(Buffer.concat([head, question, ...reply.records]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return Object.assign(dns, { address: `127.0.0.1:${socket.address().port}` });
}

function readQuestion(query: Buffer): { name: string; type: Type | undefined; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const number = query.readUInt16BE(at + 1);
  const type = (Object.keys(TYPES) as Type[]).find((one) => TYPES[one] === number);
  return { name: labels.join(".").toLowerCase(), type, question: query.subarray(12, at + 5) };
}

function answer(
  zone: Zone,
  name: string,
  type: Type | undefined,
): { rcode: number; records: Buffer[] } | undefined {
  const records: Buffer[] = [];
  let owner = name;
  for (let alias = 0; alias < 8; alias++) {
    const found = zone[owner] ?? "NXDOMAIN";
    if (found === "SILENCE") return undefined;
    if (typeof found === "string") return { rcode: RCODES[found], records };
    const [target] = found.CNAME ?? [];
    if (type !== undefined && type !== "SOA")
      for (const value of found[type] ?? []) records.push(record(owner, type, value));
    if (!target || type === "CNAME") break;
    records.push(record(owner, "CNAME", target));
    owner = target.toLowerCase();
  }
  return { rcode: 0, records };
}

function record(owner: string, type: Exclude<Type, "SOA">, value: string): Buffer {
  const content = contentOf(type, value);
  const head = Buffer.alloc(10);
  head.writeUInt16BE(TYPES[type], 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(60, 4);
  head.writeUInt16BE(content.length, 8);
  return Buffer.concat([nameBytes(owner), head, content]);
}

function contentOf(type: Exclude<Type, "SOA">, value: string): Buffer {
  switch (type) {
    case "A":
      return Buffer.from(value.split(".").map(Number));
    case "AAAA":
      return addressBytes(value);
    case "MX": {
      const [preference = "0", host = ""] = value.split(" ");
      const number = Buffer.alloc(2);
      number.writeUInt16BE(Number(preference));
      return Buffer.concat([number, nameBytes(host)]);
    }
    case "TXT": {
      const bytes = Buffer.from(value);
      const strings: Buffer[] = [];
      for (let at = 0; at < bytes.length || !strings.length; at += 255) {
        const part = bytes.subarray(at, at + 255);
        strings.push(Buffer.from([part.length]), part);
      }
      return Buffer.concat(strings);
    }
    default:
      return nameBytes(value);
  }
}

function nameBytes(name: string): Buffer {
  const labels = name.replace(/\.$/, "").split(".").filter(Boolean);
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ]);
}

function addressBytes(address: string): Buffer {
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const [before, after] = [groups(head), groups(tail ?? "")];
  const middle = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return Buffer.from([...before, ...middle, ...after].map((group) => group.padStart(4, "0")).join(""), "hex");
}
