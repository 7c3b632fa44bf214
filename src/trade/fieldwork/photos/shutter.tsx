import { useSyncState } from "#ground/sync/public.tsx";
import { Icon } from "#ui/icons.tsx";
import { OtherDays } from "./other-days.tsx";
import { usePlace } from "../place/use-place.ts";
import { UnsavedPhotos } from "./unsaved-photos.tsx";
import type { Roll } from "./use-roll.ts";

/**
 * Saves each photo on the device right away; lists those that couldn't be saved.
 * @param here the name of the place they are chosen for, for photos of another day
 * @param isBeside whether this is part of a form, on a screen with its own camera button
 * @param isPhotosOnly whether videos have no place here
 */
export function Shutter({
  roll,
  here = "Today",
  isBeside = false,
  isPhotosOnly = false,
}: {
  roll: Roll;
  here?: string;
  isBeside?: boolean;
  isPhotosOnly?: boolean;
}) {
  const place = usePlace();
  const space = useSyncState()?.space;
  const add = (files: FileList | null, isCamera: boolean) => {
    if (!files?.length) return;
    void roll.add([...files], isCamera);
    place.ask(roll.setPlace);
  };
  return (
    <>
      <div className="shutter">
        <PhotoButton words={isBeside ? "Add photo" : "Photo"} films="image/*" isFirst={!isBeside} add={add} />
        {isBeside ? null : <PhotoButton words="Video" films="video/*" add={add} />}
        <PhotoButton words="Gallery" accepts={isPhotosOnly ? "image/*" : "image/*,video/*"} add={add} />
      </div>
      <OtherDays roll={roll} here={here} />
      {space === "full" || space === "nearly full" ? (
        <p className="field-error" role="status">
          <Icon name="warning" />
          <span>
            {space === "full"
              ? "This device is full, so the next photo may not fit. Free up some space. What you saved is safe."
              : "This device is nearly full. Free up some space before you take more photos. What you saved is safe."}
          </span>
        </p>
      ) : null}
      {isBeside ? null : (
        <div className="choice">
          <input type="checkbox" id="photo-place" checked={place.state === "on"} onChange={place.toggle} />
          <label htmlFor="photo-place">Save location with photos and notes</label>
          {place.state === "denied" ? (
            <p className="field-hint" role="status">
              This browser can’t use your location. Allow it in the browser’s settings.
            </p>
          ) : null}
        </div>
      )}
      <UnsavedPhotos roll={roll} />
      <p role="status" className="field-hint">
        {roll.saving > 0
          ? `Saving ${roll.saving === 1 ? "a photo" : `${roll.saving} photos`}…`
          : [roll.note, describeSaved(roll.count)].filter(Boolean).join(" ")}
      </p>
    </>
  );
}

const describeSaved = (count: number): string =>
  count === 0 ? "" : count === 1 ? "Saved on this device." : `${count} saved on this device.`;

/**
 * @param films Chrome on Android opens the camera only for a single type; for two it shows a list of apps
 */
function PhotoButton({
  words,
  films,
  accepts = "image/*,video/*",
  isFirst = false,
  add,
}: {
  words: string;
  films?: "image/*" | "video/*";
  accepts?: string;
  isFirst?: boolean;
  add: (files: FileList | null, isCamera: boolean) => void;
}) {
  return (
    <label
      className="button chooser"
      data-kind={isFirst ? "signal" : "plain"}
      data-size={isFirst ? "large" : undefined}
    >
      <Icon name={films ? "camera" : "plus"} />
      {words}
      <input
        type="file"
        className="sr-only"
        accept={films ?? accepts}
        {...(films ? { capture: "environment" as const } : { multiple: true })}
        onChange={({ target }) => {
          add(target.files, films !== undefined);
          // So that choosing the same photo again fires a change event.
          target.value = "";
        }}
      />
    </label>
  );
}
