import { loadNewer } from "#platform/newer/load-newer.ts";

// Photos chosen in `<input type="file" data-shrink>` are made smaller before they are sent: 2,560 pixels show
// a fix, and a job has one bar of signal. A browser that can't do it, or a page without script, sends
// them as they are.

const LONGEST_SIDE = 2560;
const SMALL_BYTES = 1_500_000;

const shrinking = new WeakMap<HTMLFormElement, Promise<void>>();

async function shrunk(file: File): Promise<File> {
  if (file.size < SMALL_BYTES || !file.type.startsWith("image/")) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/jpeg", 0.85);
    });
    if (!blob || blob.size >= file.size) return file;
    const name = file.name.replace(/\.\w+$/, ".jpg");
    return new File([await withCameraTime(blob, file)], name, {
      type: blob.type,
      lastModified: file.lastModified,
    });
  } catch {
    return file;
  }
}

/** The smaller photo with when the camera took it: a canvas loses that, and it’s part of the proof. */
async function withCameraTime(smaller: Blob, file: File): Promise<Blob> {
  try {
    await loadNewer();
    const [{ readDevicePhoto }, { withTime }] = await Promise.all([
      import("#platform/pictures/device-photo.ts"),
      import("#platform/pictures/camera/time-in-jpeg.ts"),
    ]);
    const { clock } = await readDevicePhoto(file);
    return new Blob([withTime(new Uint8Array(await smaller.arrayBuffer()), clock)], { type: smaller.type });
  } catch {
    // Without a signal the reader doesn't load. The photo matters more than its time.
    return smaller;
  }
}

addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches("[data-shrink]") || !target.form) return;
  const chosen = [...(target.files ?? [])];
  const work = Promise.all(chosen.map((file) => shrunk(file))).then((files) => {
    const isSame =
      target.files?.length === chosen.length && chosen.every((one, at) => target.files?.[at] === one);
    // Something else was chosen meanwhile.
    if (!isSame || files.every((one, at) => one === chosen[at])) return;
    const list = new DataTransfer();
    for (const file of files) list.items.add(file);
    target.files = list.files;
  });
  const { form } = target;
  shrinking.set(form, work);
  const done = () => {
    if (shrinking.get(form) === work) shrinking.delete(form);
  };
  void work.then(done, done);
});

// Before other listeners: a form that is sent meanwhile waits.
addEventListener(
  "submit",
  (event) => {
    const form = event.target as HTMLFormElement;
    const work = shrinking.get(form);
    if (!work) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { submitter } = event;
    // A browser ignores a form that is sent again while the event of the first time is under way.
    const send = () => setTimeout(() => form.requestSubmit(submitter));
    void work.then(send, send);
  },
  { capture: true },
);
