import type { Moment } from "#platform/time/format.ts";
import { Section } from "#ui/layout.tsx";

/** What was decided each time that a change was declined. */
export function Decisions({
  decisions,
}: {
  decisions: readonly { readonly when: Moment; readonly text: string; readonly who: string | null }[];
}) {
  if (decisions.length === 0) return null;
  return (
    <Section title="After it was declined">
      <ul className="grid gap-2">
        {decisions.map(({ when, text, who }) => (
          <li key={when.iso} className="wrap-anywhere">
            {text}
            <span className="estimate-quiet">
              {who ? `${who}, ` : ""}
              <time dateTime={when.iso}>{when.words}</time>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
