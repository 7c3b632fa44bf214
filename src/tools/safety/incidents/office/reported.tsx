import type { Drawing } from "#ground/signatures/public.ts";
import { SignatureDrawing } from "#ground/signatures/public.tsx";
import { Field, TextArea } from "#ui/field.tsx";
import { DataList, Section } from "#ui/layout.tsx";
import { OfficeForm } from "./office-form.tsx";
import type { InjuryView } from "./view.server.ts";

/** What was reported from the job, which the office corrects. */
export function Reported({ view }: { view: InjuryView }) {
  const { injury, parts, photos, by } = view;
  const { name, title, what, before, where, injury: hurt, done, witnesses } = injury;
  const items = (
    [
      ["Who was hurt", [name, title].filter(Boolean).join(", ")],
      ["What happened", what],
      ["Where", where],
      ["Just before", before],
      ["The injury", [hurt, parts].filter(Boolean).join("; ")],
      ["Done right away", done],
      ["Reported by", by],
    ] as const
  ).filter(([, words]) => words);
  return (
    <Section title="What was reported" id="reported">
      <DataList items={items} />
      {photos.length > 0 ? (
        <ul className="incident-photos">
          {photos.map((sha256, at) => (
            <li key={sha256}>
              <a href={`/account/media/${sha256}/screen`}>
                <img
                  src={`/account/media/${sha256}/thumb`}
                  alt={`${at + 1} of ${photos.length}`}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {witnesses.map(({ key, name: witness, says, drawing }) => (
        <div key={key} className="mt-4">
          <p>
            <b>{witness}</b>, witness{says ? `: ${says}` : ""}
          </p>
          {drawing ? (
            <div className="talk-signature">
              <SignatureDrawing drawing={drawing as Drawing} label={`Signature of ${witness}`} />
            </div>
          ) : (
            <p className="estimate-quiet">Not signed</p>
          )}
        </div>
      ))}
      <details className="fold mt-4">
        <summary>Correct the report</summary>
        <Correction view={view} />
      </details>
    </Section>
  );
}

const Correction = ({ view: { injury, today, knownTyped } }: { view: InjuryView }) => (
  <OfficeForm intent="facts" at="reported" save="Save corrections" kind="plain">
    {(field) => (
      <>
        <Field label="Who was hurt" required {...field("name", injury.name)} />
        <Field label="Their job title" {...field("title", injury.title)} />
        <TextArea label="What happened" required rows={3} {...field("what", injury.what)} />
        <div className="estimate-two">
          <Field
            label="Day"
            type="date"
            required
            max={today}
            id="facts-date"
            {...field("date", injury.date)}
          />
          <Field label="Time" type="time" id="facts-time" {...field("time", injury.time ?? "")} />
        </div>
        <div className="estimate-two">
          <Field
            label="Day you learned of it"
            type="date"
            required
            max={today}
            id="facts-known-day"
            {...field("knownDay", knownTyped.day)}
          />
          <Field
            label="Time you learned of it"
            type="time"
            required
            id="facts-known-time"
            {...field("knownTime", knownTyped.time)}
          />
        </div>
        <Field label="Where" {...field("where", injury.where)} />
        <Field label="The injury" {...field("injury", injury.injury)} />
        <TextArea label="Done right away" rows={2} {...field("done", injury.done)} />
      </>
    )}
  </OfficeForm>
);
