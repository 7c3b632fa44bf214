import { setDefaultCACertificates, getCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { outside, useOutside } from "../../outside/outside.server.ts";
import { endOfMailbox, imapServerOfUrl, type ImapServer, type Position, readNewMail } from "./imap.server.ts";
import { parseMail } from "./parse.server.ts";
import { CERTIFICATE } from "../testing/certificate.ts";
import { startMailbox, type TestMailbox, type TestMailboxOptions } from "../testing/imap-server.ts";
import { type ConnectionError, troubleOf } from "../smtp/connection-error.ts";

const boxes: TestMailbox[] = [];
const strict = outside();
const usual = getCACertificates();
beforeAll(() => useOutside({ ...strict, mayReachPrivate: true }));
afterAll(() => {
  useOutside(strict);
  setDefaultCACertificates(usual);
});
afterEach(async () => {
  await Promise.all(boxes.splice(0).map((box) => box.close()));
});

async function mailbox(options?: TestMailboxOptions): Promise<TestMailbox & { server: ImapServer }> {
  const box = await startMailbox(options);
  boxes.push(box);
  const server: ImapServer = {
    host: "127.0.0.1",
    port: box.port,
    security: "none",
    user: "office",
    password: "right",
    folder: "INBOX",
  };
  return Object.assign(box, { server });
}

const mail = (subject: string) => `From: dana@client.test\r\nSubject: ${subject}\r\n\r\nHello ${subject}`;

async function subjects(server: ImapServer, since: Position | undefined) {
  const read: string[] = [];
  const behind: number[] = [];
  const position = await readNewMail(server, since, (raw, at) => {
    read.push(/Subject: (.*)\r/.exec(raw.toString())![1]!);
    behind.push(at.uid);
    return Promise.resolve();
  });
  return { read, behind, position };
}

const troubleIn = async (work: Promise<unknown>) =>
  troubleOf(
    await work.then(
      () => ({}),
      (error: ConnectionError) => error,
    ),
  );

describe("reading a mailbox", () => {
  it("begins with new mail, reads each message once, and changes nothing", async () => {
    const box = await mailbox();
    box.deliver(mail("old"));
    const first = await subjects(box.server, undefined);
    expect(first).toEqual({ read: [], behind: [], position: { validity: "4711", uid: 1 } });
    box.deliver(mail("one"));
    box.deliver(mail("two"));
    const second = await subjects(box.server, first.position);
    expect(second).toEqual({ read: ["one", "two"], behind: [2, 3], position: { validity: "4711", uid: 3 } });
    expect((await subjects(box.server, second.position)).read).toEqual([]);
    expect(box.commands.some((command) => /EXAMINE/.test(command))).toBe(true);
    expect(box.commands.filter((command) => /STORE|SELECT|EXPUNGE|MOVE|COPY|BODY\[\]/.test(command))).toEqual(
      [],
    );
  });

  it("stores no list of all that a server names, and continues where its turn ended", async () => {
    const box = await mailbox();
    const { position } = await subjects(box.server, undefined);
    for (let number = 1; number <= 10_050; number++) box.deliver(mail(`n${number}`));
    const first = await subjects(box.server, position);
    expect([first.read.length, first.read.at(-1), first.position.uid]).toEqual([200, "n200", 200]);
    const second = await subjects(box.server, first.position);
    expect([second.read[0], second.read.at(-1), second.position.uid]).toEqual(["n201", "n400", 400]);
  });

  it("continues after the last accepted message if one failed", async () => {
    const box = await mailbox();
    const { position } = await subjects(box.server, undefined);
    for (const name of ["a", "b", "c"]) box.deliver(mail(name));
    let at = position;
    await expect(
      readNewMail(box.server, position, (raw, behind) => {
        if (raw.includes("Hello b")) return Promise.reject(new Error("the database is away"));
        at = behind;
        return Promise.resolve();
      }),
    ).rejects.toThrow("the database is away");
    expect((await subjects(box.server, at)).read).toEqual(["b", "c"]);
  });

  it("reads nothing of a renumbered mailbox, and continues from its end", async () => {
    const box = await mailbox();
    const { position } = await subjects(box.server, undefined);
    box.deliver(mail("lost in the move"));
    box.renumber();
    const moved = await subjects(box.server, position);
    expect(moved).toMatchObject({ read: [], position: { validity: "4712", uid: 1 } });
    box.deliver(mail("after"));
    expect((await subjects(box.server, moved.position)).read).toEqual(["after"]);
  });

  it("does not read an old message again if a new one is already gone", async () => {
    const box = await mailbox();
    box.deliver(mail("old"));
    const { position } = await subjects(box.server, undefined);
    box.deliver(mail("gone"));
    box.messages.pop();
    expect(await subjects(box.server, position)).toEqual({
      read: [],
      behind: [],
      position: { validity: "4711", uid: 2 },
    });
  });

  it("reads the beginning of a message that is too long, and says how long it is", async () => {
    const box = await mailbox();
    const { position } = await subjects(box.server, undefined);
    const raws: Buffer[] = [];
    box.deliver(mail("small"));
    box.deliver(
      `${mail("huge")}\n${"a"
        .repeat(76)
        .concat("\n")
        .repeat(Math.ceil((31 * 1024 * 1024) / 78))}`,
    );
    box.deliver(mail("after it"));
    await readNewMail(box.server, position, async (raw) => void raws.push(raw));
    expect(raws.map((raw) => /^Subject: (.*)$/m.exec(raw.toString("latin1", 0, 2_000))?.[1])).toEqual([
      "small",
      "huge",
      "after it",
    ]);
    expect(raws[1]!.length).toBeLessThan(1024 * 1024);
    const { files, text } = await parseMail(raws[1]!);
    expect(text).toContain("aaaa");
    expect(files).toMatchObject([{ size: box.messages[1]!.raw.length }]);
  });

  it("reads 200 messages at a time", async () => {
    const box = await mailbox();
    const { position } = await subjects(box.server, undefined);
    for (let at = 0; at < 205; at++) box.deliver(mail(`no. ${at}`));
    const turn = await subjects(box.server, position);
    expect(turn.read).toHaveLength(200);
    expect((await subjects(box.server, turn.position)).read).toHaveLength(5);
  });

  it("says what is wrong", async () => {
    const box = await mailbox();
    expect(await troubleIn(endOfMailbox({ ...box.server, password: 'wr"ong\\' }))).toBe("password");
    expect(await troubleIn(endOfMailbox({ ...box.server, folder: "Nowhere" }))).toBe("folder");
    expect(await troubleIn(endOfMailbox({ ...box.server, security: "starttls" }))).toBe("no-encryption");
    expect(await troubleIn(endOfMailbox({ ...box.server, security: "tls" }))).toBe("wrong-security");
    expect(await troubleIn(endOfMailbox({ ...box.server, host: "no-such-host.invalid" }))).toBe(
      "unknown-host",
    );
    expect(await troubleIn(endOfMailbox({ ...box.server, port: 1 }))).toBe("refused");
    const silent = await mailbox({ silent: true });
    expect(await troubleIn(endOfMailbox(silent.server, 300))).toBe("timeout");
    const stuck = await mailbox({ says: { EXAMINE: () => {} } });
    expect(await troubleIn(endOfMailbox(stuck.server, 300))).toBe("timeout");
    const rude = await mailbox({ says: { EXAMINE: (socket) => void socket.destroy() } });
    expect(await troubleIn(endOfMailbox(rude.server))).toBe("hung-up");
    useOutside(strict);
    expect(await troubleIn(endOfMailbox(box.server))).toBe("private");
    useOutside({ ...strict, mayReachPrivate: true });
  });

  it("encrypts, and accepts only trusted certificates", async () => {
    const box = await mailbox({ tls: CERTIFICATE });
    const server: ImapServer = { ...box.server, host: "localhost", security: "tls" };
    expect(await troubleIn(endOfMailbox(server))).toBe("certificate");
    expect(box.commands).toEqual([]);
    setDefaultCACertificates([...usual, CERTIFICATE.cert]);
    expect(await endOfMailbox(server)).toEqual({ validity: "4711", uid: 0 });
  });

  it("stops when the product stops", async () => {
    const stuck = await mailbox({ says: { EXAMINE: () => {} } });
    const stopping = new AbortController();
    const reading = readNewMail(stuck.server, undefined, () => Promise.resolve(), {
      signal: stopping.signal,
    });
    setTimeout(() => stopping.abort(), 100);
    await expect(reading).rejects.toMatchObject({ code: "EABORTED" });
  });
});

it("parses IMAP_URL", () => {
  expect(imapServerOfUrl("imaps://me%40x.test:p%2Fw@mail.x.test/Replies")).toMatchObject({
    host: "mail.x.test",
    port: 993,
    security: "tls",
    user: "me@x.test",
    password: "p/w",
    folder: "Replies",
  });
  expect(imapServerOfUrl("imap://u:p@[::1]:1143")).toMatchObject({
    host: "::1",
    port: 1143,
    security: "none",
    folder: "INBOX",
  });
});
