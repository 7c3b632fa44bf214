import { describe, expect, it } from "vitest";
import { mailProviderName, readMailProviders } from "./mail-providers.ts";

const refuse = (sentence: string): never => {
  throw new Error(sentence);
};
const read = (env: Record<string, string>) => readMailProviders(env, refuse);
const GOOGLE = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };

describe("GOOGLE_… and MICROSOFT_…", () => {
  it("name nobody unless an id and a secret are set", () => {
    expect(read({})).toEqual([]);
    expect(read({ GOOGLE_CLIENT_ID: " ", GOOGLE_CLIENT_SECRET: "" })).toEqual([]);
  });

  it("have the vendors' own servers", () => {
    const [google, microsoft] = read({
      ...GOOGLE,
      MICROSOFT_CLIENT_ID: "id",
      MICROSOFT_CLIENT_SECRET: "secret",
    });
    expect(google).toMatchObject({
      issuer: "https://accounts.google.com",
      smtp: { host: "smtp.gmail.com", port: 465, security: "tls" },
      imap: { host: "imap.gmail.com", port: 993, security: "tls" },
    });
    expect(microsoft).toMatchObject({
      issuer: "https://login.microsoftonline.com/common/v2.0",
      smtp: { host: "smtp.office365.com", port: 587, security: "starttls" },
      imap: { host: "outlook.office365.com", port: 993, security: "tls" },
    });
  });

  it("may name other servers, without encryption on this machine only", () => {
    const [google] = read({
      ...GOOGLE,
      GOOGLE_ISSUER: "http://127.0.0.1:4000",
      GOOGLE_SMTP_URL: "smtp://127.0.0.1:2525",
      GOOGLE_IMAP_URL: "imap://mail.example.com",
    });
    expect(google).toMatchObject({
      issuer: "http://127.0.0.1:4000",
      smtp: { host: "127.0.0.1", port: 2525, security: "none" },
      imap: { host: "mail.example.com", port: 143, security: "starttls" },
    });
  });

  it.each([
    [{ GOOGLE_CLIENT_ID: "id" }, "GOOGLE_CLIENT_SECRET is missing"],
    [{ MICROSOFT_CLIENT_SECRET: "hush" }, "MICROSOFT_CLIENT_ID is missing"],
    [{ ...GOOGLE, GOOGLE_ISSUER: "http://accounts.google.com" }, "GOOGLE_ISSUER is not valid"],
    [{ ...GOOGLE, GOOGLE_SMTP_URL: "https://smtp.gmail.com" }, "GOOGLE_SMTP_URL is not valid"],
    [{ ...GOOGLE, GOOGLE_IMAP_URL: "imaps://user:hush@imap.gmail.com" }, "GOOGLE_IMAP_URL is not valid"],
  ])("are refused in one sentence without the value: %o", (env, sentence) => {
    expect(() => read(env)).toThrow(sentence);
    expect(() => read(env)).not.toThrow("hush");
  });

  it("have names", () => {
    expect(mailProviderName("google")).toBe("Google");
    expect(mailProviderName("toString")).toBeUndefined();
    expect(mailProviderName(undefined)).toBeUndefined();
  });
});
