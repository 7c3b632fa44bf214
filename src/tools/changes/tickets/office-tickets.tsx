import { Section } from "#ui/layout.tsx";

/** The tickets of a change, as the office sees them. */
export function OfficeTickets({
  tickets,
}: {
  tickets: readonly { readonly id: string; readonly day: string; readonly about: string }[];
}) {
  if (tickets.length === 0) return null;
  return (
    <Section title="Tickets" id="tickets">
      <ul className="mt-4">
        {tickets.map(({ id, day, about }) => (
          <li key={id} className="border-t border-rule py-3 wrap-anywhere">
            <a className="text-link" href={`/account/changes/tickets/${id}`}>
              {day} (PDF)
            </a>
            , {about}
          </li>
        ))}
      </ul>
    </Section>
  );
}
