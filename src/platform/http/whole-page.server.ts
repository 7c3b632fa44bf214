const pages = new WeakMap<Response, string>();

/**
 * A page's response for `htmlOf`: it carries the text in a property and has no body, because writing text
 * into a body and reading it again takes longer than everything else done with it.
 */
export function pageResponse(html: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  pages.set(response, html);
  return response;
}

/** The HTML of such a response, or of any other. */
export async function htmlOf(response: Response): Promise<string> {
  return pages.get(response) ?? response.text();
}
