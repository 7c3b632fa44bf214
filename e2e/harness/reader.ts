import type { Browser, Locator, Page, Response } from "playwright-core";
import { launchBrowser, LAPTOP } from "./browser.ts";
import { removeData, type RunningProduct, startProduct } from "./product.ts";
import { articlePaths } from "./public-pages.ts";

/**
 * A visitor without script who reads one page after the other, on a product of their own: what they see
 * arrived in the page.
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
    // Pages arrive complete: what is not there will not come.
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

  /** The words of a part of the page, as they stand in the HTML, on one line. */
  async words(selector = "main"): Promise<string> {
    return ((await this.page.locator(selector).first().textContent()) ?? "").replaceAll(/\s+/g, " ");
  }

  /** The words of each part that the selector finds. */
  async texts(selector: string): Promise<string[]> {
    return (await this.page.locator(selector).allTextContents()).map((one) =>
      one.replaceAll(/\s+/g, " ").trim(),
    );
  }

  /** Opens a page and answers its words in lower case. */
  async read(path: string): Promise<string> {
    await this.open(path);
    return (await this.words()).toLowerCase();
  }

  async description(): Promise<string> {
    return (await this.page.locator('meta[name="description"]').getAttribute("content")) ?? "";
  }

  /** The items of the list that stands under the heading with these words. */
  listUnder(heading: RegExp): Locator {
    return this.page
      .locator("main")
      .getByRole("heading", { name: heading })
      .first()
      .locator("xpath=(following::ul | following::ol | following::dl)[1]")
      .locator("> li, > dt, > div > dt");
  }
}
