/** Longest that a browser may take to show a frame, in milliseconds: it may not know this kind of video at all. */
const PATIENCE_MS = 5_000;
/** Longest side of a poster, in pixels. */
const SIDE = 1600;

/** A frame of a video near its beginning, as JPEG; null where this browser can't show one. */
export async function posterOf(video: Blob): Promise<Blob | null> {
  const address = URL.createObjectURL(video);
  const player = document.createElement("video");
  try {
    player.muted = true;
    player.playsInline = true;
    player.preload = "auto";
    player.src = address;
    await heard(player, "loadeddata");
    // The very first frame is often black.
    if (player.duration > 0.3) {
      player.currentTime = 0.2;
      await heard(player, "seeked");
    }
    const scale = Math.min(1, SIDE / Math.max(player.videoWidth, player.videoHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(player.videoWidth * scale);
    canvas.height = Math.round(player.videoHeight * scale);
    canvas.getContext("2d")!.drawImage(player, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
  } catch {
    return null;
  } finally {
    player.removeAttribute("src");
    player.load();
    URL.revokeObjectURL(address);
  }
}

function heard(player: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("no frame")), PATIENCE_MS);
    player.addEventListener(event, () => resolve(), { once: true });
    player.addEventListener("error", () => reject(new Error("no video")), { once: true });
  });
}
