import { expect, test } from "vitest";
import { isIssuer } from "./openid-settings.ts";
import { readSettings, unusedSettings } from "./settings.server.ts";

const read = (env: Record<string, string>) => readSettings(env, "/srv/plumbline").OIDC_PROVIDERS;

const ACME = {
  OIDC_PROVIDERS: "acme",
  OIDC_ACME_ISSUER: "https://login.acme.test",
  OIDC_ACME_CLIENT_ID: "plumbline",
  OIDC_ACME_CLIENT_SECRET: "s3cr3t",
};

test("there are no providers by default", () => {
  expect(read({})).toEqual([]);
  expect(read({ OIDC_PROVIDERS: " " })).toEqual([]);
});

test("each has an issuer, a client and a name", () => {
  const env = {
    ...ACME,
    OIDC_PROVIDERS: " acme, my-firm ",
    OIDC_MY_FIRM_ISSUER: "http://127.0.0.1:4000/tenant",
    OIDC_MY_FIRM_CLIENT_ID: "b",
    OIDC_MY_FIRM_CLIENT_SECRET: "c",
    OIDC_MY_FIRM_NAME: "My firm's login",
  };
  expect(read(env)).toEqual([
    {
      id: "acme",
      name: "Acme",
      issuer: "https://login.acme.test",
      clientId: "plumbline",
      clientSecret: "s3cr3t",
    },
    {
      id: "my-firm",
      name: "My firm's login",
      issuer: "http://127.0.0.1:4000/tenant",
      clientId: "b",
      clientSecret: "c",
    },
  ]);
});

test.each([
  ["OIDC_PROVIDERS", "Acme", "The setting OIDC_PROVIDERS is not valid"],
  ["OIDC_PROVIDERS", "acme,acme", "The setting OIDC_PROVIDERS is not valid"],
  ["OIDC_PROVIDERS", "../x", "The setting OIDC_PROVIDERS is not valid"],
  ["OIDC_ACME_ISSUER", "", "The setting OIDC_ACME_ISSUER is missing: OIDC_PROVIDERS names acme"],
  ["OIDC_ACME_ISSUER", "http://login.acme.test", "The setting OIDC_ACME_ISSUER is not valid"],
  ["OIDC_ACME_ISSUER", "login.acme.test", "The setting OIDC_ACME_ISSUER is not valid"],
  ["OIDC_ACME_CLIENT_ID", "", "The setting OIDC_ACME_CLIENT_ID is missing"],
  ["OIDC_ACME_CLIENT_SECRET", " ", "The setting OIDC_ACME_CLIENT_SECRET is missing"],
  ["OIDC_ACME_NAME", "x".repeat(41), "The setting OIDC_ACME_NAME is not valid"],
])("a wrong setting stops the start with one sentence: %s=%s", (name, value, sentence) => {
  expect(() => read({ ...ACME, [name]: value })).toThrow(sentence);
});

test("an error never repeats a value", () => {
  expect(() => read({ ...ACME, OIDC_ACME_ISSUER: "http://s3cr3t.test" })).toThrow(/^(?!.*s3cr3t)/);
});

test("settings of unlisted providers are ignored with a warning", () => {
  expect(unusedSettings({ ...ACME, OIDC_GOOGLE_ISSUER: "https://x", OIDC_ACME_SCOPE: "email" })).toEqual([
    "OIDC_GOOGLE_ISSUER",
    "OIDC_ACME_SCOPE",
  ]);
});

test("plain http is only allowed on this machine", () => {
  expect(
    ["http://localhost:1", "http://127.0.0.1:2/a", "http://[::1]:3", "https://x.test/realms/one"].map(
      isIssuer,
    ),
  ).not.toContain(false);
  const wrong = [
    "http://localhost.evil.test",
    "http://127.0.0.1.evil.test",
    "ftp://localhost",
    "https://u:p@x.test",
    "https://x.test/?a",
    "",
  ];
  expect(wrong.map(isIssuer)).not.toContain(true);
});
