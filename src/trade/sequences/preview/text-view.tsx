import { greetingName } from "#platform/names/greeting-name.ts";
import { countText, foldForText } from "#platform/sms/segments.ts";
import type { Fills } from "../message/placeholders.ts";
import { LONGEST_TEXT, formatStepText } from "../message/text-parts.ts";

/** Characters per segment, by encoding. */
const ROOM = { "GSM-7": { alone: 160, chained: 153 }, "UCS-2": { alone: 70, chained: 67 } } as const;

/** A text as it arrives, in segments. The first text to a person says more. */
export function TextView({
  body,
  names,
}: {
  body: string;
  names: Omit<Fills, "firstName"> & { readonly name: string };
}) {
  const to = { ...names, firstName: greetingName(names.name) };
  const first = foldForText(formatStepText(body, to, true));
  const next = foldForText(formatStepText(body, to, false));
  return (
    <div className="step-text">
      <Messages label={`If it’s the first text to ${to.firstName || names.name || "them"}`} text={first} />
      {next === first ? null : <Messages label="If you’ve texted them before" text={next} />}
      {first.length > LONGEST_TEXT ? (
        <p className="step-preview-warning">This is longer than {LONGEST_TEXT} characters. Shorten it.</p>
      ) : null}
    </div>
  );
}

function Messages({ label, text }: { label: string; text: string }) {
  const { parts, units, encoding } = countText(text);
  const room = parts.length === 1 ? ROOM[encoding].alone : ROOM[encoding].chained * parts.length;
  return (
    <figure>
      <figcaption className="label">{label}</figcaption>
      <ol className="step-text-parts">
        {parts.map((part, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the messages of one text
          <li key={at} className="step-text-part">
            {part || "Nothing written yet."}
          </li>
        ))}
      </ol>
      <p className="text-sm text-pencil" data-figures="">
        {parts.length === 1 ? "1 message" : `${parts.length} messages in a row`}, {units} of {room} characters
        {encoding === "UCS-2"
          ? ". An emoji or a special letter in it makes each message less than half as long."
          : "."}
      </p>
    </figure>
  );
}
