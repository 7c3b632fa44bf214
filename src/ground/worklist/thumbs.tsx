/**
 * A strip of small photos that leads to where they are.
 * @param photos SHA-256 of the ones shown
 * @param more how many others there are
 * @param of whose photos, for those who can't see them
 */
export function Thumbs({
  photos,
  more,
  href,
  of,
}: {
  photos: readonly string[];
  more: number;
  href: string;
  of: string;
}) {
  if (photos.length === 0) return null;
  const count = photos.length + more;
  return (
    <a className="office-thumbs" href={href}>
      {photos.map((sha256) => (
        <img
          key={sha256}
          src={`/account/media/${sha256}/thumb`}
          alt=""
          loading="lazy"
          width="72"
          height="72"
          data-hide-on-error=""
        />
      ))}
      {more > 0 ? <span>{`+${more}`}</span> : null}
      <span className="sr-only">{` ${count} ${count === 1 ? "photo" : "photos"}, ${of}`}</span>
    </a>
  );
}
