import type { FormFailure } from "#platform/http/answers.server.ts";
import { formatNumber } from "#ui/bars.tsx";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import type { EntryView, historyView } from "./view.server.ts";

type View = Awaited<ReturnType<typeof historyView>>;
interface Refused extends Pick<FormFailure<unknown>, "errors"> {
  readonly values: { readonly what: string; readonly entry: string; readonly text: string } | null;
}

/** A page of entries, newest first, each with a form to correct it. */
export function EntryList({ view, refused }: { view: View; refused: Refused | null }) {
  const { job, entries, older, isNewest, mayWrite, zone, number } = view;
  const address = `/account/evidence/${job}`;
  return (
    <Section title="Entries" id="entries">
      <p className="mt-2 mb-6 text-pencil">
        {isNewest
          ? "Newest first."
          : `Entries ${formatNumber(entries.at(-1)?.number ?? 0)} to ${formatNumber(entries[0]?.number ?? 0)} of ${formatNumber(number)}.`}{" "}
        Times in {zone.replaceAll("_", " ")}.
      </p>
      <Timeline label="Entries of the history">
        {entries.map((entry) => (
          <TimelineStep
            key={entry.number}
            state={entry.isSealed ? "done" : "waiting"}
            stateLabel={entry.isSealed ? "Locked" : "Not locked yet"}
            when={entry.at.words}
            dateTime={entry.at.iso}
            title={
              <span id={`entry-${entry.number}`} className="wrap-anywhere">
                {formatNumber(entry.number)}. {entry.kind}
                {entry.by ? `, by ${entry.by}` : ""}
              </span>
            }
          >
            <EntryBody entry={entry} />
            {mayWrite && entry.mayCorrect ? (
              <Correct address={address} entry={entry} refused={refused} />
            ) : null}
          </TimelineStep>
        ))}
      </Timeline>
      {older !== null || !isNewest ? (
        <nav aria-label="Pages of the history" className="mt-6 flex flex-wrap gap-3">
          {isNewest ? null : (
            <LinkButton kind="plain" size="small" href={`${address}#entries`}>
              Newest
            </LinkButton>
          )}
          {older === null ? null : (
            <LinkButton kind="plain" size="small" href={`${address}?before=${older}#entries`}>
              Older
            </LinkButton>
          )}
        </nav>
      ) : null}
    </Section>
  );
}

function EntryBody({ entry }: { entry: EntryView }) {
  const { occurred, marks, lines, photos, hash, number } = entry;
  return (
    <>
      {occurred ? (
        <p>
          Happened <time dateTime={occurred.iso}>{occurred.words}</time>
        </p>
      ) : null}
      {marks.map((mark) => (
        <p key={mark} className="font-semibold">
          {mark}
        </p>
      ))}
      {lines.map(({ name, value }) => (
        <p key={`${name} ${value}`} className="whitespace-pre-line wrap-anywhere">
          {name ? <span className="text-pencil">{name}: </span> : null}
          {value}
        </p>
      ))}
      {photos.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-2">
          {photos.map(({ sha256, isDrawn, isHeld }, at) => (
            <li key={sha256}>
              {isDrawn ? (
                <a href={`/account/media/${sha256}/screen`}>
                  <img
                    src={`/account/media/${sha256}/thumb`}
                    alt={`Entry ${number}, ${at + 1} of ${photos.length}`}
                    width={96}
                    height={96}
                    loading="lazy"
                    className="h-24 w-24 object-cover"
                  />
                </a>
              ) : (
                <span className="text-pencil">
                  {isHeld
                    ? `Photo ${sha256.slice(0, 8)}`
                    : `Photo ${sha256.slice(0, 8)}, still on its device`}
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-1 text-sm text-pencil">Hash {hash.slice(0, 16)}…</p>
    </>
  );
}

function Correct({
  address,
  entry,
  refused,
}: {
  address: string;
  entry: EntryView;
  refused: Refused | null;
}) {
  const values =
    refused?.values?.what === "correct" && refused.values.entry === String(entry.number)
      ? refused.values
      : null;
  return (
    <details className="mt-2" open={values !== null}>
      <summary>
        Correct<span className="sr-only"> entry {entry.number}</span>
      </summary>
      <form
        method="post"
        action={`${address}?before=${entry.number + 1}#entry-${entry.number}`}
        className="form mt-3 max-w-narrow"
      >
        <input type="hidden" name="entry" value={entry.number} />
        <TextArea
          id={`correct-${entry.number}`}
          name="text"
          label="What should it say?"
          hint="We add this next to it with your name and the time. Both stay."
          rows={3}
          required
          maxLength={4000}
          defaultValue={values?.text ?? ""}
          error={values ? refused?.errors["text"] : undefined}
        />
        <SubmitButton name="do" value="correct" size="small" busy="Adding...">
          Add correction
        </SubmitButton>
      </form>
    </details>
  );
}
