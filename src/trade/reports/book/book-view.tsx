import type { BookPage, BookPhoto } from "./book-page.ts";

/**
 * A photo book on its client's page, as it was printed. Each photo opens larger, without a script too.
 * @param photosAt where its photos are: `{photosAt}/{sha256}/screen`
 */
export function BookView({ book, photosAt }: { book: BookPage; photosAt: string }) {
  return (
    <>
      {book.groups.map(({ title, shown }) => (
        <section key={title} aria-label={title || "Photos"} className="book-group">
          {title ? <h2 className="text-2xl">{title}</h2> : null}
          <div className="book-photos">
            {shown.map((photos) => (
              <div key={photos[0]!.sha256} className="book-shown" data-pair={photos.length > 1 || undefined}>
                {photos.map((photo) => (
                  <Photo key={photo.sha256} photo={photo} photosAt={photosAt} />
                ))}
              </div>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function Photo({ photo, photosAt }: { photo: BookPhoto; photosAt: string }) {
  const { sha256, number, label, caption, details, alt, aspect } = photo;
  return (
    <figure className="book-photo">
      {label ? <p className="book-label">{label}</p> : null}
      <a href={`${photosAt}/${sha256}/screen`}>
        <img
          src={`${photosAt}/${sha256}/screen`}
          alt={alt}
          loading="lazy"
          width={Math.round(aspect * 1000)}
          height={1000}
        />
      </a>
      <figcaption>
        <b>{number}</b> {caption}
        {details ? <span className="book-details">{details}</span> : null}
      </figcaption>
    </figure>
  );
}
