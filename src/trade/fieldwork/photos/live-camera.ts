// The camera of the device, as a live picture. Browsers without it use the file input of `Shutter`.

/** Parts of the camera APIs that TypeScript's DOM types lack. */
interface Capabilities extends MediaTrackCapabilities {
  readonly zoom?: { readonly min: number; readonly max: number; readonly step: number };
  readonly torch?: boolean;
}
interface Advanced extends MediaTrackConstraintSet {
  zoom?: number;
  torch?: boolean;
}
type CaptureConstructor = new (track: MediaStreamTrack) => { takePhoto(): Promise<Blob> };

/** Asked for; a device gives the nearest that its camera has. */
const WANTED = { width: { ideal: 4096 }, height: { ideal: 3072 } };
/** A camera that takes longer than this is read from the live picture from then on. */
const MOST_SHUTTER_MS = 2_000;
const QUALITY = 0.92;

export interface LiveCamera {
  readonly stream: MediaStream;
  /** Null if the camera has none. */
  readonly zoom: { readonly min: number; readonly max: number; readonly step: number } | null;
  readonly hasTorch: boolean;
  setZoom(times: number): Promise<void>;
  setTorch(isOn: boolean): Promise<void>;
  /** One photo, as large as the camera gives it. @param video shows the stream */
  shoot(video: HTMLVideoElement): Promise<File>;
  close(): void;
}

/** Null where this browser has no camera, or its person doesn't allow it. */
export async function openCamera(): Promise<LiveCamera | null> {
  if (!navigator.mediaDevices?.getUserMedia) return null;
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, ...WANTED } })
    .catch(() => null);
  const track = stream?.getVideoTracks()[0];
  if (!stream || !track) return null;
  const can = (track.getCapabilities?.() ?? {}) as Capabilities;
  const apply = async (advanced: Advanced) =>
    await track.applyConstraints({ advanced: [advanced] }).catch(() => undefined);
  const { ImageCapture } = globalThis as { ImageCapture?: CaptureConstructor };
  let still = ImageCapture ? new ImageCapture(track) : null;
  return {
    stream,
    zoom: can.zoom && can.zoom.max > can.zoom.min ? can.zoom : null,
    hasTorch: can.torch === true,
    setZoom: (times) => apply({ zoom: times }),
    setTorch: (isOn) => apply({ torch: isOn }),
    async shoot(video) {
      const photo = still ? await inTime(still.takePhoto()) : null;
      // Some cameras have a still mode that fails or hangs. The live picture always works.
      if (!photo) still = null;
      const { type, blob } = photo ? { type: photo.type, blob: photo } : await frameOf(video);
      return new File([blob], nameOf(type), { type, lastModified: Date.now() });
    },
    close: () => stream.getTracks().forEach((one) => one.stop()),
  };
}

const inTime = (photo: Promise<Blob>): Promise<Blob | null> =>
  Promise.race([
    photo.catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), MOST_SHUTTER_MS)),
  ]);

async function frameOf(video: HTMLVideoElement): Promise<{ type: string; blob: Blob }> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  const type = "image/jpeg";
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  if (!blob) throw new Error("The camera gave no picture. Close it and open it again.");
  return { type, blob };
}

const nameOf = (type: string): string => `photo-${Date.now()}.${type === "image/png" ? "png" : "jpg"}`;
