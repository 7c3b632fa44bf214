import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, LAPTOP, launchBrowser, logIn as logInByHand, picture } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { registerOwner } from "./harness/visitor.ts";

// Passkeys in Chromium, with a virtual authenticator that verifies the user.

const SECURITY = "/account/settings/security";
const EMAIL = "passkeys@owner.test";
const PASSWORD = "correct plumb line 7";

let product: RunningProduct;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let device: CDPSession;
let authenticatorId: string;
let complaints: string[];

beforeAll(async () => {
  product = await startProduct({});
  browser = await launchBrowser();
  await registerOwner(product, EMAIL, PASSWORD);
  context = await browser.newContext({ viewport: LAPTOP });
  complaints = complaintsOf(context);
  page = await context.newPage();
  device = await context.newCDPSession(page);
  await device.send("WebAuthn.enable");
  ({ authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  }));
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await removeData(product.dataDir);
});

const shot = (name: string) => picture(page, `passkeys-${name}`);
const verified = (isUserVerified: boolean) =>
  device.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
const credentials = async () =>
  (await device.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
/** Signs out and forgets that a passkey was used in this browser. */
const signOut = async () => {
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
};
const passkeyButton = () => page.getByRole("button", { name: "Use a passkey" });

async function logIn(): Promise<void> {
  await logInByHand(page, product.url, { email: EMAIL, password: PASSWORD });
}

describe("passkeys", () => {
  it("are added by the device, and listed by its name", async () => {
    await logIn();
    await page.goto(product.url + SECURITY);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Passkey added.").waitFor();
    await page.getByText("On this device only.").waitFor();
    await shot("added");
    expect(await credentials()).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);
    // The same device doesn't create a second one.
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("This device already has a passkey for your account.").waitFor();
    await expect
      .poll(async () => (await product.outbox()).some((mail) => mail.includes("Passkey added")))
      .toBe(true);
  });

  it("are renamed in place", async () => {
    await page.getByText("Rename", { exact: true }).click();
    await page.getByLabel("Name", { exact: true }).fill("Shop laptop");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByText("Passkey renamed.").waitFor();
    expect(await page.locator("#passkeys h3").allInnerTexts()).toEqual(["Shop laptop"]);
  });

  it("sign in without a name or a password, to where the person was going", async () => {
    await signOut();
    await page.goto(`${product.url}/account/magnets`);
    await page.waitForURL("**/login?next=*");
    await shot("login");
    await passkeyButton().click();
    await page.waitForURL("**/account/magnets");
    expect(await page.locator("h1").innerText()).toBe("Lead magnets");
  });

  it("say what happened when the person is not recognized, and open nothing", async () => {
    await signOut();
    await verified(false);
    await page.goto(`${product.url}/login`);
    await passkeyButton().click();
    await page.getByText("No passkey was used. Try again when you’re ready.").waitFor();
    await shot("login-canceled");
    await verified(true);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("plumbline-session");
  });

  it("are refused when their counter goes back, as that of a copy would", async () => {
    const [credential] = await credentials();
    await device.send("WebAuthn.removeCredential", {
      authenticatorId,
      credentialId: credential!.credentialId,
    });
    await device.send("WebAuthn.addCredential", {
      authenticatorId,
      credential: { ...credential!, signCount: 0 },
    });
    await passkeyButton().click();
    await page.getByText("That passkey didn’t work.").waitFor();
    await device.send("WebAuthn.removeCredential", {
      authenticatorId,
      credentialId: credential!.credentialId,
    });
    await device.send("WebAuthn.addCredential", {
      authenticatorId,
      credential: { ...credential!, signCount: 50 },
    });
    expect(new URL(page.url()).pathname).toBe("/login");
    await passkeyButton().click();
    await page.waitForURL("**/account/dashboard");
  });

  it("are offered beside the address where one was used before, and asked for nowhere else", async () => {
    const fresh = await browser.newContext();
    const elsewhere = await fresh.newPage();
    const calls: string[] = [];
    elsewhere.on("request", (request) => calls.push(new URL(request.url()).pathname));
    await elsewhere.goto(`${product.url}/login`, { waitUntil: "networkidle" });
    expect(calls.filter((path) => path.startsWith("/api/passkeys"))).toEqual([]);
    expect(await elsewhere.locator('[name="email"]').getAttribute("autocomplete")).toBe("username");
    await fresh.close();
    await context.clearCookies();
    // This device picks from the list as soon as it is shown.
    const asked = page.waitForResponse("**/api/passkeys/begin-sign-in");
    await page.goto(`${product.url}/login`, { waitUntil: "commit" });
    expect((await asked).status()).toBe(200);
    await page.waitForURL("**/account/dashboard");
  });

  it("confirm that it is still the same person", async () => {
    await page.goto(`${product.url}/account/confirm?next=${encodeURIComponent(SECURITY)}`);
    await shot("confirm");
    const answered = page.waitForResponse("**/api/passkeys/confirm");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    expect((await answered).status()).toBe(200);
    await page.waitForURL(`**${SECURITY}`);
  });

  it("open nothing once they are removed", async () => {
    await page.getByRole("button", { name: "Remove the passkey Shop laptop" }).click();
    await page.getByText("Passkey removed.").waitFor();
    await signOut();
    await page.goto(`${product.url}/login`);
    await passkeyButton().click();
    await page.getByText("That passkey didn’t work.").waitFor();
    expect(complaints).toEqual([]);
  });

  it("are offered only where the browser can: not without script, nor on a host that they don't belong to", async () => {
    await page.goto(`${product.url.replace("localhost", "127.0.0.1")}/login`);
    await page.getByRole("button", { name: "Log In", exact: true }).waitFor();
    expect(await passkeyButton().isVisible()).toBe(false);
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const unscripted = await plain.newPage();
    await unscripted.goto(`${product.url}/login`);
    expect(await unscripted.getByRole("button", { name: "Use a passkey" }).isVisible()).toBe(false);
    await plain.close();
  });

  it("leave all script of the log-in page under 5 KB over the wire", async () => {
    const html = await (await fetch(`${product.url}/login`)).text();
    const scripts = [...html.matchAll(/<script[^>]* src="\/assets\/([^"]+)"/g)].map((match) => match[1]!);
    expect(scripts).toHaveLength(2);
    const bytes = scripts.map(
      (name) => brotliCompressSync(readFileSync(path.resolve("build/client/assets", name))).length,
    );
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5 * 1024);
  });
});
