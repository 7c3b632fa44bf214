import type { Browser, Locator, Page, Response } from "playwright-core";
import { launchBrowser, LAPTOP } from "./browser.ts";
import { removeData, type RunningProduct, startProduct } from "./product.ts";
import { articlePaths } from "./public-pages.ts";

/**
 * A visitor without JavaScript on a product of their own, reading page after page: everything they see came
 * with the page.
 */
export class Reader {
  readonly product: RunningProduct;
  readonly page: Page;
  /** Paths of the articles, in the order of their list. */
  readonly articles: readonly string[];
  readonly #browser: Browser;

  private constructor(product: RunningProduct, browser: Browser, page: Page, articles: readonly string[]) {
    this.product = product;
    this.page = page;
    this.articles = articles;
    this.#browser = browser;
  }

  static async start(): Promise<Reader> {
    const [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
    const page = await browser.newPage({ viewport: LAPTOP, javaScriptEnabled: false });
    // Pages arrive complete, so waiting longer is useless.
    page.setDefaultTimeout(5000);
    return new Reader(product, browser, page, await articlePaths(product.url));
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.product.stop();
    await removeData(this.product.dataDir);
  }

  async open(path: string): Promise<Response> {
    return (await this.page.goto(this.product.url + path))!;
  }

  /** The text of a part of the page as in the HTML, on one line. */
  async words(selector = "main"): Promise<string> {
    return ((await this.page.locator(selector).first().textContent()) ?? "").replaceAll(/\s+/g, " ");
  }

  /** The texts of all matching elements. */
  async texts(selector: string): Promise<string[]> {
    return (await this.page.locator(selector).allTextContents()).map((one) =>
      one.replaceAll(/\s+/g, " ").trim(),
    );
  }

  /** Opens a page and returns its text in lower case. */
  async read(path: string): Promise<string> {
    await this.open(path);
    return (await this.words()).toLowerCase();
  }

  async description(): Promise<string> {
    return (await this.page.locator('meta[name="description"]').getAttribute("content")) ?? "";
  }

  /** The items of the list under the heading with that text. */
  listUnder(heading: RegExp): Locator {
    return this.page
      .locator("main")
      .getByRole("heading", { name: heading })
      .first()
      .locator("xpath=(following::ul | following::ol | following::dl)[1]")
      .locator("> li, > dt, > div > dt");
  }
}
