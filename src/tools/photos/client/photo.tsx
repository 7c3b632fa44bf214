import { type ActionFunctionArgs, useActionData, useLoaderData } from "react-router";
import { answerPaper } from "#ground/papers/public.server.ts";
import { AnswerForm, paperHeaders, paperMeta } from "#ground/papers/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { callPhoto } from "../gallery/names.ts";
import { GALLERY } from "../gallery/galleries.server.ts";
import { Questions } from "./questions.tsx";
import { askedPhoto, loadPhoto } from "./view.server.ts";

export const handle = { static: true };
export const meta = paperMeta;
export const headers = paperHeaders;
export const loader = loadPhoto;

export function action(args: ActionFunctionArgs) {
  const { sha256 = "" } = args.params;
  return answerPaper(args, GALLERY, {
    about: async (ctx, { thingId }) => ({ ...(await askedPhoto(ctx, thingId, sha256)) }),
    at: `/${sha256}`,
  });
}

/** One photo large. Swipes and arrow keys follow the links (`#ui/scripts/swipe.ts`). */
export default function ClientPhoto() {
  const { view, content } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer && "errors" in answer ? answer : undefined;
  const { face, here, title, token } = view;
  const { count, day, fullSize, isSmall, next, order, page, pair, photo, previous } = content;
  const path = `/s/${token}/photos`;
  const query = order === "album" ? "?by=album" : "";
  const back = new URLSearchParams({
    ...(order === "album" ? { by: "album" } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString();
  const to = (sha256: string) => `${path}/${sha256}${query}`;
  const { sha256, number, caption, thumb } = photo;
  const facts = [day, photo.time, photo.place].filter(Boolean).join(", ");
  return (
    <ClientPage face={face} here={here} wide>
      <p>
        <a
          className="text-link inline-block py-2.5 wrap-anywhere"
          href={`${path}${back ? `?${back}` : ""}#photo-${number}`}
        >
          Back to {title}
        </a>
      </p>
      <h1 className="gallery-title">
        Photo {number} of {count}
      </h1>
      <div className="gallery-large" data-swipe="">
        {thumb ? (
          <picture>
            <source media="(prefers-reduced-data: reduce)" srcSet={`${path}/${sha256}/thumb`} />
            <img
              src={`${path}/${sha256}/${isSmall ? "thumb" : "screen"}`}
              alt={callPhoto(number, caption)}
              width={thumb.width}
              height={thumb.height}
              fetchPriority="high"
            />
          </picture>
        ) : (
          <p className="gallery-none">This photo isn’t here yet. Reload in a minute.</p>
        )}
      </div>
      <div className="gallery-bar">
        <nav aria-label="Photos" className="gallery-pages">
          {previous ? (
            <a className="button" data-kind="plain" rel="prev" href={to(previous)}>
              Previous
            </a>
          ) : null}
          {next ? (
            <a className="button" data-kind="plain" rel="next" href={to(next)}>
              Next
            </a>
          ) : null}
        </nav>
        <form method="post" action={`${path}/download`}>
          {here ? <input type="hidden" name="here" value={here} /> : null}
          <input type="hidden" name="photo" value={sha256} />
          <SubmitButton kind="plain">{fullSize ? "Download at full size" : "Download"}</SubmitButton>
        </form>
      </div>
      {isSmall ? (
        <p>
          <a
            className="text-link inline-block py-2.5"
            href={`?${order === "album" ? "by=album&" : ""}size=screen`}
          >
            Show it larger
          </a>
        </p>
      ) : null}
      {caption ? <p className="mt-3 max-w-measure text-lg wrap-anywhere">{caption}</p> : null}
      <p className="mt-1 text-pencil">{facts}</p>
      {pair ? (
        <p>
          <a className="text-link inline-block py-2.5" href={to(pair)}>
            See the other half of this before and after
          </a>
        </p>
      ) : null}
      <section id="answer" aria-label="Your questions" className="gallery-ask">
        <Questions view={view} photo={sha256} isRefused={refusal !== undefined} />
        <details open={refusal !== undefined || undefined}>
          <summary>Ask about this photo</summary>
          <AnswerForm view={view} refusal={refusal} answer="ask" words="Your question" button="Send" />
        </details>
      </section>
    </ClientPage>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
