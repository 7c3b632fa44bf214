import { type SubmitEvent, useState } from "react";
import { useRecord, useStore, useSyncState } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { Icon } from "#ui/icons.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { type Shot, shotsOf } from "./photos.ts";
import { Photos } from "./photo-grid.tsx";
import { LONGEST } from "./rules.ts";
import { useObjectUrl } from "./use-object-url.ts";
import { usePlace } from "./use-place.ts";
import { type Failed, useRoll } from "./use-roll.ts";

/** Room for photos and a few words. A photo is on this device when the shutter was pressed, words when the button was. */
export function NoteBox({ job }: { job: string }) {
  const store = useStore();
  const roll = useRoll(job);
  const place = usePlace();
  const space = useSyncState()?.space;
  const note = useRecord("jobs.note", roll.record);
  const shots: Shot[] = note ? shotsOf(note.values) : [];
  const [text, setText] = useState("");
  const [words, setWords] = useState<{ kind: "done" | "error"; text: string }>();

  const take = (files: FileList | null) => {
    if (!files?.length) return;
    setWords(undefined);
    void roll.take([...files]);
    place.ask(roll.tellPlace);
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = text.trim();
    if (!typed && shots.length === 0) return setWords({ kind: "error", text: "Write a few words first." });
    try {
      if (typed)
        await store.write({
          kind: "jobs.note",
          record: roll.record,
          job,
          sets: { text: typed, ...(shots.length === 0 ? { occurredAt: new Date().toISOString() } : {}) },
        });
      setText("");
      roll.next();
      setWords({ kind: "done", text: "Note kept." });
    } catch (error) {
      setWords({ kind: "error", text: error instanceof Error ? error.message : "Not saved. Keep this screen open and try again." });
    }
  };
  return (
    <form className="form note-box" onSubmit={(event) => void save(event)}>
      <div className="shutter">
        <Chooser words="Photo" isCamera take={take} />
        <Chooser words="From the library" take={take} />
      </div>
      {space === "full" || space === "nearly full" ? (
        <p className="field-error" role="status">
          <Icon name="warning" />
          <span>
            {space === "full"
              ? "This device is full: the next photo may not fit. Free some space; what is saved stays."
              : "This device is nearly full. Free some space before you take more photos; what is saved stays."}
          </span>
        </p>
      ) : null}
      <div className="choice">
        <input type="checkbox" id="photo-place" checked={place.state === "on"} onChange={place.toggle} />
        <label htmlFor="photo-place">Keep where photos are taken</label>
        {place.state === "denied" ? (
          <p className="field-hint" role="status">
            This browser may not use your position. Allow it in the browser’s settings to keep the place.
          </p>
        ) : null}
      </div>
      {roll.failed.map((one) => (
        <NotKept key={`${one.file.name} ${one.file.lastModified} ${one.file.size}`} one={one} tryAgain={roll.tryAgain} letGo={roll.letGo} />
      ))}
      {shots.length > 0 ? <Photos shots={shots} note={note!} label="Photos just taken" /> : null}
      <p role="status" className="field-hint">
        {roll.saving > 0 ? `Saving ${roll.saving === 1 ? "a photo" : `${roll.saving} photos`}…` : savedWords(shots)}
      </p>
      <TextArea
        name="text"
        label={shots.length > 0 ? "Note on these photos" : "Note"}
        unmarked
        rows={2}
        maxLength={LONGEST.note}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit" wide kind={shots.length > 0 ? "chalk" : "plain"}>
          {shots.length > 0 && !text.trim() ? "Done with these photos" : "Save note"}
        </Button>
        <StatusLine kind={words?.kind ?? "info"}>{words?.text}</StatusLine>
      </div>
    </form>
  );
}

const savedWords = (shots: readonly Shot[]): string =>
  shots.length === 0 ? "" : `${shots.length === 1 ? "Saved on this device." : `${shots.length} saved on this device.`} Words are optional.`;

/** Opens the camera, or what is on the phone already. */
function Chooser({ words, isCamera = false, take }: { words: string; isCamera?: boolean; take: (files: FileList | null) => void }) {
  return (
    <label className="button chooser" data-kind={isCamera ? "signal" : "plain"} data-size={isCamera ? "large" : undefined}>
      <Icon name={isCamera ? "camera" : "plus"} />
      {words}
      <input
        type="file"
        className="sr-only"
        accept="image/*,video/*"
        {...(isCamera ? { capture: "environment" as const } : { multiple: true })}
        onChange={({ target }) => {
          take(target.files);
          // The same photo may be chosen again.
          target.value = "";
        }}
      />
    </label>
  );
}

/** A photo that is in memory alone: it is shown until it is kept somewhere, or let go. */
function NotKept({ one, tryAgain, letGo }: { one: Failed; tryAgain: (one: Failed) => void; letGo: (one: Failed) => void }) {
  const address = useObjectUrl(one.file);
  return (
    <div className="panel job-refused" role="alert">
      <p>{one.why}</p>
      <div className="flex flex-wrap gap-2">
        {one.mayTryAgain ? (
          <>
            <Button type="button" kind="plain" size="small" onClick={() => tryAgain(one)}>
              Try again
            </Button>
            <a className="button" data-kind="plain" data-size="small" href={address} download={one.file.name}>
              Save it as a file
            </a>
          </>
        ) : null}
        <Button type="button" kind="quiet" size="small" onClick={() => letGo(one)}>
          Leave it out
        </Button>
      </div>
    </div>
  );
}
