import { now } from "#platform/db/scope.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { compressed } from "#platform/http/static/compressed.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { createNewestFirst, Superseded } from "#platform/pdf/newest-first.ts";
import { readTree } from "./edit-text.ts";
import type { Notes } from "./notes.ts";
import type { Outline, Tree } from "../outline.ts";

/** Whose pages are asked for, and how they are drawn. */
interface Asked {
  /** Id of who types. */
  readonly person: string;
  /** Id of what is edited. */
  readonly document: string;
  readonly outline: Outline;
  /** What our writer would say to the words, and the picture of all pages of them. */
  readonly draw: (typed: Tree) => { readonly notes: Notes; readonly svg: () => Promise<string> };
}

/**
 * Answers a form that is being typed into with its pages: one drawing at a time for each person and document,
 * the newest words first, nothing stored. The answer is for PagesPreview: notes on its first line, then the
 * picture.
 * @param name of the limiter that keeps one person from asking for more than anybody needs
 */
export function createPreviews(name: string) {
  // Somebody who types without a pause of a third of a second asks for nothing.
  const perPerson = createLimiter({ name, limit: 90, windowSeconds: 60, alone: true });
  const inTurn = createNewestFirst();
  return async function answerPreview(
    request: Request,
    { person, document, outline, draw }: Asked,
  ): Promise<Response> {
    const verdict = perPerson.check(person, now());
    if (!verdict.ok)
      return refused(429, "That was a lot of pages in a short time.", verdict.retryAfterSeconds);
    const { notes, svg } = draw(readTree(outline.root, await readForm(request)));
    try {
      const picture = await inTurn(`${person} ${document}`, svg);
      const headers = new Headers({
        // For our script alone, which makes a picture of it; and what is compressed must not be looked
        // through for slots.
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      });
      const body = `${JSON.stringify(notes)}\n${picture}`;
      return new Response(
        await compressed(body, request.headers.get("accept-encoding") ?? undefined, headers),
        { headers },
      );
    } catch (error) {
      if (error instanceof Superseded) return refused(409, "Newer words are being drawn.", 1);
      const failure = toAppError(error);
      return refused(failure.status, failure.message, failure.retryAfter);
    }
  };
}

function refused(status: number, words: string, retryAfter: number | undefined): Response {
  return new Response(`${words}\n`, {
    status,
    headers: retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
  });
}
