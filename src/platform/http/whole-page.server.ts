const pages = new WeakMap<Response, string>();

/** Keeps the text of a page beside its answer: whoever made it has it whole, and reading it out of the answer takes longer than filling it. */
export function rememberHtml(response: Response, html: string): Response {
  pages.set(response, html);
  return response;
}

/** The text of a page. */
export async function htmlOf(response: Response): Promise<string> {
  return pages.get(response) ?? response.text();
}
