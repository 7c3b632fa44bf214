import { createSocket } from "node:dgram";
import { once } from "node:events";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  areResolvers,
  isOnLoopback,
  isPublicAddress,
  outside,
  resolveOutside,
  textRecords,
  useOutside,
} from "./outside.server.ts";

const strict = outside();
afterEach(() => useOutside(strict));

describe("addresses allowed for businesses", () => {
  it.each(["8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001:81b::200e"])(
    "include %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...[
      "127.0.0.1",
      "127.9.9.9",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
    ],
    ...[
      "224.0.0.1",
      "255.255.255.255",
      "::1",
      "::",
      "fe80::1",
      "fc00::1",
      "fd00:ec2::254",
      "::ffff:127.0.0.1",
      "::ffff:8.8.8.8",
    ],
    ...["64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "ff02::1", "mail.example.com", ""],
  ])("exclude %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it("exclude every address of private networks", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const heads = fc.constantFrom("10", "127", "0", "192.168", "169.254", "172.20", "100.100", "239");
    fc.assert(
      fc.property(heads, fc.tuple(byte, byte, byte), (head, tail) => {
        expect(isPublicAddress([...head.split("."), ...tail.map(String)].slice(0, 4).join("."))).toBe(false);
      }),
    );
  });

  it("are checked after resolving the name", async () => {
    await expect(resolveOutside("localhost")).rejects.toMatchObject({ code: "EPRIVATE" });
    for (const literal of ["127.0.0.1", "[::1]", "169.254.169.254"])
      await expect(resolveOutside(literal)).rejects.toMatchObject({ code: "EPRIVATE" });
    // Other spellings of 127.0.0.1 that resolvers accept.
    for (const disguised of ["2130706433", "0x7f000001", "0177.0.0.1", "127.1"])
      await expect(resolveOutside(disguised)).rejects.toMatchObject({
        code: expect.stringMatching(/^(EPRIVATE|EDNS)$/) as string,
      });
    await expect(resolveOutside("no-such-host.invalid")).rejects.toMatchObject({ code: "EDNS" });
    await expect(resolveOutside("8.8.8.8")).resolves.toEqual({ address: "8.8.8.8", isPublic: true });
  });

  it("include private ones if the installation is on loopback", async () => {
    useOutside({ ...strict, mayReachPrivate: true });
    await expect(resolveOutside("localhost")).resolves.toEqual({ address: "127.0.0.1", isPublic: false });
    expect(["http://localhost:3000", "http://127.0.0.1:1", "http://[::1]:80"].every(isOnLoopback)).toBe(true);
    expect(
      ["https://example.com", "http://localhost.example.com", "http://127.0.0.1.nip.io"].some(isOnLoopback),
    ).toBe(false);
  });
});

describe("DNS records", () => {
  it("come from the resolvers in the settings", async () => {
    expect(areResolvers(["127.0.0.1:5353", "[::1]:53", "9.9.9.9"])).toBe(true);
    for (const wrong of [[], ["dns.example.com"], ["1.2.3.4:x"]]) expect(areResolvers(wrong)).toBe(false);
    const server = createSocket("udp4");
    const asked: Buffer[] = [];
    server.on("message", (query, { port, address }) => {
      asked.push(query);
      const question = query.subarray(12, query.indexOf(0, 12) + 5);
      const missing = question.includes("missing");
      const head = Buffer.concat([
        query.subarray(0, 2),
        Buffer.from([0x81, missing ? 0x83 : 0x80, 0, 1, 0, missing ? 0 : 1, 0, 0, 0, 0]),
      ]);
      const parts = [Buffer.from("v=DKIM1; "), Buffer.from("k=rsa; p=AAAA")].flatMap((part) => [
        Buffer.from([part.length]),
        part,
      ]);
      const text = Buffer.concat(parts);
      const answer = Buffer.concat([Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length]), text]);
      server.send(Buffer.concat([head, question, ...(missing ? [] : [answer])]), port, address);
    });
    server.bind(0, "127.0.0.1");
    await once(server, "listening");
    useOutside({ ...strict, dnsServers: [`127.0.0.1:${server.address().port}`] });
    await expect(textRecords("plumbline._domainkey.example.com")).resolves.toEqual([
      "v=DKIM1; k=rsa; p=AAAA",
    ]);
    await expect(textRecords("missing.example.com")).resolves.toEqual([]);
    expect(asked.length).toBe(2);
    server.close();
  });
});
