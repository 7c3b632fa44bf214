import { ESTABLISHMENTS_PATH, formsPath, PREQUALIFICATION_PATH } from "./paths.ts";

/** Between the years and establishments, and to the pages beside the forms. */
export function FormsNavigation({
  year,
  years,
  at,
  places,
}: {
  year: number;
  years: readonly number[];
  at: string;
  places: readonly { readonly id: string; readonly name: string }[];
}) {
  return (
    <>
      <nav className="mb-2 flex flex-wrap gap-x-6" aria-label="Years">
        {years.map((one) => (
          <a
            key={one}
            className="text-link py-2.5"
            aria-current={one === year ? "page" : undefined}
            href={formsPath(one, at)}
          >
            {one}
          </a>
        ))}
      </nav>
      {places.length > 1 ? (
        <nav className="mb-2 flex flex-wrap gap-x-6" aria-label="Establishments">
          {places.map(({ id, name }) => (
            <a
              key={id}
              className="text-link py-2.5"
              aria-current={id === at ? "true" : undefined}
              href={formsPath(year, id)}
            >
              {name}
            </a>
          ))}
        </nav>
      ) : null}
      <nav className="mb-2 flex flex-wrap gap-x-6" aria-label="Forms">
        <a className="text-link py-2.5" href="/account/safety/incidents">
          Incidents
        </a>
        <a className="text-link py-2.5" href={ESTABLISHMENTS_PATH}>
          Establishments
        </a>
        <a className="text-link py-2.5" href={PREQUALIFICATION_PATH}>
          Prequalification
        </a>
      </nav>
    </>
  );
}
