import { now } from "#platform/db/scope.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { compressed } from "#platform/http/static/compressed.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { createNewestFirst, Superseded } from "#platform/pdf/newest-first.ts";
import { readTree } from "./edit-text.ts";
import type { Notes } from "./notes.ts";
import type { Outline, Tree } from "../outline.ts";

/** The owner of a preview, and how to render it. */
interface PreviewRequest {
  readonly person: string;
  readonly document: string;
  readonly outline: Outline;
  /** Returns advice on the text, and an image of all its pages. */
  readonly draw: (typed: Tree) => { readonly notes: Notes; readonly svg: () => Promise<string> };
}

/**
 * Renders previews of a form being edited: one at a time per person and text, newest first, nothing stored.
 * The response is for PagesPreview: notes on the first line, then the image.
 * @param name of the rate limiter per person
 */
export function createPreviews(name: string) {
  // Above what typing with pauses of a third of a second causes.
  const perPerson = createLimiter({ name, limit: 90, windowSeconds: 60, alone: true });
  const inTurn = createNewestFirst();
  return async function answerPreview(
    request: Request,
    { person, document, outline, draw }: PreviewRequest,
  ): Promise<Response> {
    const verdict = perPerson.check(person, now());
    if (!verdict.ok) return refused(429, "That’s a lot of pages in a short time.", verdict.retryAfterSeconds);
    const { notes, svg } = draw(readTree(outline.root, await readForm(request)));
    try {
      const picture = await inTurn(`${person} ${document}`, svg);
      const headers = new Headers({
        // Plain text, because only our script reads it; and so that compression doesn't scan it for slots.
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
      if (error instanceof Superseded) return refused(409, "Newer text is loading.", 1);
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
