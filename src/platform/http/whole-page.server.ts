const pages = new WeakMap<Response, string>();

/**
 * The answer that a page is, for whoever takes its text by `htmlOf`: it holds the text beside it and has no
 * body, as writing a text into a body and reading it out again takes longer than all that is done with it
 * here.
 */
export function pageResponse(html: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  pages.set(response, html);
  return response;
}

/** The text of a page. */
export async function htmlOf(response: Response): Promise<string> {
  return pages.get(response) ?? response.text();
}
