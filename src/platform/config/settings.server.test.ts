import { describe, expect, test } from "vitest";
import { readSettings, unusedSettings } from "./settings.server.ts";

const read = (env: Record<string, string>) => readSettings(env, "/srv/plumbline");

describe("settings of page views", () => {
  test("are off by default", () => {
    const settings = read({});
    expect(
      settings.ANALYTICS_PLAUSIBLE_URL ?? settings.ANALYTICS_UMAMI_URL ?? settings.ANALYTICS_GA4_ID,
    ).toBeUndefined();
    expect(settings.ANALYTICS_GA4_URL).toBe("https://www.google-analytics.com");
  });

  test("are accepted in pairs", () => {
    const env = {
      ANALYTICS_PLAUSIBLE_URL: "https://plausible.io",
      ANALYTICS_PLAUSIBLE_DOMAIN: "example.com",
      ANALYTICS_UMAMI_URL: "http://127.0.0.1:3001",
      ANALYTICS_UMAMI_WEBSITE: "50429a93-8479-4073-be80-d5d29c09c2ec",
      ANALYTICS_GA4_ID: "G-ABC1234567",
      ANALYTICS_GA4_SECRET: "secret",
      ANALYTICS_GA4_URL: "http://127.0.0.1:3002",
    };
    expect(read(env)).toMatchObject(env);
  });

  test.each([
    [
      "ANALYTICS_PLAUSIBLE_URL",
      "plausible.io",
      "The setting ANALYTICS_PLAUSIBLE_URL is not valid: it accepts the address of a Plausible server",
    ],
    [
      "ANALYTICS_PLAUSIBLE_URL",
      "https://plausible.io",
      "The setting ANALYTICS_PLAUSIBLE_DOMAIN is missing: with ANALYTICS_PLAUSIBLE_URL it is required",
    ],
    [
      "ANALYTICS_PLAUSIBLE_DOMAIN",
      "a b",
      "The setting ANALYTICS_PLAUSIBLE_DOMAIN is not valid: it accepts the domain",
    ],
    [
      "ANALYTICS_PLAUSIBLE_DOMAIN",
      "example.com",
      "The setting ANALYTICS_PLAUSIBLE_URL is missing: with ANALYTICS_PLAUSIBLE_DOMAIN",
    ],
    [
      "ANALYTICS_UMAMI_URL",
      "ftp://x",
      "The setting ANALYTICS_UMAMI_URL is not valid: it accepts the address of an Umami server",
    ],
    ["ANALYTICS_UMAMI_URL", "https://cloud.umami.is", "The setting ANALYTICS_UMAMI_WEBSITE is missing"],
    ["ANALYTICS_UMAMI_WEBSITE", "a/b", "The setting ANALYTICS_UMAMI_WEBSITE is not valid"],
    ["ANALYTICS_UMAMI_WEBSITE", "site", "The setting ANALYTICS_UMAMI_URL is missing"],
    [
      "ANALYTICS_GA4_ID",
      "G ABC",
      "The setting ANALYTICS_GA4_ID is not valid: it accepts a GA4 measurement id",
    ],
    ["ANALYTICS_GA4_ID", "G-ABC1234567", "The setting ANALYTICS_GA4_SECRET is missing"],
    ["ANALYTICS_GA4_SECRET", "s3cr3t", "The setting ANALYTICS_GA4_ID is missing"],
    ["ANALYTICS_GA4_URL", "nowhere", "The setting ANALYTICS_GA4_URL is not valid"],
  ])("refuse %s=%s", (name, value, sentence) => {
    expect(() => read({ [name]: value })).toThrow(sentence);
  });

  test("are never repeated in an error, since one of them is a secret", () => {
    expect(() => read({ ANALYTICS_GA4_SECRET: "s3cr3t" })).not.toThrow(/s3cr3t/);
  });
});

describe("settings of a model", () => {
  const all = {
    OPENAI_BASE_URL: "https://api.example.com/v1",
    OPENAI_API_KEY: "s3cr3t",
    OPENAI_MODEL: "writer-1",
  };

  test("are all three set, or none", () => {
    expect(read(all)).toMatchObject(all);
    expect(read({ ...all, OPENAI_BASE_URL: "http://127.0.0.1:11434/v1/" }).OPENAI_BASE_URL).toBe(
      "http://127.0.0.1:11434/v1",
    );
    expect(read({ OPENAI_BASE_URL: " ", OPENAI_API_KEY: "" }).OPENAI_BASE_URL).toBeUndefined();
    expect(unusedSettings(all)).toEqual([]);
  });

  test.each([
    [
      "OPENAI_BASE_URL",
      "The setting OPENAI_BASE_URL is missing: with OPENAI_API_KEY it is required, and it accepts the address of a server",
    ],
    [
      "OPENAI_API_KEY",
      "The setting OPENAI_API_KEY is missing: with OPENAI_BASE_URL it is required, and it accepts the key of that server",
    ],
    [
      "OPENAI_MODEL",
      "The setting OPENAI_MODEL is missing: with OPENAI_BASE_URL it is required, and it accepts the name of a model",
    ],
  ])("without %s stop the start", (name, sentence) => {
    expect(() => read({ ...all, [name]: "" })).toThrow(sentence);
    expect(() => read({ ...all, [name]: "" })).not.toThrow(/s3cr3t/);
  });

  test.each([
    ["OPENAI_BASE_URL", "api.example.com"],
    ["OPENAI_BASE_URL", "file:///etc"],
    ["OPENAI_API_KEY", "s3cr3t with spaces"],
    ["OPENAI_MODEL", "writer\n1"],
  ])("refuse %s=%s", (name, value) => {
    expect(() => read({ ...all, [name]: value })).toThrow(`The setting ${name} is not valid`);
    expect(() => read({ ...all, [name]: value })).not.toThrow(/s3cr3t/);
  });
});

describe("settings of stored files", () => {
  const keys = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "s3cr3t" };

  test("are a bucket with keys, in the URL or beside it", () => {
    expect(read({ FILES_URL: "s3://shop-files?region=auto", ...keys })).toMatchObject(keys);
    expect(read({ FILES_URL: "s3://id:s3cr3t@shop-files" }).FILES_URL).toBe("s3://id:s3cr3t@shop-files");
    expect(read({}).FILES_URL).toBeUndefined();
  });

  test.each([
    [
      { FILES_URL: "s3://shop-files" },
      "The setting S3_ACCESS_KEY_ID is missing: with FILES_URL it is required",
    ],
    [{ FILES_URL: "s3://shop-files", S3_ACCESS_KEY_ID: "id" }, "The setting S3_SECRET_ACCESS_KEY is missing"],
    [
      { FILES_URL: "s3://id:s3cr3t@shop-files", ...keys },
      "can't be used with a FILES_URL that has its own keys: leave it out.",
    ],
    [keys, "The setting S3_ACCESS_KEY_ID can't be used without FILES_URL: leave it out."],
    [
      { FILES_URL: "https://id:s3cr3t@shop-files", ...keys },
      "The setting FILES_URL is not valid: it accepts a bucket of an S3-compatible service",
    ],
    [{ FILES_URL: "s3://shop-files?endpoint=nowhere", ...keys }, "The setting FILES_URL is not valid"],
  ])("refuse %o", (env, sentence) => {
    expect(() => read(env)).toThrow(sentence);
    expect(() => read(env)).not.toThrow(/s3cr3t/);
  });
});

test("lists settings without effect, but not empty or other ones", () => {
  const env = {
    IMAP_URL: "imap://x",
    OIDC_GOOGLE_ID: "x",
    SMTP_URL: "smtp://127.0.0.1",
    OPENAI_MODEL: undefined,
  };
  expect(unusedSettings(env)).toEqual(["OIDC_GOOGLE_ID"]);
});

test("reads mailbox, DNS servers and Twilio's URL", () => {
  expect(read({})).toMatchObject({ DNS_SERVERS: [], TWILIO_BASE_URL: "https://api.twilio.com" });
  const settings = read({
    IMAP_URL: "imaps://u:p@mail.test/Replies",
    DNS_SERVERS: "9.9.9.9, 127.0.0.1:5353",
    TWILIO_BASE_URL: "http://127.0.0.1:9/",
  });
  expect(settings).toMatchObject({
    IMAP_URL: "imaps://u:p@mail.test/Replies",
    DNS_SERVERS: ["9.9.9.9", "127.0.0.1:5353"],
    TWILIO_BASE_URL: "http://127.0.0.1:9",
  });
  expect(read({ INBOUND_DOMAIN: "Replies.Example.com" })).toMatchObject({
    INBOUND_DOMAIN: "replies.example.com",
  });
  for (const wrong of ["example", "a@example.com", "https://example.com", "-a.example.com", "a..com"])
    expect(() => read({ INBOUND_DOMAIN: wrong }), wrong).toThrow(
      "The setting INBOUND_DOMAIN is not valid: it accepts a domain whose email reaches this installation",
    );
  expect(() => read({ IMAP_URL: "https://mail.test" })).toThrow(
    "The setting IMAP_URL is not valid: it accepts a mailbox",
  );
  expect(() => read({ DNS_SERVERS: "dns.example.com" })).toThrow(
    "The setting DNS_SERVERS is not valid: it accepts addresses of DNS servers",
  );
  expect(() => read({ TWILIO_BASE_URL: "twilio" })).toThrow("The setting TWILIO_BASE_URL is not valid");
});

describe("settings of the texting account", () => {
  const all = {
    TWILIO_ACCOUNT_SID: `AC${"0a".repeat(16)}`,
    TWILIO_AUTH_TOKEN: "s3cr3t",
    TWILIO_FROM: "+1 (303) 555-0142",
  };

  test("are accepted together, the number in any common form", () => {
    expect(read(all)).toMatchObject({ ...all, TWILIO_FROM: "+13035550142" });
    expect(read({ TWILIO_ACCOUNT_SID: " ", TWILIO_FROM: "" }).TWILIO_FROM).toBeUndefined();
    expect(unusedSettings(all)).toEqual([]);
  });

  test.each([
    [
      "TWILIO_ACCOUNT_SID",
      "The setting TWILIO_ACCOUNT_SID is missing: with TWILIO_AUTH_TOKEN it is required, and it accepts a Twilio account SID",
    ],
    [
      "TWILIO_AUTH_TOKEN",
      "The setting TWILIO_AUTH_TOKEN is missing: with TWILIO_ACCOUNT_SID it is required, and it accepts the auth token",
    ],
    [
      "TWILIO_FROM",
      "The setting TWILIO_FROM is missing: with TWILIO_ACCOUNT_SID it is required, and it accepts a number of that account",
    ],
  ])("without %s stop the start", (name, sentence) => {
    expect(() => read({ ...all, [name]: "" })).toThrow(sentence);
    expect(() => read({ ...all, [name]: "" })).not.toThrow(/s3cr3t/);
  });

  test.each([
    ["TWILIO_ACCOUNT_SID", "SK0123456789abcdef0123456789abcdef"],
    ["TWILIO_AUTH_TOKEN", "s3cr3t with spaces"],
    ["TWILIO_FROM", "303-555-0142"],
    ["TWILIO_FROM", "Plumbline"],
  ])("refuse %s=%s", (name, value) => {
    expect(() => read({ ...all, [name]: value })).toThrow(`The setting ${name} is not valid`);
  });
});
