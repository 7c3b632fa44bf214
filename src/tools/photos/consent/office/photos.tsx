/** Photos of a request, pairs side by side. */
export function OfficePhotos({
  groups,
}: {
  groups: readonly (readonly {
    readonly sha256: string;
    readonly label: string;
    readonly state?: string;
  }[])[];
}) {
  return (
    <ul className="consent-thumbs">
      {groups.map((group) => (
        <li key={group[0]!.sha256} data-pair={group.length === 2 || undefined}>
          {group.map(({ sha256, label, state }) => (
            <figure key={sha256}>
              <img
                src={`/account/media/${sha256}/thumb`}
                alt=""
                width={160}
                height={120}
                loading="lazy"
                data-hide-on-error=""
              />
              <figcaption>
                {label}
                {state ? <span className="text-pencil">{state}</span> : null}
              </figcaption>
            </figure>
          ))}
        </li>
      ))}
    </ul>
  );
}
