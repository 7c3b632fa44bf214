import { Section } from "#ui/layout.tsx";
import { formatDirected } from "../rules/sheet.ts";
import type { questionsOf } from "./question.server.ts";

/** What people said about a change by word, and whether they confirmed it, in the office. */
export function Words({ words }: { words: Awaited<ReturnType<typeof questionsOf>> }) {
  if (words.length === 0) return null;
  return (
    <Section title="Said by word" id="said">
      <ul className="grid gap-4">
        {words.map(({ id, said, outcome, ...asked }) => (
          <li key={id}>
            “{said}”<p className="estimate-quiet">{formatDirected(asked)}</p>
            <p>
              <b>{outcome}</b>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
