import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, logIn, PHONE, picture } from "./harness/browser.ts";
import { deleteNewest } from "./harness/newest-deleted.ts";
import { newerThanFloor } from "./harness/newer-than-floor.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { registerOwner } from "./harness/visitor.ts";

// What browsers at the floor (README) can run. Checks every script of the build, including code from
// packages.

const CLIENT = path.resolve("build/client");

const scripts = (readdirSync(CLIENT, { recursive: true }) as string[]).filter((file) => file.endsWith(".js"));
const nameOf = (file: string) => path.basename(file).replace(/(?:-[\w-]{8})?\.js$/, "");
const sourceOf = (file: string) => readFileSync(path.join(CLIENT, file), "utf8");
/** The polyfills in src/platform/newer, and pdfjs-dist's legacy build, which brings its own. */
const isBrought = (file: string) => /^(?:temporal|builtins|read-pdf)$/.test(nameOf(file));

/** What src/platform/newer adds to every React page before its other scripts run. */
const BROUGHT =
  /^(?:Temporal(?:\.\w+)?|Map\.groupBy|Object\.groupBy|AbortSignal\.any|URL\.canParse|Iterator(?:\.\w+)?|\.(?:toWellFormed|isWellFormed|withResolvers)\(\))$/;
/** Scripts that run before or without the polyfills, and can't rely on them. */
const ALONE = /^(?:enhance|passkeys-button|embed|field-worker|entry\.client|bring)$/;

/** Guarded at each use, with the reason. Add a name only together with its guard. */
const GUARDED: Readonly<Record<string, string>> = {
  BarcodeDetector: "trade/leads/people/from-phone.tsx: read from globalThis, no button where it is missing",
  ".canShare()": "tools/photos/post/share-button.tsx asks first whether there is one",
  ".createWritable()": "platform/local/folder.ts asks first whether there is one",
  ".databases()": "Dexie asks first",
  ".estimate()": "ground/sync/client/space.ts takes any failure as not known",
  ".exitPointerLock()": "@use-gesture: only with its option for a locked pointer, which is off",
  ".paint()": "ours, of the editor of marks",
  ".requestPointerLock()": "@use-gesture: only with its option for a locked pointer, which is off",
  GestureEvent: "@use-gesture asks for it in a try",
  ".hidePopover()": "ui/enhance.ts: only for menus that are open, which none is without popovers",
  ".share()":
    "ground/papers/send/send-forms.tsx and tools/photos/post/share-button.tsx: no button without it",
  ".startViewTransition()": "React and React Router ask first",
  ".take()": "ours and Dexie's own; of an iterator it is brought",
  ".toArray()": "Dexie's own; of an iterator it is brought",
  ".toHex()": "@noble/hashes asks first",
  ".use()": "React's and Dexie's own",
  ".when()": "zod's own",
  "Error.captureStackTrace": "zod asks first",
  "PublicKeyCredential.isConditionalMediationAvailable":
    "identity/passkeys-browser.ts: behind canUsePasskeys",
  "PublicKeyCredential.parseCreationOptionsFromJSON": "identity/passkeys-browser.ts: behind canUsePasskeys",
  "PublicKeyCredential.parseRequestOptionsFromJSON": "identity/passkeys-browser.ts: behind canUsePasskeys",
  "Uint8Array.fromBase64": "@noble/hashes asks first",
  "Uint8Array.fromHex": "@noble/hashes asks first",
  navigation: "React asks for its type first",
  setImmediate: "React asks for its type first",
  trustedTypes: "read from globalThis, undefined where there are none",
};

const unguarded = (file: string, code: string): string[] =>
  newerThanFloor(code).filter(
    (name) => !(name in GUARDED) && (ALONE.test(nameOf(file)) || !BROUGHT.test(name)),
  );

describe("every script of the build", () => {
  it("uses nothing newer than the floor that is neither brought nor guarded", () => {
    expect(scripts.length).toBeGreaterThan(50);
    const found = scripts
      .filter((file) => !isBrought(file))
      .flatMap((file) => unguarded(file, sourceOf(file)).map((name) => `${file}: ${name}`));
    expect(found).toEqual([]);
  });

  it("would be caught with something newer in it", () => {
    const bad: readonly (readonly [file: string, code: string, name: string])[] = [
      ["assets/page-12345678.js", "export const a = (x) => RegExp.escape(x);", "RegExp.escape"],
      [
        "assets/page-12345678.js",
        "export const a = async (x) => await Array.fromAsync(x);",
        "Array.fromAsync",
      ],
      ["assets/page-12345678.js", "export const a = (x) => x.toBase64();", ".toBase64()"],
      [
        "assets/page-12345678.js",
        "export const a = () => new Intl.DurationFormat('en');",
        "Intl.DurationFormat",
      ],
      ["assets/page-12345678.js", "export const a = (x) => x.checkVisibility();", ".checkVisibility()"],
      ["assets/page-12345678.js", "export const a = () => new CloseWatcher();", "CloseWatcher"],
      ["assets/enhance-12345678.js", "const a = Temporal.Now.instant();", "Temporal"],
      ["account/field-worker.js", "const a = Map.groupBy([], String);", "Map.groupBy"],
    ];
    for (const [file, code, name] of bad) expect(unguarded(file, code), code).toContain(name);
    const good = [
      "x?.toBase64?.();",
      "typeof CloseWatcher;",
      "Map.groupBy([], String);",
      "[].findLast(String);",
      "const Temporal = 1; Temporal;",
    ];
    for (const code of good) expect(unguarded("assets/page-12345678.js", code), code).toEqual([]);
  });
});

let product: RunningProduct;
let browser: Browser;
const WHO = { email: "floor@floor.test", password: "correct plumb line 7" };

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  await registerOwner(product, WHO.email, WHO.password);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) await removeData(product.dataDir);
});

it("loads every piece without the newest: nothing uses it before it is brought", async () => {
  const page = await browser.newPage();
  await deleteNewest(page);
  await page.goto(`${product.url}/about`);
  // Skip the entries, which start a page; the worker and the embedded form aren't modules.
  const pieces = scripts.filter(
    (file) =>
      /assets\//.test(file) &&
      !isBrought(file) &&
      !/^(?:entry\.|root|floor|browser-floor)/.test(nameOf(file)),
  );
  // As a string: the test runner would rewrite an `import()` in a function.
  const broken = await page.evaluate<
    string[]
  >(`Promise.allSettled(${JSON.stringify(pieces)}.map((file) => import("/" + file)))
    .then((tried) => tried.flatMap((one, at) => (one.status === "rejected" ? [at + " " + one.reason] : [])))`);
  expect(broken).toEqual([]);
  await page.close();
});

it("brings what is missing only where it is missing", async () => {
  for (const isOld of [true, false]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    if (isOld) await deleteNewest(page);
    const fetched: string[] = [];
    context.on("request", (request) => fetched.push(nameOf(new URL(request.url()).pathname)));
    await logIn(page, product.url, WHO);
    await page.waitForFunction(() => "__reactRouterDataRouter" in window);
    await page.goto(`${product.url}/account/jobs`);
    await page.getByRole("heading", { name: "Add your first job" }).waitFor();
    expect(
      fetched.filter((name) => name === "temporal" || name === "builtins").length > 0,
      isOld ? "without" : "with",
    ).toBe(isOld);
    await context.close();
  }
});

it("says what to update in a browser below the floor, on every page of the account", async () => {
  const context = await browser.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await logIn(page, product.url, WHO);
  expect(await page.locator("#browser-floor").count()).toBe(0);
  await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement, "supports"));
  for (const address of ["/account/dashboard", "/account/jobs"]) {
    await page.goto(product.url + address);
    await page.getByRole("alert").getByText("This browser is too old for this page.").waitFor();
    await picture(page, `below-floor${address.replaceAll("/", "-")}`);
  }
  await context.close();
});
