const VIEWS = [
  ["days", "By day"],
  ["month", "Month and gaps"],
  ["weather", "Weather and delays"],
] as const;

/** @param now the current view @param to addresses of the views */
export function OfficeViews({
  now,
  to,
}: {
  now: (typeof VIEWS)[number][0];
  to: Readonly<Record<(typeof VIEWS)[number][0], string>>;
}) {
  return (
    <nav aria-label="Log views" className="office-views">
      {VIEWS.map(([view, label]) => (
        <a
          key={view}
          className="choice-chip"
          href={to[view]}
          aria-current={view === now ? "page" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
