import { StatusLine } from "#ui/messages.tsx";
import type { GalleryPage } from "./view.server.ts";

/** What a reader asked at their link, and that it was sent. */
export function Questions({
  view: { face, did, questions },
  isRefused,
}: {
  view: GalleryPage["view"];
  isRefused: boolean;
}) {
  return (
    <>
      {did === "asked" && !isRefused ? (
        <StatusLine kind="done">Sent. {face.business || "The business"} has your question.</StatusLine>
      ) : null}
      {questions.map(({ id, name, words, at }) => (
        <div key={id} className="mt-4">
          <p className="text-pencil">
            {name} wrote, <time dateTime={at.iso}>{at.words}</time>
          </p>
          <blockquote className="mt-2 max-w-measure border-l-2 border-rule pl-4 wrap-anywhere whitespace-pre-line">
            {words}
          </blockquote>
        </div>
      ))}
    </>
  );
}
