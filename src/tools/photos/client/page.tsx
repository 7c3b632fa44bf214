import { type ActionFunctionArgs, useActionData, useLoaderData } from "react-router";
import { answerPaper } from "#ground/papers/public.server.ts";
import { AnswerForm, paperHeaders, paperMeta } from "#ground/papers/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { callPhoto } from "../gallery/names.ts";
import { GALLERY } from "../gallery/galleries.server.ts";
import { Questions } from "./questions.tsx";
import { type GalleryPage, loadGallery, type PhotoView } from "./view.server.ts";

export const handle = { static: true };
export const meta = paperMeta;
export const headers = paperHeaders;
export const loader = loadGallery;
export const action = (args: ActionFunctionArgs) => answerPaper(args, GALLERY);

/** Photos of a job as a client sees them. Works without script; nothing is larger than it has to be. */
export default function ClientGallery() {
  const { view, content } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer && "errors" in answer ? answer : undefined;
  const { face, here, title, token } = view;
  const { count, fullSize, groups, isLive, page } = content;
  const path = `/s/${token}/photos`;
  return (
    <ClientPage face={face} here={here} wide>
      <p className="label">From {face.business}</p>
      <h1 className="mt-2 wrap-anywhere">{title}</h1>
      <p className="mt-2 text-pencil">
        {count === 1 ? "1 photo" : `${count.toLocaleString("en-US")} photos`}
        {isLive ? ". New ones show up here." : ""}
      </p>
      {count === 0 ? (
        <p className="mt-6 max-w-measure">There are no photos to show right now.</p>
      ) : (
        <>
          <Orders path={path} content={content} />
          <form method="post" action={`${path}/download`} id="photos">
            {here ? <input type="hidden" name="here" value={here} /> : null}
            {content.didChoose ? null : (
              <StatusLine kind="error" takesFocus>
                Select a photo first, or download all.
              </StatusLine>
            )}
            {groups.map((group, at) => (
              <section key={group.title} className="gallery-group">
                <h2 className="gallery-title">
                  {group.title}
                  {at === 0 && page > 1 ? " (more)" : ""}
                </h2>
                <ul className="gallery">
                  {group.tiles.map((tile) => (
                    <li
                      key={tile[0]!.sha256}
                      className="gallery-tile"
                      data-pair={tile.length > 1 ? "" : undefined}
                    >
                      {tile.map((photo, nth) => (
                        <Photo
                          key={photo.sha256}
                          photo={photo}
                          path={path}
                          order={content.order}
                          isFirst={photo === groups[0]!.tiles[0]![0]}
                          label={tile.length > 1 ? (nth === 0 ? "Before" : "After") : ""}
                        />
                      ))}
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <Pages path={path} content={content} />
            <div className="gallery-acts">
              <SubmitButton kind="plain">Download selected</SubmitButton>
              {count > 1 ? (
                <SubmitButton name="all" value="yes" kind="plain">
                  {`Download all ${count.toLocaleString("en-US")}`}
                </SubmitButton>
              ) : null}
              <p className="text-sm text-pencil">
                {fullSize ? "At full size" : "Up to 1,600 pixels wide"}
                {count > 1 ? ". Several come as a ZIP file." : "."}
              </p>
            </div>
          </form>
        </>
      )}
      <section id="answer" aria-label="Your questions" className="gallery-ask">
        <Questions view={view} isRefused={refusal !== undefined} />
        <details open={refusal !== undefined || undefined}>
          <summary>Ask a question</summary>
          <AnswerForm view={view} refusal={refusal} answer="ask" words="Your question" button="Send" />
        </details>
      </section>
    </ClientPage>
  );
}

const addressOf = (path: string, { order, page = 1 }: { order: string; page?: number }): string => {
  const query = new URLSearchParams({
    ...(order === "album" ? { by: "album" } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  }).toString();
  return query ? `${path}?${query}` : path;
};

function Orders({ path, content: { hasAlbums, order } }: { path: string; content: GalleryPage["content"] }) {
  if (!hasAlbums) return null;
  return (
    <p className="gallery-orders">
      {(["day", "album"] as const).map((one) => (
        <a
          key={one}
          className="button"
          data-kind="plain"
          data-size="small"
          aria-current={one === order ? "true" : undefined}
          href={addressOf(path, { order: one })}
        >
          {one === "day" ? "By day" : "By album"}
        </a>
      ))}
    </p>
  );
}

function Pages({ path, content: { order, page, pages } }: { path: string; content: GalleryPage["content"] }) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages" className="gallery-pages">
      {page > 1 ? (
        <a className="button" data-kind="plain" rel="prev" href={addressOf(path, { order, page: page - 1 })}>
          Previous
        </a>
      ) : null}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a className="button" data-kind="plain" rel="next" href={addressOf(path, { order, page: page + 1 })}>
          Next
        </a>
      ) : null}
    </nav>
  );
}

function Photo({
  photo: { sha256, number, caption, time, place, thumb },
  path,
  order,
  label,
  isFirst,
}: {
  photo: PhotoView;
  path: string;
  order: string;
  /** "Before", "After"; empty for a photo by itself. */
  label: string;
  isFirst: boolean;
}) {
  const said = [label, caption, time, place].filter(Boolean);
  return (
    <figure id={order === "day" ? `photo-${number}` : undefined}>
      <a className="gallery-photo" href={addressOf(`${path}/${sha256}`, { order })}>
        {thumb ? (
          <img
            src={`${path}/${sha256}/thumb`}
            alt={[label, callPhoto(number, caption)].filter(Boolean).join(": ")}
            width={thumb.width}
            height={thumb.height}
            loading={isFirst ? "eager" : "lazy"}
            fetchPriority={isFirst ? "high" : undefined}
            decoding="async"
          />
        ) : (
          <span className="gallery-none">{callPhoto(number, "")} isn’t here yet</span>
        )}
      </a>
      <label className="gallery-pick">
        <input type="checkbox" name="photo" value={sha256} />
        <span className="sr-only">Select {callPhoto(number, caption)}</span>
      </label>
      {said.length > 0 ? <figcaption>{said.join(", ")}</figcaption> : null}
    </figure>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
