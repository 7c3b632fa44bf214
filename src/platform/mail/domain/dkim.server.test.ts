import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { buildMessage } from "../compose/compose.server.ts";
import { dkimSigner } from "./dkim.server.ts";
import { aMessage, UNSUBSCRIBE_URL } from "../testing/message.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const files = { get: async () => Buffer.from("%PDF-1.7") };
const date = Temporal.Instant.from("2026-11-20T09:47:13Z");

async function signed(): Promise<string> {
  const sign = dkimSigner({ DKIM_KEY: PEM, DKIM_SELECTOR: "mail2026" }, "example.com")!;
  const message = aMessage({
    kind: "followup",
    unsubscribeUrl: UNSUBSCRIBE_URL,
    subject: "Ein  Angebot für   Dana 木",
    text: "Trailing space \n\n\n..dot\nGrüße\n\n\n",
    html: "<p>Grüße</p>",
    attachments: [{ name: "a.pdf", contentType: "application/pdf", file: "x" }],
  });
  return (await buildMessage(message, { date, files, sign })).toString("latin1");
}

// RFC 6376, relaxed/relaxed, written from the text of the RFC: independent of the code that signs.
function check(raw: string): { valid: boolean; signedFields: string[]; tags: Record<string, string> } {
  const split = raw.indexOf("\r\n\r\n");
  const fields = raw.slice(0, split).split(/\r\n(?![ \t])/);
  const relaxedField = (field: string) => {
    const colon = field.indexOf(":");
    const value = field
      .slice(colon + 1)
      .replace(/\r\n(?=[ \t])/g, "")
      .replace(/[ \t]+/g, " ")
      .trim();
    return `${field.slice(0, colon).trim().toLowerCase()}:${value}`;
  };
  const relaxedBody = raw
    .slice(split + 4)
    .split("\r\n")
    .map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""))
    .join("\r\n")
    .replace(/(\r\n)*$/, "\r\n");
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))!;
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(":") + 1)
      .split(";")
      .map((tag) => [
        tag.slice(0, tag.indexOf("=")).trim(),
        tag.slice(tag.indexOf("=") + 1).replace(/\s+/g, ""),
      ]),
  );
  const bodyHash = createHash("sha256").update(relaxedBody, "latin1").digest("base64");
  const signedFields = tags["h"]!.split(":");
  // Repeated fields are taken from the bottom up.
  const pool = [...fields];
  const chosen = signedFields.map((name) => {
    const at = pool.findLastIndex((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return at < 0 ? "" : `${relaxedField(pool.splice(at, 1)[0]!)}\r\n`;
  });
  const data = chosen.join("") + relaxedField(signature.replace(/(;\s*b=)[^;]*/, "$1"));
  const valid =
    bodyHash === tags["bh"] &&
    verify("rsa-sha256", Buffer.from(data, "latin1"), publicKey, Buffer.from(tags["b"]!, "base64"));
  return { valid, signedFields, tags };
}

describe("a signed message", () => {
  it("verifies, and covers the headers that receivers use, including the one-click pair", async () => {
    const { valid, signedFields, tags } = check(await signed());
    expect(valid).toBe(true);
    expect(tags).toMatchObject({ d: "example.com", s: "mail2026", a: "rsa-sha256", c: "relaxed/relaxed" });
    expect(signedFields).toEqual(
      expect.arrayContaining([
        "from",
        "to",
        "subject",
        "date",
        "message-id",
        "mime-version",
        "content-type",
        "list-unsubscribe",
        "list-unsubscribe-post",
      ]),
    );
  });

  it.each([
    ["the subject", (raw: string) => raw.replace(/^Subject: /m, "Subject: x")],
    ["the one-click header", (raw: string) => raw.replace("One-Click", "Two-Click")],
    ["the text", (raw: string) => raw.replace("..dot", "..dots")],
  ])("does not verify after %s was changed", async (_, change) => {
    const raw = await signed();
    expect(change(raw)).not.toBe(raw);
    expect(check(change(raw)).valid).toBe(false);
  });
});

describe("the key", () => {
  const signer = (key: string) => dkimSigner({ DKIM_KEY: key, DKIM_SELECTOR: "s" }, "example.com");

  it("may be in the setting, with escaped line breaks, or in a file", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plumbline-dkim-"));
    const file = path.join(folder, "key.pem");
    writeFileSync(file, privateKey.export({ type: "pkcs1", format: "pem" }));
    expect(signer(PEM)).toBeDefined();
    expect(signer(PEM.replaceAll("\n", "\\n"))).toBeDefined();
    expect(signer(file)).toBeDefined();
    rmSync(folder, { recursive: true });
  });

  it("must be RSA and private, or the start stops with a sentence", () => {
    const ed25519 = generateKeyPairSync("ed25519")
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString();
    const onlyPublic = createPublicKey(PEM).export({ type: "spki", format: "pem" }).toString();
    for (const key of [ed25519, onlyPublic, "/no/such/file", "nonsense"])
      expect(() => signer(key)).toThrow(/^The setting DKIM_KEY is not valid/);
  });
});
