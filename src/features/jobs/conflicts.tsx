import { type Json, type ShownRecord, useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { PHOTO_FIELD } from "./photos.ts";
import { fieldWords, isStatus, STATUS_WORDS } from "./rules.ts";
import { useWrite } from "./use-write.tsx";
import { nameOf, type Person } from "./who.tsx";

const moments = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

/** What two people wrote without seeing each other: both sides, and one tap to settle it. Until then the later one shows. */
export function Conflicts({
  record,
  people,
  heading: Heading = "h2",
  say,
}: {
  record: ShownRecord;
  people: readonly Person[];
  heading?: "h2" | "h3" | "h4";
  /** What a field and its value are called, where a tool knows better; undefined where it does not. */
  say?: (field: string, value: Json | undefined) => { readonly field: string; readonly value: string } | undefined;
}) {
  const store = useStore();
  const { write, line } = useWrite();
  return record.conflicts.map((field) => (
    <section key={field} className="panel conflict" aria-label={`Two versions of: ${say?.(field, undefined)?.field ?? fieldWords(field)}`}>
      <Heading className="text-xl">{say?.(field, undefined)?.field ?? fieldWords(field)}: two versions</Heading>
      <p>Two people wrote this without seeing each other. Nothing is lost: keep the one that is right.</p>
      <ul>
        {record.fields[field]!.values.map(({ value, by, at, author }) => (
          <li key={by}>
            <p>
              <b>{say?.(field, value)?.value ?? valueWords(field, value)}</b>
              <span className="job-who">
                {" "}
                by {nameOf(author, people, store.who.user)}, {moments.format(at)}
              </span>
            </p>
            <Button
              type="button"
              kind="plain"
              size="small"
              onClick={() =>
                void write({ kind: record.kind, record: record.id, job: record.job, sets: { [field]: value }, saw: record.fields })
              }
            >
              Keep this one
            </Button>
          </li>
        ))}
      </ul>
      {line}
    </section>
  ));
}

/** A value as people read it. */
function valueWords(field: string, value: Json): string {
  if (field.startsWith(PHOTO_FIELD)) return value === null ? "Taken off" : "Kept";
  if (value === null || value === "") return "Left empty";
  if (isStatus(value) && field === "status") return STATUS_WORDS[value];
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field === "contractCents" && typeof value === "number") return (value / 100).toLocaleString("en-US", { minimumFractionDigits: 2 });
  if (field === "position" || field === "place") {
    const { lat, lon } = value as { lat: number; lon: number };
    return `${lat}, ${lon}`;
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
