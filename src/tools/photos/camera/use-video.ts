import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Recording, startRecording } from "#trade/fieldwork/public.tsx";

/**
 * Records videos from the live camera, one at a time.
 * @param save called with each video once it is stopped
 * @returns seconds so far, null while none is recorded; what failed, empty without
 */
export function useVideo(save: (video: File) => void) {
  const [seconds, setSeconds] = useState<number | null>(null);
  const [failed, setFailed] = useState("");
  const recording = useRef<Recording | null>(null);
  const isStarting = useRef(false);
  const isRecording = seconds !== null;
  const saved = useEffectEvent(save);
  const start = async (stream: MediaStream) => {
    if (recording.current || isStarting.current) return;
    isStarting.current = true;
    setFailed("");
    try {
      const one = await startRecording(stream);
      recording.current = one;
      setSeconds(0);
      void one.file.then((video) => {
        recording.current = null;
        setSeconds(null);
        saved(video);
      });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : "The video didn’t start. Try again.");
    } finally {
      isStarting.current = false;
    }
  };
  useEffect(() => {
    if (!isRecording) return;
    const began = Date.now();
    const count = setInterval(() => setSeconds(Math.floor((Date.now() - began) / 1000)), 500);
    // A phone in a pocket stops the camera, and may end the page.
    const hide = () => document.hidden && recording.current?.stop();
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearInterval(count);
      document.removeEventListener("visibilitychange", hide);
    };
  }, [isRecording]);
  /** Resolves once the video is handed over to be saved, right away without one. */
  const stop = async (): Promise<void> => {
    const one = recording.current;
    one?.stop();
    await one?.file;
  };
  return { seconds, failed, start, stop };
}

/** "1:05". */
export const formatSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
