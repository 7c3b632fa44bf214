import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "#platform/testing/long-form.ts";
import { startProvider, type StandInProvider } from "../src/platform/identity/testing/openid-provider.ts";
import {
  complaintsOf,
  LAPTOP,
  launchBrowser,
  logIn as logInByHand,
  PHONE,
  picture,
} from "./harness/browser.ts";
import { mailTo } from "./harness/mails.ts";
import { freePort, removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { registerOwner } from "./harness/visitor.ts";

// Signing in with a provider, in a real browser: our pages' policy, cookies and redirects between two sites
// are all real.

let standIn: StandInProvider;
let product: RunningProduct;
let browser: Browser;

beforeAll(async () => {
  const port = await freePort();
  standIn = await startProvider([`http://localhost:${port}/login/with/acme/callback`]);
  [product, browser] = await Promise.all([
    startProduct({
      PORT: String(port),
      OIDC_PROVIDERS: "acme,away",
      OIDC_ACME_ISSUER: standIn.issuer,
      OIDC_ACME_CLIENT_ID: standIn.clientId,
      OIDC_ACME_CLIENT_SECRET: standIn.clientSecret,
      OIDC_ACME_NAME: "Acme Works",
      OIDC_AWAY_ISSUER: "http://127.0.0.1:9",
      OIDC_AWAY_CLIENT_ID: "x",
      OIDC_AWAY_CLIENT_SECRET: "x",
    }),
    launchBrowser(),
  ]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await standIn?.stop();
  if (product) await removeData(product.dataDir);
});

describe.each(variants([{ script: true }, { script: false }]))("with JavaScript $script", ({ script }) => {
  const email = `new-${script}@acme.test`;

  it("makes an account at the first visit, leads on to where the person was going, and knows them the next time", async () => {
    standIn.user = { sub: `new-${script}`, email, email_verified: true, name: "New" };
    const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: script });
    const complaints = complaintsOf(context);
    const page = await context.newPage();
    await page.goto(`${product.url}/account/settings/data`);
    await page.waitForURL("**/login?next=*");
    await picture(page, `openid-login-${script}`);
    await page.getByRole("link", { name: "Continue with Acme Works" }).click();
    expect(new URL(page.url()).origin).toBe(standIn.issuer);
    await page.getByRole("link", { name: "approve" }).click();
    await page.waitForURL("**/account/settings/data");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Your data");
    await page.goto(`${product.url}/account/settings/providers`);
    await picture(page, `openid-providers-${script}`);
    // It is their only way to log in.
    await page.getByRole("button", { name: "Disconnect Acme Works" }).click();
    await page.getByText("This is your only way to log in.").waitFor();
    await context.clearCookies();
    await page.goto(`${product.url}/login`);
    await page.getByRole("link", { name: "Continue with Acme Works" }).click();
    await page.getByRole("link", { name: "approve" }).click();
    await page.waitForURL("**/account/dashboard");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("says plainly when somebody turns it down, goes back, or the provider is away", async () => {
    const context = await browser.newContext({ viewport: LAPTOP, javaScriptEnabled: script });
    const page = await context.newPage();
    await page.goto(`${product.url}/register`);
    await page.getByRole("link", { name: "Continue with Acme Works" }).click();
    await page.getByRole("link", { name: "deny" }).click();
    await page.getByRole("heading", { name: "You’re not logged in" }).waitFor();
    await picture(page, `openid-denied-${script}`);
    await page.reload();
    await page.getByRole("heading", { name: "This login expired" }).waitFor();
    await page.getByRole("link", { name: "Back to log in" }).click();
    await page.getByRole("link", { name: "Continue with Away" }).click();
    await page.getByRole("heading", { name: "Away isn’t responding" }).waitFor();
    expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain("plumbline-session");
    await context.close();
  });
});

it("connects to an account with a password, opens it from then on, and disconnects", async () => {
  const owner = await registerOwner(product, "owner@openid.test");
  standIn.user = { sub: "work", email: "owner.at.work@acme.test", email_verified: false };
  const context = await browser.newContext({ viewport: LAPTOP });
  const page = await context.newPage();
  const logIn = async () => {
    await page.goto(`${product.url}/login`);
    await page.getByRole("link", { name: "Continue with Acme Works" }).click();
    await page.getByRole("link", { name: "approve" }).click();
  };
  await logInByHand(page, product.url, owner);
  await page.goto(`${product.url}/account/settings/providers`);
  await page.getByRole("link", { name: "Connect Acme Works" }).click();
  await page.getByRole("link", { name: "approve" }).click();
  await page.getByText("Acme Works is connected. You can log in with it now.").waitFor();
  await context.clearCookies();
  await logIn();
  await page.waitForURL("**/account/dashboard");
  await page.goto(`${product.url}/account/settings/providers`);
  await page.getByRole("button", { name: "Disconnect Acme Works" }).click();
  await page.getByText("Disconnected. You can’t log in with it anymore.").waitFor();
  for (const change of ["now opens", "no longer opens"])
    expect(await mailTo(product, owner.email, new RegExp(change))).toContain(
      `Acme Works ${change} your Plumbline account`,
    );
  await context.close();
});
