import type { Site } from "./site.ts";
import { ask } from "../e2e/harness/wire.ts";

/** Follows links inside the site, each address once, fragments included. */
export class LinkChecker {
  readonly #site: Pick<Site, "url" | "product">;
  readonly #seen = new Map<string, Promise<{ status: number; ids: ReadonlySet<string> }>>();

  constructor(site: Pick<Site, "url" | "product">) {
    this.#site = site;
  }

  /**
   * The broken links among a page's targets, with reasons.
   * @param own the page's own path: a not-found page may link to itself
   */
  async broken(own: string, targets: readonly string[]): Promise<string[]> {
    const found: string[] = [];
    for (const target of new Set(targets)) {
      const url = new URL(target);
      if (url.origin !== this.#site.url) {
        if (!/^(?:https|mailto|tel|data):$/.test(url.protocol)) found.push(`${target}: no secure address`);
        continue;
      }
      const { status, ids } = await this.#open(url.pathname + url.search);
      if (status >= 400 && url.pathname !== own) found.push(`${url.pathname}${url.search}: ${status}`);
      else if (url.hash.length > 1 && !ids.has(decodeURIComponent(url.hash.slice(1))))
        found.push(`${url.pathname}${url.hash}: no such place`);
    }
    return found;
  }

  #open(path: string) {
    const known = this.#seen.get(path) ?? this.#fetch(path);
    this.#seen.set(path, known);
    return known;
  }

  async #fetch(path: string) {
    let at = path;
    for (let hops = 0; hops < 5; hops++) {
      const answer = await ask(this.#site.product.port, at);
      const location = answer.headers.location;
      if (answer.status >= 300 && answer.status < 400 && location) {
        const next = new URL(location, this.#site.url + at);
        at = next.pathname + next.search;
        continue;
      }
      const html = answer.headers["content-type"]?.startsWith("text/html") ? answer.body.toString() : "";
      return {
        status: answer.status,
        ids: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!)),
      };
    }
    return { status: 508, ids: new Set<string>() };
  }
}
