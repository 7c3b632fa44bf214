import { Fragment } from "react";
import type { Language } from "../rules/text.ts";
import { Words } from "./plan-text.tsx";
import type { Revision } from "./plan.ts";
import { changesBetween, keysOf, type Line } from "./text.ts";

const SAY: Readonly<Record<Language, Readonly<Record<"added" | "removed" | "none", string>>>> = {
  en: { added: "New", removed: "Gone", none: "The same words, in another order." },
  es: { added: "Nuevo", removed: "Ya no", none: "Las mismas palabras, en otro orden." },
};

function Path({ lines, language }: { lines: readonly Line[]; language: Language }) {
  const keys = keysOf(lines);
  return lines.map((line, at) => (
    <Fragment key={keys[at]}>
      {at > 0 ? " › " : ""}
      <Words line={line} language={language} />
    </Fragment>
  ));
}

/** What a plan says that it didn’t say before, and why it was changed. */
export function ChangeList({ from, to, language }: { from: Revision; to: Revision; language: Language }) {
  const { added, removed } = changesBetween(from.text, to.text);
  const say = SAY[language];
  return (
    <div lang={language}>
      {to.why ? <p className="max-w-measure wrap-anywhere">{to.why}</p> : null}
      {added.length + removed.length === 0 ? <p className="estimate-quiet">{say.none}</p> : null}
      <ul className="plan-changes">
        {added.map((lines) => (
          <li key={JSON.stringify(lines)} data-is="added">
            <b>{say.added}:</b> <Path lines={lines} language={language} />
          </li>
        ))}
        {removed.map((lines) => (
          <li key={JSON.stringify(lines)} data-is="removed">
            <b>{say.removed}:</b> <Path lines={lines} language={language} />
          </li>
        ))}
      </ul>
    </div>
  );
}
