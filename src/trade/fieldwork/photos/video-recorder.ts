// Records video from the live camera. Until it is stopped, it is only in the browser's memory.

/** Longest video. At our rate it has some 190 MB, well under what the server takes. */
export const MOST_VIDEO_MS = 5 * 60_000;
const BITS_PER_SECOND = 5_000_000;
/** What phones play is asked for first. */
const TYPES = [
  "video/mp4;codecs=avc1.42E01E,mp4a.40.2",
  "video/mp4",
  "video/webm;codecs=vp8,opus",
  "video/webm",
];
/** Pixels, as large as people watch it. The camera goes back to photos afterwards. */
const VIDEO_SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } };

export interface Recording {
  /** The whole video, once it was stopped: by a person, at the longest length, or by the phone. */
  readonly file: Promise<File>;
  stop(): void;
}

export const canRecord = (): boolean => "MediaRecorder" in globalThis;

/**
 * Starts a video with sound; without, if this browser has no microphone or its person doesn't allow it.
 * @param stream of the live camera
 * @throws {Error} if the browser can't record, with a message for its person
 */
export async function startRecording(stream: MediaStream): Promise<Recording> {
  const sound = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
  const [picture] = stream.getVideoTracks();
  const silence = () => sound?.getTracks().forEach((track) => track.stop());
  const before = picture?.getConstraints();
  const restore = () => void picture?.applyConstraints(before).catch(() => undefined);
  await picture?.applyConstraints(VIDEO_SIZE).catch(() => undefined);
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  try {
    const recorder = new MediaRecorder(
      new MediaStream([...stream.getVideoTracks(), ...(sound?.getAudioTracks() ?? [])]),
      { ...(mimeType ? { mimeType } : {}), videoBitsPerSecond: BITS_PER_SECOND },
    );
    const parts: Blob[] = [];
    const file = new Promise<File>((resolve) => {
      recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
      recorder.addEventListener(
        "stop",
        () => {
          silence();
          restore();
          const type = recorder.mimeType.split(";")[0]!;
          resolve(
            new File(parts, `video-${Date.now()}.${type === "video/mp4" ? "mp4" : "webm"}`, {
              type,
              lastModified: Date.now(),
            }),
          );
        },
        { once: true },
      );
    });
    const stop = () => {
      if (recorder.state !== "inactive") recorder.stop();
    };
    // A piece a second, which browsers move out of memory.
    recorder.start(1000);
    const latest = setTimeout(stop, MOST_VIDEO_MS);
    void file.then(() => clearTimeout(latest));
    return { file, stop };
  } catch (error) {
    silence();
    restore();
    throw new Error("This browser can’t record video here. Use your phone’s camera app, then import it.", {
      cause: error,
    });
  }
}
