import { CopyButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import type { Part, Paste } from "./facts.ts";

const STATES = {
  right: "done",
  better: "now",
  wrong: "stopped",
  missing: "unsent",
  unknown: "waiting",
} as const;
const STATE_WORDS = {
  right: "Right",
  better: "Could be better",
  wrong: "Wrong",
  missing: "Missing",
  unknown: "No response from DNS",
} as const;

export function DomainPart({
  part: { id, title, state, found, words, paste },
  piecesFirst,
}: {
  part: Part;
  piecesFirst: boolean;
}) {
  return (
    <Section title={title} id={id}>
      <p className="mt-3">
        <StateMark state={STATES[state]}>{STATE_WORDS[state]}</StateMark>
      </p>
      {words.map((sentence) => (
        <p key={sentence} className="mt-2 max-w-measure wrap-anywhere">
          {sentence}
        </p>
      ))}
      {found.length ? (
        <>
          <p className="label mt-4">Current record</p>
          {found.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two records can read the same, and never change place
            <code key={at} className="mt-1 block text-sm break-all">
              {line}
            </code>
          ))}
        </>
      ) : null}
      {paste.map((one) => (
        <PasteBox key={one.name} id={id} paste={one} piecesFirst={piecesFirst} />
      ))}
    </Section>
  );
}

function PasteBox({
  id,
  paste: { type, name, relative, value, pieces, replaces },
  piecesFirst,
}: {
  id: string;
  paste: Paste;
  piecesFirst: boolean;
}) {
  const lines: (readonly [key: string, label: string, text: string])[] = [
    ["short", "Name, the way most DNS hosts want it", relative],
    ...(relative === name ? [] : ([["full", "Full name", name]] as const)),
    ...(pieces === null || piecesFirst ? [] : ([["value", "Value", value]] as const)),
    ...(pieces === null
      ? ([["value", "Value", value]] as const)
      : ([["pieces", "Value in pieces, for hosts that limit text length", pieces]] as const)),
    ...(pieces !== null && piecesFirst ? ([["value", "Full value", value]] as const) : []),
  ];
  return (
    <div className="mt-4 grid gap-4">
      <p className="max-w-measure">
        {replaces.length ? `Replace the current one with this ${type} record:` : `Add this ${type} record:`}
      </p>
      {lines.map(([key, label, text]) => (
        <div key={key}>
          <p className="label">{label}</p>
          <p className="mt-1 flex flex-wrap items-start gap-x-4 gap-y-2">
            <code id={`${id}-${key}`} className="min-w-0 flex-1 text-sm break-all">
              {text}
            </code>
            <CopyButton target={`${id}-${key}`} aria-label={`Copy: ${label}`}>
              Copy
            </CopyButton>
          </p>
        </div>
      ))}
    </div>
  );
}
