import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { outside, useOutside } from "../../outside/outside.server.ts";
import { checkSmtp } from "./smtp-check.server.ts";
import type { SmtpServer } from "./smtp-server.server.ts";
import { CERTIFICATE } from "../testing/certificate.ts";
import { type RawScript, type RawServer, startRawServer } from "../testing/raw-server.ts";
import { type Sink, startSink } from "../testing/sink.ts";

// Real servers on loopback, good and bad; the messages people see depend on this.

const servers: (Sink | RawServer)[] = [];
const strict = outside();
const usual = getCACertificates();
beforeAll(() => useOutside({ ...strict, mayReachPrivate: true }));
afterAll(() => {
  useOutside(strict);
  setDefaultCACertificates(usual);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const FROM = "office@larkspur.test";
const onAuth: SMTPServerOptions["onAuth"] = (auth, _session, done) =>
  auth.password === "right"
    ? done(null, { user: auth.username ?? "" })
    : done(Object.assign(new Error("5.7.8 no"), { responseCode: 535 }));

async function serverWith(
  options: SMTPServerOptions,
  change: Partial<SmtpServer> = {},
): Promise<SmtpServer & { sink: Sink }> {
  const sink = await startSink({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: [],
    onAuth,
    ...options,
  });
  servers.push(sink);
  const port = Number(new URL(sink.url).port);
  return { host: "localhost", port, security: "none", user: "office", password: "right", ...change, sink };
}

async function rawServer(script: RawScript): Promise<SmtpServer> {
  const server = await startRawServer(script);
  servers.push(server);
  return {
    host: "127.0.0.1",
    port: Number(new URL(server.url).port),
    security: "none",
    user: "",
    password: "",
  };
}

describe("checking a mail server", () => {
  it("finds nothing wrong with a working server, and sends nothing", async () => {
    const server = await serverWith({});
    expect(await checkSmtp(server, FROM)).toBeUndefined();
    expect(server.sink.accepted).toEqual([]);
  });

  it("finds a wrong password", async () => {
    expect(await checkSmtp(await serverWith({}, { password: "wrong" }), FROM)).toBe("password");
  });

  it("finds a sender that the server refuses", async () => {
    const onMailFrom: SMTPServerOptions["onMailFrom"] = (_address, _session, done) =>
      done(Object.assign(new Error("5.7.1 not yours"), { responseCode: 553 }));
    expect(await checkSmtp(await serverWith({ onMailFrom }), FROM)).toBe("sender");
  });

  it("finds an untrusted certificate, with either kind of encryption", async () => {
    expect(
      await checkSmtp(await serverWith({ secure: true, ...CERTIFICATE }, { security: "tls" }), FROM),
    ).toBe("certificate");
    expect(await checkSmtp(await serverWith({ ...CERTIFICATE }, { security: "starttls" }), FROM)).toBe(
      "certificate",
    );
  });

  it("accepts a trusted certificate, and only for its name", async () => {
    setDefaultCACertificates([...usual, CERTIFICATE.cert]);
    expect(
      await checkSmtp(await serverWith({ secure: true, ...CERTIFICATE }, { security: "tls" }), FROM),
    ).toBeUndefined();
    expect(
      await checkSmtp(await serverWith({ ...CERTIFICATE }, { security: "starttls" }), FROM),
    ).toBeUndefined();
    expect(
      await checkSmtp(
        await serverWith({ secure: true, ...CERTIFICATE }, { security: "tls", host: "127.0.0.1" }),
        FROM,
      ),
    ).toBe("certificate");
    setDefaultCACertificates(usual);
  });

  it("finds a server without encryption, or with the other kind", async () => {
    expect(
      await checkSmtp(await serverWith({ disabledCommands: ["STARTTLS"] }, { security: "starttls" }), FROM),
    ).toBe("no-encryption");
    expect(await checkSmtp(await serverWith({}, { security: "tls" }), FROM)).toBe("wrong-security");
  });

  it("finds an unknown name, a closed port, silence, and a server that disconnects", async () => {
    const server = await rawServer({});
    expect(await checkSmtp({ ...server, host: "no-such-host.invalid" }, FROM)).toBe("unknown-host");
    await Promise.all(servers.splice(0).map((one) => one.close()));
    expect(await checkSmtp(server, FROM)).toBe("refused");
    const began = performance.now();
    expect(await checkSmtp(await rawServer({ greeting: () => {} }), FROM, 300)).toBe("timeout");
    expect(await checkSmtp(await rawServer({ mail: () => {} }), FROM, 300)).toBe("timeout");
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(await checkSmtp(await rawServer({ greeting: (socket) => void socket.destroy() }), FROM)).toBe(
      "hung-up",
    );
    expect(await checkSmtp(await rawServer({ mail: (socket) => void socket.destroy() }), FROM)).toBe(
      "hung-up",
    );
  });

  it("does not look at private addresses of a public installation", async () => {
    const server = await startRawServer({});
    servers.push(server);
    useOutside(strict);
    const port = Number(new URL(server.url).port);
    for (const host of ["localhost", "127.0.0.1", "169.254.169.254", "::1"])
      expect(await checkSmtp({ host, port, security: "none", user: "", password: "" }, FROM)).toBe("private");
    expect(server.received).toEqual([]);
    useOutside({ ...strict, mayReachPrivate: true });
  });
});
