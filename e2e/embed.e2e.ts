import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violationsOn } from "./harness/axe.ts";
import { complaintsOf, LAPTOP, launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { openShop, type Shop } from "./harness/visitor.ts";

// A business's form on its own site: another origin, a policy that allows only what we ask for, hostile
// styles, no script at all, no network. In a real browser.

let product: RunningProduct;
let browser: Browser;
let shop: Shop;
let pageId: string;
/** The business's own site: HTML by path, with its policy. */
const site = new Map<string, { html: string; policy?: string }>();
let server: Server;
let host: string;

const strict = () => `default-src 'none'; script-src ${product.url}; connect-src ${product.url}`;
const script = (more = "") =>
  `<script src="${product.url}/embed.js" data-form="${shop.slug}"${more} async></script>`;
const place = (path: string, body: string, policy?: string, head = "") =>
  site.set(path, {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ridge Roofing</title>${head}</head><body><main><h1>Ridge Roofing</h1>${body}</main></body></html>`,
    ...(policy ? { policy } : {}),
  });

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  shop = await openShop(product, "owner@embed.test", "Ridge Roofing");
  const html = await (await shop.visitor.get("/account/settings/form")).text();
  pageId = /name="pageId" value="([0-9a-f-]{36})"/.exec(html)![1]!;
  server = createServer((request, response) => {
    const found = site.get(new URL(request.url ?? "/", "http://x").pathname);
    response.writeHead(found ? 200 : 404, {
      "Content-Type": "text/html; charset=utf-8",
      ...(found?.policy ? { "Content-Security-Policy": found.policy } : {}),
    });
    response.end(found?.html);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 120_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

const choose = (asks: Readonly<Record<string, string>>) =>
  shop.visitor.post("/account/settings/form", {
    pageId,
    do: "save",
    phone: "off",
    address: "off",
    need: "off",
    when: "off",
    ...asks,
  });

async function visit<T>(
  path: string,
  work: (page: Page, complaints: string[]) => Promise<T>,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<T> {
  const context = await browser.newContext({ viewport: LAPTOP, ...options });
  const complaints = complaintsOf(context);
  const page = await context.newPage();
  await page.goto(host + path);
  try {
    return await work(page, complaints);
  } finally {
    await context.close();
  }
}

const fill = async (page: Page, fields: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(fields)) await page.locator(`form [name="${name}"]`).fill(text);
};

async function leadPage(name: string): Promise<string> {
  const dashboard = await (await shop.visitor.get("/account/dashboard")).text();
  const at = new RegExp(`href="(/account/leads/[0-9a-f-]{36})"[^>]*>[^<]*${name}`).exec(dashboard)?.[1];
  if (!at) throw new Error(`the dashboard does not show ${name}`);
  return (await (await shop.visitor.get(at)).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
}
const leadsCalled = async (name: string) =>
  new Set(
    [
      ...(await (await shop.visitor.get("/account/leads")).text()).matchAll(
        new RegExp(`/account/leads/([0-9a-f-]{36})"[^>]*>[^<]*${name}`, "g"),
      ),
    ].map(([, id]) => id),
  ).size;

describe("/embed.js", () => {
  it("is one file of at most 10 KB that other sites may load, checked again after five minutes; nothing else is theirs", async () => {
    const answer = await fetch(`${product.url}/embed.js`);
    expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(10 * 1024);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=300",
      "x-content-type-options": "nosniff",
    });
    const again = await fetch(`${product.url}/embed.js`, {
      headers: { "If-None-Match": answer.headers.get("etag")! },
    });
    expect(again.status).toBe(304);
    expect((await fetch(`${product.url}/favicon.svg`)).headers.get("access-control-allow-origin")).toBeNull();
    for (const other of ["/favicon.svg", `/api/forms/${shop.slug}`, `/p/${shop.slug}`])
      expect((await fetch(product.url + other)).headers.get("cross-origin-resource-policy"), other).toBe(
        "same-origin",
      );
  });

  it("knows nobody: a form's address reads no cookie and sets none", async () => {
    const answer = await fetch(`${product.url}/api/forms/${shop.slug}`, {
      headers: { Cookie: shop.visitor.cookies(), Origin: host },
    });
    expect([
      answer.status,
      answer.headers.get("access-control-allow-origin"),
      answer.headers.get("set-cookie"),
    ]).toEqual([200, "*", null]);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });
});

describe("a form on a site that allows nothing else", () => {
  beforeAll(async () => {
    await choose({
      phone: "required",
      address: "optional",
      need: "required",
      when: "optional",
      texts: "yes",
    });
    place("/contact", `${script()}<p>After the form</p>`, strict());
  });

  it("is filled in, corrected and sent without leaving the page, and arrives with where it stood", async () => {
    await visit("/contact?utm_source=truck&gclid=Cj0KCQ_x&session=hush", async (page, complaints) => {
      await page.locator("form").waitFor();
      await picture(page, "embed-form");
      await fill(page, {
        name: "Thaddeus Quill",
        email: "thaddeus@client.test",
        phone: "555-0142",
        need: "A <b>new</b> roof\n& gutters",
      });
      await page.getByLabel("Text me too").check();
      await page.getByLabel("Email me").check();
      await page.getByRole("button", { name: "Send me the guide" }).click();
      await page.locator("#phone-error").waitFor();
      await picture(page, "embed-refused");
      expect(await page.locator("#phone-error").innerText()).toContain("too short");
      // The focus is on the invalid field, with its error.
      const focused = await page.evaluate(() => {
        const at = document.querySelector("main > div")!.shadowRoot!.activeElement!;
        return [at.id, at.getAttribute("aria-describedby"), at.getAttribute("aria-invalid")];
      });
      expect(focused).toEqual(["phone", "phone-error", "true"]);
      expect(await page.getByLabel("What do you need?").inputValue()).toBe("A <b>new</b> roof\n& gutters");
      expect(await page.getByLabel("Text me too").isChecked()).toBe(true);
      await page.getByLabel("Phone").fill("(303) 555-0142");
      await page.getByRole("button", { name: "Send me the guide" }).click();
      await page.getByRole("heading", { name: "It’s on its way" }).waitFor();
      await picture(page, "embed-thanks");
      expect(
        await page.evaluate(() => document.querySelector("main > div")!.shadowRoot!.activeElement!.tagName),
      ).toBe("H2");
      expect(page.url()).toBe(`${host}/contact?utm_source=truck&gclid=Cj0KCQ_x&session=hush`);
      expect(complaints).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
    });
    const lead = await leadPage("Thaddeus Quill");
    for (const words of [
      "(303) 555-0142",
      "tel:+13035550142",
      "A &lt;b&gt;new&lt;/b&gt; roof",
      "truck · Google ad",
      `form on ${new URL(host).host}/contact`,
    ])
      expect(lead).toContain(words);
    expect(lead).toContain("Reply STOP to end");
    expect(lead).not.toContain("hush");
  });

  it("sent twice by the impatient is one lead", async () => {
    await visit("/contact", async (page) => {
      await fill(page, {
        name: "Twice Tapped",
        email: "twice@client.test",
        phone: "303 555 0143",
        need: "x",
      });
      await page.getByLabel("Email me").check();
      let posts = 0;
      page.on("request", (request) => (posts += request.method() === "POST" ? 1 : 0));
      await page.getByRole("button", { name: "Send me the guide" }).evaluate((button: HTMLButtonElement) => {
        button.click();
        button.click();
      });
      await page.getByRole("heading", { name: "It’s on its way" }).waitFor();
      expect(posts).toBe(1);
    });
    expect(await leadsCalled("Twice Tapped")).toBe(1);
  });

  it("keeps what was typed without a network, says so, and sends it later", async () => {
    await visit("/contact", async (page) => {
      await fill(page, {
        name: "Offline Ottoline",
        email: "off@client.test",
        phone: "303 555 0144",
        need: "A dry attic",
      });
      await page.getByLabel("Email me").check();
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "Send me the guide" }).click();
      await page.getByText("You’re offline").waitFor();
      expect(await page.getByLabel("What do you need?").inputValue()).toBe("A dry attic");
      expect(await page.getByRole("status").first().innerText()).toContain("What you typed is still here");
      await picture(page, "embed-offline");
      await page.context().setOffline(false);
      // The response is lost: the form has arrived, and is sent again.
      let lost = 0;
      await page.route("**/api/forms/**", async (route) => {
        if (route.request().method() !== "POST" || lost++ > 0) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await page.getByRole("button", { name: "Send me the guide" }).click();
      await page.getByText("couldn’t reach the server").waitFor();
      await page.getByRole("button", { name: "Send me the guide" }).click();
      await page.getByRole("heading", { name: "It’s on its way" }).waitFor();
    });
    expect(await leadPage("Offline Ottoline")).toMatch(/Requests<\/dt><dd[^>]*>1</);
  });

  it("has nothing for axe to find: empty, refused and sent, light and dark, on the smallest phone", async () => {
    place("/dark", script(), strict(), '<meta name="color-scheme" content="dark">');
    for (const path of ["/contact", "/dark"])
      await visit(
        path,
        async (page) => {
          await page.locator("form").waitFor();
          const found = async () =>
            (
              await violationsOn(page, { tags: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
            ).map(
              ({ id, nodes }) => `${path} ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
            );
          expect(await found()).toEqual([]);
          await page.getByRole("button", { name: "Send me the guide" }).click();
          await page.locator("#consent-error").waitFor();
          expect(await page.locator(".field .error").count()).toBe(5);
          expect(await found()).toEqual([]);
          await picture(page, `embed-small${path.replace("/", "-")}`);
          expect(
            await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
          ).toBe(0);
          const low = await page
            // Except the honeypot, which is invisible.
            .locator("form input:not([type=checkbox], [tabindex='-1']), form textarea, form button")
            .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).length);
          expect(low).toBe(0);
        },
        { viewport: { width: 320, height: 640 } },
      );
  });
});

describe("a form in bad company", () => {
  const HOSTILE = `<style>
    * { all: unset !important; display: none !important; color: #fff !important; font: 3px/1 serif !important;
      direction: rtl !important; position: fixed !important; opacity: 0 !important; }
    html, head, body, main { display: block !important; opacity: 1 !important; position: static !important; direction: rtl !important; }
    html { font-size: 3px !important; }
    div, form, input, button, label { visibility: hidden !important; pointer-events: none !important; transform: scale(0.01) !important; width: 0 !important; }
    :root { --paper: red; --ink: red; --ground: red; }
  </style>`;
  const looks = (page: Page) =>
    page.locator("form").evaluate((form) => {
      const of = (element: Element | null, names: readonly string[]) => {
        const style = getComputedStyle(element!);
        return names.map((name) => style.getPropertyValue(name));
      };
      const box = form.getBoundingClientRect();
      return [
        [box.width, box.height].map(Math.round),
        of(form, [
          "display",
          "opacity",
          "visibility",
          "direction",
          "font-size",
          "color",
          "background-color",
          "transform",
          "position",
        ]),
        of(form.querySelector("input"), [
          "display",
          "height",
          "font-size",
          "border-top-width",
          "background-color",
          "pointer-events",
        ]),
        of(form.querySelector("button"), ["background-color", "color", "height", "font-weight"]),
      ];
    });

  it("looks the same under a page's styles that mean it no good", async () => {
    place("/calm", script());
    place("/hostile", script(), undefined, HOSTILE);
    const calm = await visit("/calm", looks);
    await visit("/hostile", async (page) => {
      expect(await looks(page)).toEqual(calm);
      await picture(page, "embed-hostile");
      await page.getByLabel("Your name").click();
      await page.getByLabel("Your name").fill("Still here");
    });
  });

  it("stands once per script, several on a page, though the script runs twice and the form is taken away", async () => {
    place(
      "/several",
      `${script()}${script()}<div data-form-place="${shop.slug}" id="there"></div><div id="late"></div>`,
      strict(),
    );
    await visit("/several", async (page, complaints) => {
      // Two scripts for one form and one place for it: it appears once.
      await page.locator("#there form").waitFor();
      expect(await page.locator("form").count()).toBe(1);
      await page.evaluate((src) => {
        const again = document.createElement("script");
        again.src = src;
        document.body.append(again);
        return new Promise((resolve) => again.addEventListener("load", resolve));
      }, `${product.url}/embed.js`);
      await page.evaluate(() => document.getElementById("there")!.replaceChildren());
      expect(await page.locator("form").count()).toBe(0);
      expect(complaints).toEqual([]);
    });
    place("/two", `${script()}<hr>${script(' data-theme="dark"')}`, strict());
    await visit("/two", async (page, complaints) => {
      await expect.poll(() => page.locator("form").count()).toBe(2);
      await page.getByLabel("Your name").first().fill("One");
      expect(await page.getByLabel("Your name").last().inputValue()).toBe("");
      await picture(page, "embed-two");
      expect(complaints).toEqual([]);
    });
  });

  it("stands in an open shadow root, and where its script is a module or asked for by CORS", async () => {
    place(
      "/module",
      `<script type="module" src="${product.url}/embed.js" data-form="${shop.slug}"></script>`,
      strict(),
    );
    await visit("/module", async (page, complaints) => {
      await page.getByLabel("Your name").fill("Dana Module");
      expect(await page.locator("form").count()).toBe(1);
      expect(complaints).toEqual([]);
    });
    place(
      "/cors",
      `<script crossorigin="anonymous" src="${product.url}/embed.js" data-form="${shop.slug}" async></script>`,
      strict(),
    );
    await visit("/cors", (page) => page.locator("form").waitFor());
    place("/shadow", '<div id="widget"></div>', strict());
    await visit("/shadow", async (page, complaints) => {
      const add = () =>
        page.evaluate(
          ([src, slug]) => {
            const widget = document.getElementById("widget")!;
            const root = widget.shadowRoot ?? widget.attachShadow({ mode: "open" });
            const box = document.createElement("section");
            const one = document.createElement("script");
            one.src = src!;
            one.dataset["form"] = slug!;
            box.append(one);
            root.append(box);
          },
          [`${product.url}/embed.js`, shop.slug],
        );
      await add();
      await page.locator("#widget section form").waitFor();
      await add();
      await expect.poll(() => page.locator("#widget section form").count()).toBe(2);
      expect(await page.locator("form").count()).toBe(2);
      expect(complaints).toEqual([]);
    });
  });

  it("is light or dark as the page is, or as its owner says, and takes the business's color", async () => {
    const paper = (path: string, colorScheme: "light" | "dark") =>
      visit(path, (page) => page.locator("form").evaluate((form) => getComputedStyle(form).backgroundColor), {
        colorScheme,
      });
    const [LIGHT, DARK] = ["rgb(255, 255, 255)", "rgb(34, 42, 52)"];
    place("/plain", script());
    place("/both", script(), undefined, '<meta name="color-scheme" content="light dark">');
    place("/auto", script(' data-theme="auto"'));
    place("/light", script(' data-theme="light"'), undefined, '<meta name="color-scheme" content="dark">');
    expect([await paper("/plain", "light"), await paper("/plain", "dark")]).toEqual([LIGHT, LIGHT]);
    expect([await paper("/both", "light"), await paper("/both", "dark")]).toEqual([LIGHT, DARK]);
    expect([await paper("/auto", "light"), await paper("/auto", "dark")]).toEqual([LIGHT, DARK]);
    expect(await paper("/light", "dark")).toBe(LIGHT);
    const look = new FormData();
    look.set("intent", "save");
    look.set("color", "#14532f");
    await shop.visitor.send("/account/settings/look", {
      method: "POST",
      body: look,
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
    await visit("/plain", async (page) => {
      expect(
        await page
          .locator("form button")
          .evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).color]),
      ).toEqual(["rgb(20, 83, 47)", "rgb(255, 255, 255)"]);
    });
  });

  it("that nobody has any more says so, with the way to its page", async () => {
    place(
      "/gone",
      `<script src="${product.url}/embed.js" data-form="no-such-form" async></script>`,
      strict(),
    );
    await visit("/gone", async (page) => {
      await page.getByText("This form can’t be shown right now.").waitFor();
      expect(await page.getByRole("link", { name: "Open it as a page" }).getAttribute("href")).toBe(
        `${product.url}/p/no-such-form`,
      );
    });
  });
});

describe("the owner's own screens", () => {
  const signedIn = async (
    options: Parameters<Browser["newContext"]>[0],
  ): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await logIn(page, product.url, shop);
    return { context, page };
  };

  it.each([
    { script: true, viewport: LAPTOP, colorScheme: "light" },
    { script: false, viewport: PHONE, colorScheme: "dark" },
  ] as const)(
    "choose what is asked and see it, JavaScript $script",
    async ({ script, viewport, colorScheme }) => {
      await choose({});
      const { context, page } = await signedIn({ viewport, javaScriptEnabled: script, colorScheme });
      const complaints = complaintsOf(context);
      const preview = page.locator("figure");
      await page.goto(`${product.url}/account/settings/form`);
      expect(await preview.locator("input").count()).toBe(3);
      await page.locator('select[name="need"]').selectOption("required");
      await page.getByLabel("Ask permission to text").check();
      if (script) expect(await preview.locator("textarea").count()).toBe(1);
      await page.getByRole("button", { name: "Save form" }).click();
      await page.locator("#field-texts-error").waitFor();
      expect(await page.locator('select[name="need"]').inputValue()).toBe("required");
      await page.locator('select[name="phone"]').selectOption("optional");
      if (!script) {
        await page.getByRole("button", { name: "Preview" }).click();
        await page.getByText("not saved yet").waitFor();
      }
      expect(await preview.locator('input[type="tel"]').count()).toBe(1);
      expect(await preview.innerText()).toContain("Reply STOP to end");
      await picture(page, `form-settings-${script ? "script" : "plain"}`);
      await page.getByRole("button", { name: "Save form" }).click();
      await page.getByText("Saved. Your page and your site are up to date.").waitFor();
      const form = await (await fetch(`${product.url}/p/${shop.slug}`)).text();
      expect(form).toMatch(/name="need"/);
      expect(form).toMatch(/name="phone"/);
      expect(form).toContain("Reply STOP to end");
      // No consent box is ticked in advance.
      expect(form).not.toMatch(/name="texts"[^>]*checked/);

      await page.goto(`${product.url}/account/settings/form/website`);
      expect(await page.locator("#snippet-script").innerText()).toContain(
        `<script src="${product.url}/embed.js" data-form="${shop.slug}" async></script>`,
      );
      expect(await page.locator("#policy-script").innerText()).toBe(
        `script-src ${product.url}; connect-src ${product.url}`,
      );
      if (script) await page.locator("#live form").waitFor();
      await picture(page, `form-website-${script ? "script" : "plain"}`);
      await page.goto(`${product.url}/p/${shop.slug}`);
      await picture(page, `form-page-${script ? "script" : "plain"}`);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it("show the live form when they are reached from another page too, and again", async () => {
    const { context, page } = await signedIn({ viewport: LAPTOP });
    const complaints = complaintsOf(context);
    await page.goto(`${product.url}/account/settings/form`);
    for (let at = 0; at < 2; at++) {
      await page.getByRole("link", { name: "Put this form on your site" }).click();
      await page.locator("#live form").waitFor();
      expect(await page.locator("#live form").count()).toBe(1);
      await page.getByRole("link", { name: "Your form", exact: true }).last().click();
      await page.getByRole("button", { name: "Save form" }).waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("give a plain form that works on another site without script, and asks again where something is wrong", async () => {
    await choose({ phone: "required", need: "optional", texts: "yes" });
    const html = await (await shop.visitor.get("/account/settings/form/website")).text();
    const snippet = /id="snippet-plain"[^>]*>([\s\S]*?)<\/pre>/
      .exec(html)![1]!
      .replace(
        /&(lt|gt|quot|amp|#x27);/g,
        (mark) => ({ "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&", "&#x27;": "'" })[mark]!,
      );
    place("/noscript", snippet, `default-src 'none'; form-action ${product.url}`);
    await visit(
      "/noscript",
      async (page, complaints) => {
        await picture(page, "embed-plain");
        await fill(page, { name: "Plain Pauline", email: "plain@client.test", phone: "12" });
        await page.locator('form [name="consent"]').check();
        await page.locator('form [name="texts"]').check();
        await page.locator("form button").click();
        await page.waitForURL(`${product.url}/p/${shop.slug}`);
        expect(await page.locator("#field-phone-error").innerText()).toContain("too short");
        expect(await page.locator('[name="name"]').inputValue()).toBe("Plain Pauline");
        expect(await page.locator('[name="texts"]').isChecked()).toBe(true);
        await picture(page, "embed-plain-refused");
        await page.locator('[name="phone"]').fill("303-555-0145");
        await page.getByRole("button", { name: "Send me the guide" }).click();
        await page.waitForURL((url) => url.pathname === `/p/${shop.slug}` && url.searchParams.has("thanks"));
        expect(complaints).toEqual([]);
      },
      { javaScriptEnabled: false },
    );
    await visit(
      "/noscript",
      async (page) => {
        await fill(page, { name: "Direct Dora", email: "direct@client.test", phone: "303-555-0146" });
        await page.locator('form [name="consent"]').check();
        await page.locator("form button").click();
        await page.waitForURL((url) => url.pathname === `/p/${shop.slug}` && url.searchParams.has("thanks"));
      },
      { javaScriptEnabled: false },
    );
    expect(await leadPage("Direct Dora")).toContain(`form on ${new URL(host).host}`);
  });
});
