import { readAsked } from "../gallery/asked.ts";
import { StatusLine } from "#ui/messages.tsx";
import type { GalleryPage } from "./view.server.ts";

/** What a reader asked at their link, and that it was sent. */
export function Questions({
  view: { face, did, questions },
  photo,
  isRefused,
}: {
  view: GalleryPage["view"];
  /** Only what was asked about this one; default: everything, with the photo’s name. */
  photo?: string;
  isRefused: boolean;
}) {
  const shown = questions
    .map((one) => ({ ...one, about: readAsked(one.about) }))
    .filter(({ about }) => photo === undefined || about?.photo === photo);
  return (
    <>
      {did === "asked" && !isRefused ? (
        <StatusLine kind="done">Sent. {face.business || "The business"} has your question.</StatusLine>
      ) : null}
      {shown.map(({ id, name, words, at, about }) => (
        <div key={id} className="mt-4">
          <p className="text-pencil">
            {name} wrote{about && photo === undefined ? ` about ${about.called}` : ""},{" "}
            <time dateTime={at.iso}>{at.words}</time>
          </p>
          <blockquote className="mt-2 max-w-measure border-l-2 border-rule pl-4 wrap-anywhere whitespace-pre-line">
            {words}
          </blockquote>
        </div>
      ))}
    </>
  );
}
