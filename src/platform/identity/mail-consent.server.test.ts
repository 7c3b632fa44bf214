import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type MailVendor, PERSONAL_TENANT, startVendor } from "../mail/testing/mail-vendor.ts";
import type { MailProvider } from "../config/mail-providers.ts";
import { beginConsent, finishConsent, renewTokens, revokeConsent } from "./mail-consent.server.ts";

const BACK = "http://localhost:3000/back";
const WORK_TENANT = "8eaef023-2b34-4da1-9baa-8bc8c9d6a490";
const issuerOf = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`;
let vendor: MailVendor;

afterEach(async () => {
  vi.unstubAllGlobals();
  await vendor.stop();
});

async function consent(provider: MailProvider) {
  const { url, secrets } = await beginConsent(provider, BACK);
  return finishConsent(provider, await vendor.press(url, "approve"), secrets);
}

describe("Microsoft's issuer", () => {
  beforeEach(async () => {
    vendor = await startVendor("microsoft", BACK);
  });

  /** Leads only requests to login.microsoftonline.com to the stand-in. */
  function providerAt(directory: string): MailProvider {
    const { provider, fetch } = vendor.asEntra(directory);
    vi.stubGlobal("fetch", fetch);
    return provider;
  }

  it.each(["common", "organizations", "larkspur.onmicrosoft.com", PERSONAL_TENANT])(
    "is the tenant of whoever signed in at %s",
    async (directory) => {
      const provider = providerAt(directory);
      const tokens = await consent(provider);
      expect(tokens.address).toBe(vendor.address);
      expect((await renewTokens(provider, tokens.refreshToken)).accessToken).not.toBe(tokens.accessToken);
    },
  );

  it("is any tenant at common, as its token says", async () => {
    vendor.mischief = { claims: { tid: WORK_TENANT, iss: issuerOf(WORK_TENANT) } };
    expect(await consent(providerAt("common"))).toMatchObject({ address: vendor.address });
  });

  it.each([
    ["another tenant than the token's", "common", { tid: WORK_TENANT }],
    ["no tenant", "common", { tid: undefined }],
    ["the template itself", "common", { iss: issuerOf("{tenantid}") }],
    ["common", "common", { iss: issuerOf("common") }],
    ["somebody else", "common", { iss: `https://login.example/${PERSONAL_TENANT}/v2.0` }],
    ["another tenant than the one set up", PERSONAL_TENANT, { tid: WORK_TENANT, iss: issuerOf(WORK_TENANT) }],
  ])("is refused if the token names %s", async (_, directory, claims) => {
    vendor.mischief = { claims };
    await expect(consent(providerAt(directory))).rejects.toMatchObject({ failure: "refused" });
  });
});

it("counts a permission that ended at Google before as given back", async () => {
  vendor = await startVendor("google", BACK);
  const { refreshToken } = await consent(vendor.provider);
  expect(await revokeConsent(vendor.provider, refreshToken)).toBe(true);
  await expect(revokeConsent(vendor.provider, refreshToken)).rejects.toMatchObject({ failure: "ended" });
});
