import { useEffect, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import {
  type LiveCamera,
  openCamera,
  PhoneCamera,
  Thumbnail,
  Torch,
  UnsavedPhotos,
  useScreen,
  Zoom,
} from "#trade/fieldwork/public.tsx";
import { ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { CaptionForm } from "./caption.tsx";
import { useGhostGuide, useListGuide } from "./guide.tsx";
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
  const video = useRef<HTMLVideoElement>(null);
  const camera = useLiveCamera();
  const [tags, changeTags] = useStickyTags(job);
  const [open, setOpen] = useState<TagName | "caption" | null>(null);
  const [isShooting, setShooting] = useState(false);
  const [failed, setFailed] = useState("");
  const list = useListGuide(params.get("list"), Number(params.get("shot") ?? 0));
  const ghost = useGhostGuide(params.get("over"));
  const { roll, count, add, last, place } = useCapture(ghost.saved);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (video.current && camera) video.current.srcObject = camera.stream;
  }, [camera]);

  const back = params.get("back") === "shots" ? "/shots" : "";
  const close = () => void navigate(`/account/job/${job}/photos${back}`, { replace: true });
  const save = (files: readonly File[]) => {
    list.taken();
    void add(files, true, { ...setTags(tags), ...list.sets, ...ghost.sets });
  };
  const isBusy = isShooting || roll.saving >= MOST_UNSAVED;
  const shoot = async () => {
    if (isBusy || !camera || !video.current?.videoWidth) return;
    setShooting(true);
    setFailed("");
    try {
      save([await camera.shoot(video.current)]);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : "The camera gave no picture. Try again.");
    } finally {
      setShooting(false);
    }
  };
  return (
    <dialog ref={dialog} className="camera" aria-label="Camera" onClose={close}>
      <div className="camera-head">
        <Button type="button" kind="plain" size="small" onClick={() => dialog.current?.close()}>
          <Icon name="close" />
          Close
        </Button>
        <p role="status">{describeSaved(count, roll.saving)}</p>
        {camera?.hasTorch ? <Torch camera={camera} /> : null}
      </div>
      <div className="camera-view">
        {camera ? (
          <video ref={video} autoPlay playsInline muted />
        ) : camera === null ? (
          <PhoneCamera add={save} />
        ) : null}
        {ghost.over}
        {list.over}
      </div>
      {failed ? (
        <p className="field-error" role="alert">
          <Icon name="warning" />
          <span>{failed}</span>
        </p>
      ) : null}
      <UnsavedPhotos roll={roll} />
      {open === "caption" && last ? (
        <CaptionForm key={last.sha256} sha256={last.sha256} done={() => setOpen(null)} />
      ) : open && open !== "caption" ? (
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
          <button
            type="button"
            className="photo"
            onClick={() => setOpen(open === "caption" ? null : "caption")}
            aria-expanded={open === "caption"}
          >
            <span className="sr-only">Caption of the last photo</span>
            <Thumbnail shot={{ ...last, at: 0 }} />
          </button>
        ) : (
          <span />
        )}
        {camera ? (
          <button
            type="button"
            className="camera-shutter"
            aria-disabled={isBusy || undefined}
            onClick={() => void shoot()}
          >
            <span className="sr-only">Take photo</span>
          </button>
        ) : null}
        <div className="choice camera-place">
          <input type="checkbox" id="camera-place" checked={place.state === "on"} onChange={place.toggle} />
          <label htmlFor="camera-place">Location</label>
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

const describeSaved = (count: number, saving: number): string =>
  saving > 0 ? `${count} saved, saving ${saving}…` : count === 0 ? "" : `${count} saved on this device`;
