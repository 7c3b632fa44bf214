import { LinkButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import type { DueSectionData } from "./open-due.server.ts";

/** What the person must do, each until it is done. Renders nothing when there is nothing. */
export function DueSection({ items }: Pick<DueSectionData, "items">) {
  if (items.length === 0) return null;
  return (
    <Section title="Due" id="due">
      <ul className="day-lines">
        {items.map(({ key, title, job, path, action, isLate, due }) => (
          <li key={key} className="day-line" data-item="" tabIndex={-1}>
            <div className="max-w-measure">
              <p>
                <b>{title}</b>, {job}
              </p>
              <p className="text-pencil">
                {isLate ? "Late since" : "Due by"} <time dateTime={due.iso}>{due.words}</time>
              </p>
            </div>
            <LinkButton
              kind="plain"
              size="small"
              href={path}
              data-key="Enter"
              aria-label={`${action}: ${title}, ${job}`}
            >
              {action}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
