import { Link } from "react-router";
import { useStore } from "#ground/sync/public.tsx";
import { useImport, useScreen } from "#trade/fieldwork/public.tsx";
import { jobOf, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { formatBytes } from "#platform/measures/bytes.ts";
import { photoId } from "../rules/ids.ts";
import { PHOTO } from "../rules/photo.ts";

/** Brings many photos of a phone's library, a folder or a ZIP into a job. */
export default function ImportScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Import photos">
      <Import />
    </ToolPage>
  );
}

function Import() {
  const store = useStore();
  const { job } = useScreen();
  const { sum, state, space, run, stop } = useImport({
    async jobNames() {
      const jobs = await store.recordsOf("jobs.job", null);
      return new Map(jobs.map(({ id, values }) => [id, jobOf(id, values).name]));
    },
    changeOf: (sha256, field, likeness) => ({
      kind: PHOTO,
      record: photoId(job, sha256),
      job,
      sets: { ...field, sha256, ...(likeness === null ? {} : { likeness }) },
    }),
  });
  const isRunning = state === "running";
  return (
    <div className="grid max-w-measure gap-6">
      <p>
        Choose photos and videos, or a ZIP of them. Each is saved on this device before the next one is read.
        Dates come from the camera. Photos that are already on this job aren’t added again.
      </p>
      <div className="field">
        <label htmlFor="import-files">Photos, videos, or a ZIP</label>
        <input
          id="import-files"
          className="input"
          type="file"
          multiple
          accept="image/*,video/*,.zip,application/zip"
          disabled={isRunning}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])];
            if (files.length > 0) void run(files);
          }}
        />
      </div>
      <StatusLine kind="error">
        {state === "no room"
          ? `Nothing was imported. These files need ${formatBytes(space.needed)}, and this device has ${formatBytes(space.left)} left. Choose fewer files, or free up some space.`
          : state === "full"
            ? "This device is full, so the import stopped. What was added is here, whole. Free up some space, then choose the same files again: nothing is added twice."
            : null}
      </StatusLine>
      <p role="status">
        {state === "none" || state === "no room"
          ? ""
          : `${STATES[state]} ${sum.added} added, ${sum.here.length} already here, ${sum.refused.length} refused.`}
      </p>
      {isRunning ? (
        <p>
          <Button type="button" kind="plain" onClick={stop}>
            Stop
          </Button>
        </p>
      ) : null}
      {sum.added + sum.here.length > 0 && !isRunning ? (
        <p>
          <Link className="button" data-kind="signal" to={`/account/job/${job}/photos`}>
            <Icon name="camera" />
            Show the photos
          </Link>
        </p>
      ) : null}
      <Lines title="Refused" lines={sum.refused} isOpen />
      <Lines title="Already here" lines={sum.here} />
      <Lines title="Added, and also on another job" lines={sum.elsewhere} />
    </div>
  );
}

const STATES = { running: "Importing…", done: "Done.", stopped: "Stopped.", full: "Stopped." } as const;

function Lines({
  title,
  lines,
  isOpen = false,
}: {
  title: string;
  lines: readonly string[];
  isOpen?: boolean;
}) {
  if (lines.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        {title}: {lines.length}
      </summary>
      <ul className="mt-2 grid gap-1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
