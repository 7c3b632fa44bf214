import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useSyncState } from "#ground/sync/public.tsx";
import {
  canRecord,
  likenessOf,
  type LiveCamera,
  MOST_VIDEO_MS,
  openCamera,
  PhoneCamera,
  Torch,
  UnsavedPhotos,
  useHeading,
  useScreen,
  Zoom,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { CaptionForm } from "./caption.tsx";
import { useGhostGuide, useListGuide } from "./guide.tsx";
import { LastShot } from "./last-shot.tsx";
import {
  setTags,
  TAG_LABELS,
  TAG_NAMES,
  type TagName,
  tagText,
  useStickyTags,
  WordChoice,
} from "./sticky-tags.tsx";
import { useCapture } from "./use-capture.ts";
import { formatSeconds, useVideo } from "./use-video.ts";

/** So many photos may wait in memory to be saved. */
const MOST_UNSAVED = 3;

/** The camera of a job. It stays open until it is closed. */
export default function CameraScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Camera">
      <Camera />
    </ToolPage>
  );
}

function useLiveCamera() {
  const [camera, setCamera] = useState<LiveCamera | null>();
  useEffect(() => {
    let isOver = false;
    let opened: LiveCamera | null = null;
    void openCamera().then((found) => {
      opened = found;
      if (isOver) found?.close();
      else setCamera(found);
    });
    return () => {
      isOver = true;
      opened?.close();
    };
  }, []);
  return camera;
}

function Camera() {
  const { job } = useScreen();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const dialog = useRef<HTMLDialogElement>(null);
  const view = useRef<HTMLVideoElement>(null);
  const camera = useLiveCamera();
  const [tags, changeTags] = useStickyTags(job);
  const [open, setOpen] = useState<TagName | "caption" | "spoken caption" | null>(null);
  const [isShooting, setShooting] = useState(false);
  const isShootingNow = useRef(false);
  const [failed, setFailed] = useState("");
  const list = useListGuide(params.get("list"), Number(params.get("shot") ?? 0));
  const ghost = useGhostGuide(params.get("over"));
  const { roll, count, add, last, place } = useCapture(ghost.saved);
  const space = useSyncState()?.space;
  const heading = useHeading(place.state === "on");
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (view.current && camera) view.current.srcObject = camera.stream;
  }, [camera]);

  const back = params.get("back") === "shots" ? "/shots" : "";
  const close = async () => {
    await video.stop();
    await navigate(`/account/job/${job}/photos${back}`, { replace: true });
  };
  const save = (files: readonly File[], likeness: string | null = null) => {
    list.taken();
    const degrees = heading.current();
    void add(files, true, {
      ...{ ...setTags(tags), ...list.sets, ...ghost.sets },
      ...(likeness === null ? {} : { likeness }),
      ...(degrees === null ? {} : { heading: degrees }),
    });
  };
  const video = useVideo((file) => save([file]));
  const isRecording = video.seconds !== null;
  const isBusy = isShooting || isRecording || roll.saving >= MOST_UNSAVED;
  const shoot = async () => {
    // A second tap may come before the button shows that the first one is at work.
    if (isBusy || isShootingNow.current || !camera || !view.current?.videoWidth) return;
    isShootingNow.current = true;
    setShooting(true);
    setFailed("");
    try {
      // From the live picture: decoding the photo would hold up saving it.
      const likeness = likenessOf(view.current);
      save([await camera.shoot(view.current)], likeness);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : "The camera gave no picture. Try again.");
    } finally {
      isShootingNow.current = false;
      setShooting(false);
    }
  };
  const isCaption = open === "caption" || open === "spoken caption";
  return (
    <dialog ref={dialog} className="camera" aria-label="Camera" onClose={() => void close()}>
      <div className="camera-head">
        <Button type="button" kind="plain" size="small" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          Close
        </Button>
        <p role={isRecording ? undefined : "status"} data-figures="">
          {isRecording
            ? `Recording ${formatSeconds(video.seconds ?? 0)} of ${LONGEST_VIDEO}. It’s saved when you stop.`
            : describeSaved(count, roll.saving)}
        </p>
        {camera?.hasTorch ? <Torch camera={camera} /> : null}
      </div>
      <div className="camera-view">
        {camera ? (
          <video ref={view} autoPlay playsInline muted />
        ) : camera === null ? (
          <PhoneCamera add={save} />
        ) : null}
        {ghost.over}
        {list.over}
      </div>
      {failed || video.failed ? (
        <p className="field-error" role="alert">
          <Icon name="warning" />
          <span>{failed || video.failed}</span>
        </p>
      ) : null}
      {space === "full" || space === "nearly full" ? (
        <p className="field-error" role="status">
          <Icon name="warning" />
          <span>
            This device is {space}, so the next photo may not fit. Free up some space. What you saved is safe.
          </span>
        </p>
      ) : null}
      <UnsavedPhotos roll={roll} />
      {isCaption && last ? (
        <CaptionForm
          key={`${open} ${last.sha256}`}
          sha256={last.sha256}
          isSpoken={open === "spoken caption"}
          done={() => setOpen(null)}
        />
      ) : open && open !== "caption" && open !== "spoken caption" ? (
        <WordChoice
          key={open}
          name={open}
          value={tags[open]}
          choose={(value) => {
            changeTags({ ...tags, [open]: value });
            setOpen(null);
          }}
        />
      ) : null}
      <div className="camera-tags" role="group" aria-label="Tags of the next photos">
        {TAG_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            className="choice-chip"
            aria-expanded={open === name}
            aria-pressed={tags[name] !== null}
            onClick={() => setOpen(open === name ? null : name)}
          >
            <span className="sr-only">{TAG_LABELS[name]}: </span>
            {tags[name] === null ? TAG_LABELS[name] : tagText(name, tags[name])}
          </button>
        ))}
      </div>
      {camera?.zoom ? <Zoom camera={camera} zoom={camera.zoom} /> : null}
      <div className="camera-foot">
        {last ? (
          <LastShot
            last={last}
            isOpen={isCaption}
            open={(isSpoken) => setOpen(isSpoken ? "spoken caption" : isCaption ? null : "caption")}
          />
        ) : (
          <span />
        )}
        {camera ? (
          isRecording ? (
            <button type="button" className="camera-shutter" data-stop="" onClick={() => void video.stop()}>
              <span className="sr-only">Stop recording</span>
            </button>
          ) : (
            <button
              type="button"
              className="camera-shutter"
              aria-disabled={isBusy || undefined}
              onClick={() => void shoot()}
            >
              <span className="sr-only">Take photo</span>
            </button>
          )
        ) : null}
        <div className="camera-more">
          {camera && canRecord() && !isRecording ? (
            <Button type="button" kind="plain" size="small" onClick={() => void video.start(camera.stream)}>
              Video <span className="camera-longest">up to {LONGEST_VIDEO}</span>
            </Button>
          ) : null}
          <div className="choice camera-place">
            <input
              type="checkbox"
              id="camera-place"
              checked={place.state === "on"}
              onChange={() => {
                if (place.state !== "on") heading.allow();
                place.toggle();
              }}
            />
            <label htmlFor="camera-place">Location</label>
          </div>
        </div>
      </div>
      {place.state === "denied" ? (
        <p className="field-hint" role="status">
          This browser can’t use your location. Allow it in the browser’s settings.
        </p>
      ) : null}
    </dialog>
  );
}

const LONGEST_VIDEO = formatSeconds(MOST_VIDEO_MS / 1000);

const describeSaved = (count: number, saving: number): string =>
  saving > 0 ? `${count} saved, saving ${saving}…` : count === 0 ? "" : `${count} saved on this device`;
