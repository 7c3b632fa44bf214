import { type KindLabels, LabelsContext, useObjectUrl } from "#trade/fieldwork/public.tsx";
import { type ReactNode, useContext, useState } from "react";
import { Link } from "react-router";
import { jobOf } from "#trade/jobs/public.tsx";
import {
  discard,
  type RefusedChange,
  type RefusedPhoto,
  useOpenStore,
  useRecord,
  useRefused,
  useStore,
  useSyncState,
} from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { entryLink, describeEntry, plainChange, describeRefused, saidIn } from "./describe-refused.ts";

/** Changes from this device that the server refused: which, why, and what to do. */
export default function Rejected() {
  const refused = useRefused();
  const state = useSyncState();
  const { syncNow } = useOpenStore();
  const [done, setDone] = useState("");
  if (!refused || !state) return null;
  const { changes, photos } = refused;
  const count = changes.length + photos.length;
  return (
    <Page narrow>
      <title>Rejected</title>
      <PageHeader title={count === 0 ? "Nothing was rejected" : describeRefused(count)}>
        {count === 0
          ? state.isSafe
            ? "The server has everything from this device. It’s safe to log out."
            : "Anything not sent yet is on this device and goes out on its own."
          : count === 1
            ? "The server rejected this. Nothing is lost: it stays on this device until you remove it."
            : "The server rejected these. Nothing is lost: each stays on this device until you remove it."}
      </PageHeader>
      <StatusLine kind="done">{done}</StatusLine>
      {state.noRoom ? (
        <Section title="Waiting for server space" id="room">
          <p className="max-w-measure">{state.noRoom}</p>
          <p className="mt-4">
            <Button type="button" kind="plain" onClick={syncNow}>
              Try again
            </Button>
          </p>
        </Section>
      ) : null}
      {photos.length > 0 ? (
        <Section title="Photos and videos" id="photos">
          <ul className="refused-list">
            {photos.map((one) => (
              <Photo key={one.original.sha256} one={one} tell={setDone} />
            ))}
          </ul>
        </Section>
      ) : null}
      {changes.length > 0 ? (
        <Section title="Changes" id="changes">
          <ul className="refused-list">
            {changes.map((one) => (
              <Change key={one.command.id} one={one} tell={setDone} />
            ))}
          </ul>
        </Section>
      ) : null}
    </Page>
  );
}

type Tell = (words: string) => void;

function Photo({ one: { original, why, preview }, tell }: { one: RefusedPhoto; tell: Tell }) {
  const store = useStore();
  const { sha256, type, kind, record, job } = original;
  const bytes = useLive(() => store.original(sha256), [store, sha256]);
  const file = useObjectUrl(bytes);
  const small = useObjectUrl(preview);
  const [isUnseen, setUnseen] = useState(false);
  const isVideo = type.startsWith("video/");
  const name = original.name ?? (isVideo ? "Video" : "Photo");
  const picture = small ?? (isVideo ? undefined : file);
  const field = `photos.${sha256}`;
  const remove = async () => {
    const entry = await store.record(kind, record);
    // Remove the photo from its entry too: only this device has it, so no one else could ever see it.
    if (entry && (entry.values[field] ?? null) !== null)
      await store.write({ kind, record, job, sets: { [field]: null } });
    await discard(store, sha256);
    tell(`${name} removed.`);
  };
  return (
    <li>
      <span className="photo">
        {picture && !isUnseen ? (
          <img src={picture} alt="" onError={() => setUnseen(true)} />
        ) : (
          <Blank icon={isVideo ? "camera" : "document"} />
        )}
      </span>
      <div>
        <p>
          <b>{name}</b>
        </p>
        <Where kind={kind} record={record} job={job} />
        <p>{why}</p>
      </div>
      <Deeds id={sha256} name={name} remove={remove}>
        {file ? (
          <a
            className="button"
            data-kind="plain"
            data-size="small"
            href={file}
            download={original.name ?? fileName(sha256, type)}
          >
            Save as a file
          </a>
        ) : null}
      </Deeds>
    </li>
  );
}

const fileName = (sha256: string, type: string): string =>
  `${sha256.slice(0, 12)}.${type.split("/")[1]?.replace("jpeg", "jpg").replace("quicktime", "mov") ?? "bin"}`;

function Change({ one: { command, why }, tell }: { one: RefusedChange; tell: Tell }) {
  const store = useStore();
  const labels = useLabelsOf(command.kind);
  const [text] = useState(() => new Blob([plainChange(command, labels)], { type: "text/plain" }));
  const file = useObjectUrl(text);
  const name = describeEntry(labels);
  const remove = async () => {
    await discard(store, command.id);
    tell("Change removed.");
  };
  return (
    <li>
      <span className="photo">
        <Blank icon="document" />
      </span>
      <div>
        <p>
          <b>{saidIn(command.sets) ?? name}</b>
        </p>
        <Where kind={command.kind} record={command.record} job={command.job} />
        <p>{why}</p>
      </div>
      <Deeds id={command.id} name={name} remove={remove}>
        {file ? (
          <a
            className="button"
            data-kind="plain"
            data-size="small"
            href={file}
            download={`change-${command.id.slice(0, 8)}.txt`}
          >
            Save as a file
          </a>
        ) : null}
      </Deeds>
    </li>
  );
}

const useLabelsOf = (kind: string): KindLabels | undefined =>
  useContext(LabelsContext).kinds.find((one) => one.kind === kind);

const Blank = ({ icon }: { icon: "camera" | "document" }) => (
  <span className="photo-none">
    <Icon name={icon} />
  </span>
);

function Where({ kind, record, job }: { kind: string; record: string; job: string | null }) {
  const found = useRecord("jobs.job", job ?? "");
  const entry = useRecord(kind, record);
  const labels = useLabelsOf(kind);
  const partOf = useKindOfWhole(labels, entry?.values);
  const words = describeEntry(labels);
  const said = entry ? saidIn(entry.values) : null;
  if (!job) return <p className="field-hint">{words}</p>;
  return (
    <p className="field-hint">
      <Link className="text-link" to={entryLink(labels, job, entry?.values ?? {}, partOf)}>
        {words}
        {said && kind !== "jobs.job" ? ` “${said}”` : ""}
        {found ? `, ${jobOf(job, found.values).name}` : ""}
      </Link>
    </p>
  );
}

/** The kind of the record that another is part of, such as the plan of a signature, if it is here. */
function useKindOfWhole(
  labels: KindLabels | undefined,
  values: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const store = useStore();
  const id = labels?.partOf && values?.[labels.partOf.field];
  return useLive(async () => {
    if (typeof id !== "string") return undefined;
    for (const kind of labels?.partOf?.kinds ?? []) if (await store.record(kind, id)) return kind;
    return undefined;
  }, [store, labels, id]);
}

/** The actions; removing is permanent, so it asks for confirmation. */
function Deeds({
  id,
  name,
  remove,
  children,
}: {
  id: string;
  name: string;
  remove: () => Promise<void>;
  children: ReactNode;
}) {
  const store = useStore();
  const [isAsking, setAsking] = useState(false);
  const [wrong, setWrong] = useState("");
  const doRemove = () =>
    void remove().catch((error: unknown) =>
      setWrong(error instanceof Error ? error.message : "Not removed. Please try again."),
    );
  return (
    <div className="refused-deeds">
      {children}
      <Button type="button" kind="plain" size="small" onClick={() => void store.tryAgain(id)}>
        Try again<span className="sr-only"> {name}</span>
      </Button>
      {isAsking ? (
        <>
          <Button type="button" kind="stop" size="small" onClick={doRemove}>
            Remove for good<span className="sr-only"> {name}</span>
          </Button>
          <Button type="button" kind="quiet" size="small" onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </>
      ) : (
        <Button type="button" kind="quiet" size="small" onClick={() => setAsking(true)}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      )}
      <StatusLine kind="error">{wrong}</StatusLine>
    </div>
  );
}
