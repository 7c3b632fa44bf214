import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { variants } from "../src/platform/testing/long-form.ts";
import { LAPTOP, PHONE, settled } from "./harness/browser.ts";
import { PUBLIC_ROUTES } from "./harness/public-pages.ts";
import {
  articles,
  closeScreens,
  guest,
  lookAtScreens,
  openScreens,
  product,
  refused,
  SMALL,
  WIDE,
} from "./harness/screens.ts";

// Accessibility of the public pages: visually, by keyboard, and for screen readers.

/** Kinds of pages that differ most: home, each kind of form, an explainer, a tool's page, a list. */
const FORMS_FIRST = [
  ...new Set([
    "/",
    "/contact",
    "/genLeadMagnet",
    "/register",
    "/leadMagnet",
    "/buildlog",
    "/articles",
    ...PUBLIC_ROUTES,
  ]),
];

beforeAll(openScreens);
afterAll(closeScreens);

describe("every public screen", () => {
  lookAtScreens("outside");

  it("tells with each refused field what is wrong, and leads there", async () => {
    const page = await guest.newPage();
    await page.goto(`${product.url}/genLeadMagnet`);
    await refused({ name: "", email: "no" })(page);
    const invalid = page.locator('main [aria-invalid="true"]');
    expect(await invalid.count()).toBe(2);
    for (const field of await invalid.all()) {
      const ids = ((await field.getAttribute("aria-describedby")) ?? "").split(" ");
      const words = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()));
      expect(words.join(" ")).toMatch(/nter your name|doesn’t look like an email/);
    }
    expect(await page.locator('[name="email"]').inputValue()).toBe("no");
    await page.close();
  });
});

describe("the menus", () => {
  const open = (page: Page) => page.locator("[popover]:popover-open");

  it.each([
    ["on a wide screen", LAPTOP, "Tools"],
    ["on a phone", PHONE, "Menu"],
  ] as const)(
    "%s open by click; close by Escape with the focus back, by a click elsewhere, and on choice",
    async (_, viewport, title) => {
      const page = await guest.newPage();
      await page.setViewportSize(viewport);
      await page.goto(`${product.url}/leadMagnet`);
      const button = page.getByRole("button", { name: title, exact: true });
      await button.click();
      expect(await open(page).count()).toBe(1);
      await page.keyboard.press("Escape");
      await expect.poll(() => open(page).count()).toBe(0);
      expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe(title);
      await button.click();
      await page.mouse.click(viewport.width / 2, viewport.height - 5);
      await expect.poll(() => open(page).count()).toBe(0);
      await button.click();
      const choice = open(page).locator("a:visible").first();
      const target = (await choice.getAttribute("href"))!;
      await choice.click();
      await page.waitForURL(`**${target}`);
      await expect.poll(() => open(page).count()).toBe(0);
      await page.close();
    },
  );
});

describe("with the keyboard alone", () => {
  /**
   * Whether the focused element can be seen: drawn, with a focus ring, in the window and not under the fixed
   * bar.
   */
  const focused = (page: Page) =>
    page.evaluate(() => {
      const one = document.activeElement as HTMLElement;
      const box = one.getBoundingClientRect();
      const style = getComputedStyle(one);
      const ring =
        (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0) ||
        style.boxShadow !== "none";
      // The middle of the visible part; a scrolling table may be taller than the window.
      const middle = (start: number, end: number, most: number) =>
        (Math.max(start, 0) + Math.min(end, most)) / 2;
      const top = document.elementFromPoint(
        middle(box.left, box.right, innerWidth),
        middle(box.top, box.bottom, innerHeight),
      );
      const covered =
        top !== null && !one.contains(top) && !top.contains(one) && !one.closest("label")?.contains(top);
      return {
        name: one.getAttribute("name") ?? (one.textContent ?? "").trim(),
        tag: one.tagName,
        ring,
        seen: box.bottom > 0 && box.top < innerHeight && !covered,
      };
    });

  it.each(variants(FORMS_FIRST, 7))(
    "every stop on %s is seen and has a ring, forwards and back, and the first leads past the navigation",
    async (address) => {
      const page = await guest.newPage();
      // The bar takes up more of a phone's window, and forms suffer most.
      const sizes = /^\/(?:contact|gen|buildlog|register)/.test(address) ? [LAPTOP, SMALL] : [LAPTOP];
      for (const viewport of sizes) {
        await page.setViewportSize(viewport);
        await page.goto(product.url + address);
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        const names: string[] = [];
        // Moving backwards is where a fixed bar covers things, because the focus enters from above.
        for (const key of ["Tab", "Shift+Tab"]) {
          for (let stop = 0; stop < 150; stop++) {
            await page.keyboard.press(key);
            const at = await focused(page);
            if (at.tag === "BODY" || at.tag === "HTML") break;
            if (key === "Tab" && stop === 0 && viewport === LAPTOP) expect(at.name).toMatch(/skip/i);
            expect(at, `${address} ${viewport.width} ${key} stop ${stop}: ${at.name}`).toMatchObject({
              ring: true,
              seen: true,
            });
            names.push(at.name);
          }
        }
        expect(names.length).toBeGreaterThan(8);
      }
      await page.close();
    },
  );

  it.each(["/privacy", "/leadDrip"])(
    "a link into %s leads to a place that the bar does not hide",
    async (address) => {
      const page = await guest.newPage();
      await page.setViewportSize(LAPTOP);
      await page.goto(product.url + address);
      const ids = await page
        .locator("main :is(section, h2, h3)[id], main section[aria-labelledby] [id]")
        .evaluateAll((all) => all.map((one) => one.id));
      const bar = (await page.locator("header").first().boundingBox())!;
      expect(ids.length).toBeGreaterThan(0);
      for (const id of ids.slice(0, 5)) {
        await page.evaluate((to) => (location.hash = to), id);
        await settled(page);
        const box = (await page.locator(`[id="${id}"]`).boundingBox())!;
        expect(box.y, `#${id}`).toBeGreaterThanOrEqual(bar.y + bar.height - 1);
      }
      await page.close();
    },
  );

  it("a visitor opens the tools, makes a magnet and reads it", async () => {
    const page = await guest.newPage();
    await page.setViewportSize(LAPTOP);
    await page.goto(`${product.url}/`);
    const tabTo = async (words: RegExp) => {
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press("Tab");
        if (words.test((await focused(page)).name)) return;
      }
      throw new Error(`the Tab key never came to ${words}`);
    };
    await tabTo(/^Tools$/);
    await page.keyboard.press("Enter");
    await tabTo(/^Lead Magnet Generator/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/genLeadMagnet");
    await tabTo(/^name$/);
    await page.keyboard.type("Kay Board");
    await tabTo(/^email$/);
    await page.keyboard.type("kay@access.test");
    await tabTo(/^topic$/);
    await page.keyboard.type("hedges");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/genLeadMagnet?made=*");
    await tabTo(/^Save to my account/);
    expect(await focused(page)).toMatchObject({ ring: true, seen: true });
    await page.close();
  });
});

describe("for every eye and hand", () => {
  it("nothing runs over when text grows by 40 %", async () => {
    const page = await guest.newPage();
    const found: string[] = [];
    for (const path of variants([...FORMS_FIRST, articles[0] ?? "/articles"], 8)) {
      await page.goto(product.url + path);
      for (const size of [SMALL, WIDE]) {
        await page.setViewportSize(size);
        await page.evaluate(() => (document.documentElement.style.fontSize = "140%"));
        await settled(page);
        const over = await page.evaluate(() => {
          const page = document.documentElement;
          const found =
            page.scrollWidth > page.clientWidth
              ? [`the page by ${page.scrollWidth - page.clientWidth} px`]
              : [];
          for (const one of document.querySelectorAll<HTMLElement>("main *, header *, footer *")) {
            const style = getComputedStyle(one);
            const clips =
              style.overflowX === "hidden" || style.overflowX === "clip" || style.overflowY === "hidden";
            // Text for screen readers is one pixel large on purpose; drawings and rows of dashes may be
            // clipped like pictures.
            if (/^[=-]+$/.test(one.textContent)) continue;
            if (
              !clips ||
              one.clientWidth < 4 ||
              one.closest("svg, .sr-only, [aria-hidden=true]") ||
              !one.checkVisibility()
            )
              continue;
            if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
              found.push(`${one.tagName}.${one.className}`);
          }
          return found;
        });
        found.push(...over.map((one) => `${path} at ${size.width}: ${one}`));
      }
    }
    expect(found).toEqual([]);
    await page.close();
  });

  it("prefers-reduced-motion is honoured, and what moves for others takes less than 200 ms", async () => {
    const page = await guest.newPage();
    const longest = () =>
      page.evaluate(() => {
        const seconds = (list: string) =>
          Math.max(
            ...list.split(",").map((one) => Number.parseFloat(one) * (one.trim().endsWith("ms") ? 1 : 1000)),
          );
        const all = [...document.querySelectorAll("*")].map((one) => getComputedStyle(one));
        return {
          milliseconds: Math.max(
            ...all.map((style) =>
              Math.max(
                seconds(style.transitionDuration),
                style.animationName === "none" ? 0 : seconds(style.animationDuration),
              ),
            ),
          ),
          smooth: all.some((style) => style.scrollBehavior === "smooth"),
        };
      });
    for (const path of variants(FORMS_FIRST, 8)) {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(product.url + path);
      const still = await longest();
      expect(still.milliseconds, path).toBeLessThanOrEqual(1);
      expect(still.smooth, path).toBe(false);
      await page.emulateMedia({ reducedMotion: "no-preference" });
      expect((await longest()).milliseconds, path).toBeLessThanOrEqual(200);
    }
    await page.close();
  });

  it("browsers know what to fill in, and pasting works", async () => {
    const page = await guest.newPage();
    for (const path of ["/contact", "/genLeadMagnet", "/genLeadDrip", "/buildlog", "/login", "/register"]) {
      await page.goto(product.url + path);
      const filled = await page
        .locator("main form :is(input:not([type=hidden]), textarea)")
        .evaluateAll((all) =>
          (all as HTMLInputElement[]).map((one) => [one.name, one.autocomplete] as const),
        );
      for (const [name, wanted] of [
        ["name", /^name$/],
        ["email", /^(email|username)$/],
        ["company", /^organization$/],
        ["password", /^(current|new)-password$/],
        ["confirmPassword", /^new-password$/],
      ] as const)
        for (const [, autocomplete] of filled.filter(([one]) => one === name))
          expect(autocomplete, `${path} ${name}`).toMatch(wanted);
      const email = page.locator('main [name="email"]');
      const refusedPaste = await email.evaluate(
        (one) => !one.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true })),
      );
      expect(refusedPaste, path).toBe(false);
    }
    await page.close();
  });
});
