import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf, fillIn, LAPTOP, launchBrowser, PHONE, sendWatched } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { ACCOUNT_PAGES, articlePaths } from "./harness/public-pages.ts";

// The website's contract, line by line: the navigation bar, moving between pages, signing in and out.

const PASSWORD = "seven cedar boards 31";
const MEMBER = "member@frame.test";

let product: RunningProduct;
let browser: Browser;
let guest: BrowserContext;
let complaints: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  guest = await browser.newContext({ viewport: LAPTOP });
  complaints = complaintsOf(guest);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

/** Runs work on a visitor's page and always closes it. */
async function on(path: string, work: (page: Page) => Promise<void>, context = guest): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  try {
    await page.goto(product.url + path);
    await work(page);
  } finally {
    await page.close();
  }
}

const hrefs = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute("href")));
const openMenus = (page: Page) => page.locator("[popover]:popover-open");
const button = (page: Page, name: string) =>
  page.locator("header").getByRole("button", { name, exact: true });
const submit = (page: Page) => page.locator('main form button[type="submit"]');
/** The required fields, with their types. */
const required = (page: Page) =>
  page
    .locator("main form input:not([type=hidden])")
    .evaluateAll((all) =>
      (all as HTMLInputElement[]).filter((one) => one.required).map((one) => [one.name, one.type]),
    );

describe("2. Navigation bar", () => {
  const LINKS = ["/leadMagnet", "/leadDrip", "/about", "/contact", "/articles", "/login"];
  const TOOLS = [
    "/genLeadMagnet",
    "/genLeadDrip",
    "/buildlog",
    "/changeorder",
    "/checky",
    "/proofpix",
    "/estimini",
    "/sitesafe",
  ];

  it("Fixed; logo links to /", async () => {
    await on("/leadMagnet", async (page) => {
      const logo = page.locator('header a[href="/"]').first();
      const before = (await logo.boundingBox())!;
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
      expect(await logo.boundingBox()).toEqual(before);
      await logo.click();
      await page.waitForURL(`${product.url}/`);
    });
  });

  it("Links: /leadMagnet, /leadDrip, /about, /contact, /articles, and /login when signed out", async () => {
    await on("/", async (page) => {
      const direct = (await hrefs(page, "header nav a:not([popover] [popover] a)")).filter(
        (one): one is string => one !== null,
      );
      expect(direct.toSorted()).toEqual(LINKS.toSorted());
      expect((await page.locator('header nav a[href="/login"]').innerText()).trim()).toBe("Log In");
      expect(await page.locator('header a[href^="/account"]').count()).toBe(0);
      for (const href of LINKS)
        expect(await page.locator(`header nav a[href="${href}"]`).isVisible(), href).toBe(true);
    });
  });

  it("Tools dropdown: /genLeadMagnet, /genLeadDrip, /buildlog, /changeorder, /checky, /proofpix, /estimini, /sitesafe", async () => {
    await on("/", async (page) => {
      expect(await page.locator(`header a[href="${TOOLS[0]}"]`).isVisible()).toBe(false);
      await button(page, "Tools").click();
      expect(
        await openMenus(page)
          .locator("a")
          .evaluateAll((all) => all.map((one) => one.getAttribute("href"))),
      ).toEqual(TOOLS);
      for (const href of TOOLS)
        expect(await openMenus(page).locator(`a[href="${href}"]`).isVisible(), href).toBe(true);
    });
  });

  it("Tools and Account menus open on click and close when an item is chosen; also on a second click, Escape, and a click elsewhere", async () => {
    await on("/", async (page) => {
      const tools = button(page, "Tools");
      await tools.click();
      expect(await openMenus(page).count()).toBe(1);
      await tools.click();
      await expect.poll(() => openMenus(page).count()).toBe(0);
      await tools.click();
      await page.keyboard.press("Escape");
      await expect.poll(() => openMenus(page).count()).toBe(0);
      await tools.click();
      await page.mouse.click(LAPTOP.width / 2, LAPTOP.height - 10);
      await expect.poll(() => openMenus(page).count()).toBe(0);
      await tools.click();
      await openMenus(page).locator('a[href="/genLeadMagnet"]').click();
      await page.waitForURL("**/genLeadMagnet");
      await expect.poll(() => openMenus(page).count()).toBe(0);
      // Back on the page that was left, the menu is closed.
      await page.goBack();
      await expect.poll(() => openMenus(page).count()).toBe(0);
    });
  });

  it("opens by keyboard, and lets go when the focus leaves", async () => {
    await on("/", async (page) => {
      const tools = button(page, "Tools");
      for (const key of ["Enter", "Space"]) {
        await tools.focus();
        await page.keyboard.press(key);
        expect(await openMenus(page).count(), key).toBe(1);
        await page.keyboard.press("Tab");
        expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe(TOOLS[0]);
        await page.keyboard.press("Escape");
        await expect.poll(() => openMenus(page).count(), { message: key }).toBe(0);
      }
    });
  });

  it.each([
    ["a laptop", LAPTOP],
    ["a phone", PHONE],
  ] as const)("opens, closes and leads on without script, on %s", async (_, viewport) => {
    const context = await browser.newContext({ viewport, javaScriptEnabled: false });
    await on(
      "/",
      async (page) => {
        if (viewport === PHONE) {
          expect(await button(page, "Tools").isVisible()).toBe(false);
          await button(page, "Menu").click();
          for (const href of LINKS)
            expect(await page.locator(`header nav a[href="${href}"]`).isVisible(), href).toBe(true);
        }
        const link = page.locator('header a[href="/genLeadMagnet"]');
        // A phone's only menu shows the tools under their title, already open.
        const opener = button(page, viewport === PHONE ? "Menu" : "Tools");
        if (viewport === LAPTOP) await opener.click();
        expect(await link.isVisible()).toBe(true);
        await page.keyboard.press("Escape");
        await expect.poll(() => link.isVisible()).toBe(false);
        await opener.click();
        await link.click();
        await page.waitForURL("**/genLeadMagnet");
      },
      context,
    );
    await context.close();
  });
});

describe("2. Every page", () => {
  it("The view scrolls to the top on each path change, and Back restores where one was", async () => {
    await on("/", async (page) => {
      await page.evaluate(() => scrollTo(0, 900));
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
      await page.locator('header nav a[href="/about"]').click();
      await page.waitForURL("**/about");
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await page.goBack();
      await page.waitForURL(`${product.url}/`);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
    });
  });

  it("Article page: an image at /images/blog/{slug}.png (hidden if it fails to load)", async () => {
    const [path = ""] = await articlePaths(product.url);
    const picture = (page: Page) => page.locator('main img[src^="/images/blog/"]');
    await on(path, async (page) => {
      expect(await picture(page).isVisible()).toBe(true);
      await page.route("**/images/blog/*", (route) => route.fulfill({ status: 404 }));
      await page.reload();
      await expect.poll(() => picture(page).isVisible()).toBe(false);
    });
  });

  it("7. Analytics: page_view event (path, title, location, referrer) sent on every location change", async () => {
    const context = await browser.newContext({ viewport: LAPTOP });
    const page = await context.newPage();
    const events: Record<string, string>[] = [];
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(product.url)) elsewhere.push(request.url());
      const body = request.method() === "POST" ? request.postData() : null;
      if (body?.startsWith("{") && body.includes('"location"'))
        events.push(JSON.parse(body) as Record<string, string>);
    });
    await page.goto(`${product.url}/`);
    const home = await page.title();
    await expect.poll(() => events.length).toBe(1);
    expect(events[0]).toMatchObject({ path: "/", title: home, location: `${product.url}/`, referrer: "" });
    await page.getByRole("link", { name: "Get My Free Lead Magnet" }).first().click();
    await page.waitForURL("**/leadMagnet");
    await expect.poll(() => events.length).toBe(2);
    expect(events[1]).toMatchObject({
      path: "/leadMagnet",
      title: await page.title(),
      location: `${product.url}/leadMagnet`,
      referrer: `${product.url}/`,
    });
    await page.goBack();
    await expect.poll(() => events.length, { message: "Back is a location change too" }).toBe(3);
    expect(events[2]).toMatchObject({ path: "/" });
    expect(elsewhere, "no third party").toEqual([]);
    expect(
      (await context.cookies()).map(({ name }) => name),
      "cookieless",
    ).toEqual([]);
    await context.close();
  });
});

describe("2., 4. and 5. Register", () => {
  it("email, password, confirm password required; link to login", async () => {
    await on("/register", async (page) => {
      expect(await required(page)).toEqual([
        ["email", "email"],
        ["password", "password"],
        ["confirmPassword", "password"],
      ]);
      expect(await page.locator('main a[href^="/login"]').count()).toBe(1);
    });
  });

  it("mismatch gives 'Passwords do not match.' and no account is created, and no redirect; what was typed stays", async () => {
    await on("/register", async (page) => {
      await fillIn(page, {
        email: "mismatch@frame.test",
        password: PASSWORD,
        confirmPassword: `${PASSWORD}!`,
      });
      await submit(page).click();
      await page.getByText("Passwords do not match.", { exact: true }).first().waitFor();
      expect(await page.locator('[name="email"]').inputValue()).toBe("mismatch@frame.test");
      await page.waitForTimeout(1300);
      expect(new URL(page.url()).pathname).toBe("/register");
      expect(await page.locator("main").innerText()).not.toContain("Registration successful");
    });
    await on("/login", async (page) => {
      await fillIn(page, { email: "mismatch@frame.test", password: PASSWORD });
      await submit(page).click();
      await page.getByText("Login failed. Check your email/password.", { exact: true }).first().waitFor();
    });
  });

  it("button reads 'Registering...' while busy; then 'Registration successful! You can now log in.', and /login after 1 second", async () => {
    await on("/register", async (page) => {
      await fillIn(page, { email: MEMBER, password: PASSWORD, confirmPassword: PASSWORD });
      // The page's clock is frozen, so that no test races with the second.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      expect(await sendWatched(page)).toEqual({ read: "Registering...", posts: 1 });
      await page.getByText("Registration successful! You can now log in.", { exact: true }).waitFor();
      await page.clock.runFor(990);
      expect(new URL(page.url()).pathname).toBe("/register");
      await page.clock.runFor(20);
      await page.waitForURL("**/login");
    });
  });

  it("the provider's own error text (weak password, address taken), no redirect; 8 to 128 characters", async () => {
    for (const [email, password, wanted] of [
      ["short@frame.test", "2 short", /8/],
      ["long@frame.test", "x7 ".repeat(50), /too long/i],
      [MEMBER, PASSWORD, /already|taken|exist|use another/i],
    ] as const)
      await on("/register", async (page) => {
        await page.locator("main form").evaluate((form: HTMLFormElement) => (form.noValidate = true));
        await page.locator('[name="email"]').fill(email);
        await page
          .locator('[name="password"]')
          .evaluate((one, value) => ((one as HTMLInputElement).value = value), password);
        await page
          .locator('[name="confirmPassword"]')
          .evaluate((one, value) => ((one as HTMLInputElement).value = value), password);
        await submit(page).click();
        const complaint = page.locator('main [role="alert"]:not(:empty), main .field-error').first();
        await complaint.waitFor();
        expect((await page.locator("main").innerText()).replaceAll("\n", " ")).toMatch(wanted);
        await page.waitForTimeout(1200);
        expect(new URL(page.url()).pathname).toBe("/register");
      });
  });

  it("without script: success links to /login", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    await on(
      "/register",
      async (page) => {
        await fillIn(page, { email: "plain@frame.test", password: PASSWORD, confirmPassword: PASSWORD });
        await submit(page).click();
        await page.getByText("Registration successful! You can now log in.", { exact: true }).waitFor();
        expect(await page.locator('main a[href="/login"]').count()).toBe(1);
      },
      context,
    );
    await context.close();
  });
});

describe("2., 4. and 8. Login and the account", () => {
  it("email (email type) and password required; link to register", async () => {
    await on("/login", async (page) => {
      expect(await required(page)).toEqual([
        ["email", "email"],
        ["password", "password"],
      ]);
      expect(await page.locator('main a[href^="/register"]').count()).toBe(1);
    });
  });

  it.each([true, false])(
    "Login failure: 'Login failed. Check your email/password.' (script: %s)",
    async (javaScriptEnabled) => {
      const context = await browser.newContext({ javaScriptEnabled });
      await on(
        "/login",
        async (page) => {
          await fillIn(page, { email: MEMBER, password: "not the password" });
          await submit(page).click();
          await page.getByText("Login failed. Check your email/password.", { exact: true }).first().waitFor();
          expect(await page.locator('[name="email"]').inputValue()).toBe(MEMBER);
          expect(await page.locator('[name="password"]').inputValue()).toBe("");
          expect(new URL(page.url()).pathname).toBe("/login");
        },
        context,
      );
      await context.close();
    },
  );

  it("button reads 'Logging in...' while busy; then navigation to /account/dashboard; signed-in shows Account menu, and Log Out returns to /", async () => {
    const context = await browser.newContext({ viewport: LAPTOP });
    await on(
      "/login",
      async (page) => {
        await fillIn(page, { email: MEMBER, password: PASSWORD });
        expect(await sendWatched(page)).toEqual({ read: "Logging in...", posts: 1 });
        await page.waitForURL("**/account/dashboard");
        expect((await page.locator("h1").innerText()).trim()).toBe("Today");

        // Account dropdown (signed-in only), on public pages as well as in the account.
        for (const path of ["/account/settings", "/", "/leadMagnet"]) {
          await page.goto(product.url + path);
          expect(await page.locator('header a[href="/login"]').count(), path).toBe(0);
          await button(page, "Account").click();
          const menu = openMenus(page);
          expect(
            await menu.locator("a").evaluateAll((all) => all.map((one) => one.getAttribute("href"))),
            path,
          ).toEqual(ACCOUNT_PAGES.map(([href]) => href));
          expect(await menu.getByRole("button", { name: "Log Out", exact: true }).count(), path).toBe(1);
        }
        await openMenus(page).locator('a[href="/account/settings"]').click();
        await page.waitForURL("**/account/settings");
        expect((await page.locator("h1").innerText()).trim()).toBe("Settings");
        await page.goto(`${product.url}/leadMagnet`);
        await button(page, "Account").click();
        await openMenus(page).getByRole("button", { name: "Log Out", exact: true }).click();
        await page.waitForURL(`${product.url}/`);
        expect(await page.locator('header nav a[href="/login"]').isVisible()).toBe(true);
        expect(await page.locator('header a[href^="/account"]').count()).toBe(0);
        await page.goto(`${product.url}/account/dashboard`);
        expect(new URL(page.url()).pathname).toBe("/login");
      },
      context,
    );
    await context.close();
  });

  it("Signed-out visitors of an account page are sent to /login and come back to where they were going", async () => {
    const context = await browser.newContext({ viewport: LAPTOP });
    await on(
      "/account/settings",
      async (page) => {
        expect(new URL(page.url()).pathname).toBe("/login");
        await fillIn(page, { email: MEMBER, password: PASSWORD });
        await submit(page).click();
        await page.waitForURL("**/account/settings");
      },
      context,
    );
    await context.close();
  });
});

it("complained about nothing in the browser", () => {
  expect(complaints).toEqual([]);
});
