import { Field, TextArea } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { OfficeForm } from "./office-form.tsx";
import type { InjuryView } from "./view.server.ts";

const WHYS = [1, 2, 3, 4, 5] as const;

/** Why it happened, asked until a cause that can be fixed is found, and what is done about it. */
export function Causes({
  view: { injury, actions, today, fresh },
}: {
  view: InjuryView & { fresh: string };
}) {
  const inAWeek = Temporal.PlainDate.from(today).add({ days: 7 }).toString();
  return (
    <Section title="Causes and actions" id="causes">
      <details className="fold" open={injury.whys.length > 0}>
        <summary>Five whys</summary>
        <OfficeForm intent="whys" at="causes" save="Save causes" kind="plain">
          {(field) =>
            WHYS.map((at) => (
              <TextArea
                key={at}
                label={at === 1 ? "Why did it happen?" : "And why was that?"}
                rows={2}
                {...field(`why-${at}`, injury.whys[at - 1] ?? "")}
              />
            ))
          }
        </OfficeForm>
      </details>
      {actions.length > 0 ? (
        <ul className="incident-reasons">
          {actions.map(({ id, href, title, state }) => (
            <li key={id}>
              <a className="text-link" href={href}>
                {title}
              </a>
              , {state.toLowerCase()}
            </li>
          ))}
        </ul>
      ) : null}
      <details className="fold">
        <summary>Add a safety action</summary>
        <OfficeForm intent="action" at="causes" save="Add action" kind="plain" fresh={fresh}>
          {(field) => (
            <>
              <Field
                label="What will be done"
                required
                hint="Everybody on the job reads it: say what to fix, not who was hurt."
                {...field("title")}
              />
              <Field label="Due" type="date" required min={today} {...field("due", inAWeek)} />
            </>
          )}
        </OfficeForm>
      </details>
    </Section>
  );
}
