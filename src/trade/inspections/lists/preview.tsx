import { useState } from "react";
import { Thumbnail } from "#trade/fieldwork/public.tsx";
import { type Answer, NOT_GIVEN } from "../rules/answers.ts";
import type { Section } from "../rules/items.ts";
import { isAsked, progressOf, rowsOf } from "../rules/run.ts";
import { AnswerControl } from "../run/controls.tsx";

/** Items shown; a phone doesn't show more without scrolling for long. */
const MOST = 60;

/** The list as a phone shows it, to try out: answers here are saved nowhere. */
export function ListPreview({ title, sections }: { title: string; sections: readonly Section[] }) {
  const [given, setGiven] = useState<ReadonlyMap<string, Answer | null>>(new Map());
  const answers = new Map([...given].map(([item, value]) => [item, { ...NOT_GIVEN, item, value }]));
  const rows = rowsOf({ sections: [...sections], units: [] }).filter((row) => isAsked(row, answers));
  const shown = rows.slice(0, MOST);
  return (
    <section className="list-phone" aria-label="Preview on a phone">
      <h2>{title}</h2>
      {shown.map(({ key, item, section }, at) => (
        <div key={key}>
          {section.id !== shown[at - 1]?.section.id && section.title ? (
            <h3 className="check-head">{section.title}</h3>
          ) : null}
          <div
            className="check"
            data-progress={item.kind === "note" ? "note" : progressOf({ item }, answers.get(key))}
          >
            <p id={`preview-${key}`}>{item.text}</p>
            {item.picture ? (
              <span className="photo">
                <Thumbnail shot={{ sha256: item.picture, type: "image/jpeg", at: 0 }} />
              </span>
            ) : null}
            {item.why || item.code ? (
              <p className="field-hint">{[item.why, item.code].filter(Boolean).join(" ")}</p>
            ) : null}
            <AnswerControl
              item={item}
              labelledBy={`preview-${key}`}
              value={answers.get(key)?.value}
              isOpen
              set={async (answer) => {
                setGiven(new Map([...given, [key, answer]]));
                return true;
              }}
            />
            {item.photos > 0 ? (
              <p className="field-hint">
                {item.photos === 1 ? "Needs a photo." : `Needs ${item.photos} photos.`}
              </p>
            ) : null}
          </div>
        </div>
      ))}
      {rows.length > shown.length ? (
        <p>And {(rows.length - shown.length).toLocaleString("en-US")} more.</p>
      ) : null}
    </section>
  );
}
