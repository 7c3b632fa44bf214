/** What daily logs say of the work on a change; nothing without any. */
export function LoggedList({
  work,
}: {
  work: readonly { readonly id: string; readonly what: string; readonly day: string }[];
}) {
  if (work.length === 0) return null;
  return (
    <section aria-label="Logged work" className="mt-8 mb-8">
      <h2 className="text-2xl">Logged work</h2>
      <p className="estimate-quiet">What your daily logs have on this change.</p>
      <ul className="mt-2">
        {work.map(({ id, what, day }) => (
          <li key={id}>
            {what} <span className="estimate-quiet">{day}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
