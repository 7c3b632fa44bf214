import { useRef, useState } from "react";
import { newLocalId, type Taken, useStore } from "#features/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { posterOf } from "./poster.ts";
import { type NotePhoto, photoWords } from "./rules.ts";

/** So many photos are one entry, and are in memory at once. */
const AT_ONCE = 10;
/** A phone holds a video in memory while it is kept. About two minutes of it, in bytes. */
const LARGEST_VIDEO = 200 * 1024 * 1024;

/** The camera first, then the library. What is taken is on this device, with its entry, before anything says so. */
export function TakePhotos({ job }: { job: string }) {
  const store = useStore();
  const [words, setWords] = useState<{ kind: "done" | "error" | "info"; text: string }>();
  const photo = useRef<HTMLInputElement>(null);
  const video = useRef<HTMLInputElement>(null);
  const library = useRef<HTMLInputElement>(null);

  const keep = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // The same photo may be chosen again.
    input.value = "";
    if (files.length === 0) return;
    setWords({ kind: "info", text: files.length === 1 ? "Keeping it…" : `Keeping ${files.length}…` });
    const kept: NotePhoto["is"][] = [];
    const left = files.filter((file) => !refusalOf(file));
    try {
      for (let at = 0; at < left.length;) {
        // A video is an entry of its own: two of them may be more than a phone holds.
        const length = isVideo(left[at]!) ? 1 : left.slice(at, at + AT_ONCE).findIndex((file) => isVideo(file));
        const some = left.slice(at, at + (length < 0 ? AT_ONCE : length));
        const taken = await Promise.all(some.map(asTaken));
        const kinds = some.map((file): NotePhoto["is"] => (isVideo(file) ? "video" : "photo"));
        await store.write(
          {
            kind: "jobs.note",
            record: newLocalId(),
            job,
            sets: (hashes) => ({
              occurredAt: new Date().toISOString(),
              ...Object.fromEntries(hashes.map((hash, order) => [`photo.${hash}`, { is: kinds[order]!, order }])),
            }),
          },
          taken,
        );
        kept.push(...kinds);
        at += some.length;
      }
      setWords(keptWords(kept, files));
    } catch (error) {
      const why = error instanceof Error ? error.message : "Not saved. Keep this screen open and try again.";
      setWords({ kind: "error", text: kept.length > 0 ? `${kept.length} of ${files.length} kept. The rest: ${why}` : why });
    }
  };
  const input = (name: string, of: typeof photo, more: React.ComponentProps<"input">) => (
    <input ref={of} type="file" hidden aria-label={name} {...more} onChange={({ currentTarget }) => void keep(currentTarget)} />
  );
  return (
    <div className="take-photos">
      <Button type="button" size="large" className="field-first" onClick={() => photo.current?.click()}>
        <Icon name="camera" /> Photo
      </Button>
      <div className="flex flex-wrap gap-2">
        <Button type="button" kind="plain" onClick={() => library.current?.click()}>
          From the library
        </Button>
        <Button type="button" kind="plain" onClick={() => video.current?.click()}>
          Video
        </Button>
      </div>
      {input("Take a photo", photo, { accept: "image/*", capture: "environment" })}
      {input("Take a video", video, { accept: "video/*", capture: "environment" })}
      {input("Choose photos and videos", library, { accept: "image/*,video/*", multiple: true })}
      <StatusLine kind={words?.kind ?? "info"}>{words?.text}</StatusLine>
    </div>
  );
}

const isVideo = (file: File) => file.type.startsWith("video/");

async function asTaken(file: File): Promise<Taken> {
  if (!isVideo(file)) return file;
  const poster = await posterOf(file);
  return poster ? { video: file, poster } : file;
}

/** Why a file is not even kept here; null for what is. Some phones leave a photo's type out. */
function refusalOf(file: File): string | null {
  if (file.type && !/^(?:image|video)\//.test(file.type)) return `${file.name} is neither a photo nor a video.`;
  if (isVideo(file) && file.size > LARGEST_VIDEO)
    return `${file.name} is ${Math.round(file.size / 1024 / 1024)} MB. Keep a video under ${LARGEST_VIDEO / 1024 / 1024} MB, about two minutes.`;
  return null;
}

function keptWords(kept: readonly NotePhoto["is"][], files: readonly File[]): { kind: "done" | "error"; text: string } {
  const refused = files.flatMap((file) => refusalOf(file) ?? []);
  const done = kept.length > 0 ? `${photoWords(kept.map((is) => ({ sha256: "", is })))} kept.` : "";
  return refused.length > 0 ? { kind: "error", text: [done, ...refused].filter(Boolean).join(" ") } : { kind: "done", text: done };
}
