import { QuarantineNote } from "#trade/leads/public.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import type { Decision } from "./open-decisions.ts";

/** Decisions that only the business can make. Renders nothing when there are none. */
export function Decisions({ decisions, heldBack }: { decisions: readonly Decision[]; heldBack: number }) {
  if (!decisions.length && !heldBack) return null;
  return (
    <Section title="Needs your attention" id="decisions">
      {decisions.length ? (
        <ul className="day-lines">
          {decisions.map(({ key, title, why, href, act, does }) => (
            <li key={key} className="day-line day-decision" data-item="" tabIndex={-1}>
              <div className="max-w-measure">
                <p>
                  <b>{title}</b>
                </p>
                <p className="text-pencil">{why}</p>
              </div>
              {does ? (
                <form method="post" action={href}>
                  <SubmitButton
                    kind="plain"
                    size="small"
                    name="do"
                    value={does}
                    data-key="Enter"
                    aria-label={`${act}: ${title}`}
                  >
                    {act}
                  </SubmitButton>
                </form>
              ) : (
                <LinkButton
                  kind="plain"
                  size="small"
                  href={href}
                  data-key="Enter"
                  aria-label={`${act}: ${title}`}
                >
                  {act}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <QuarantineNote count={heldBack} />
    </Section>
  );
}
