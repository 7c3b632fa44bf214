import { open } from "node:fs/promises";
import { AppError } from "../errors/app-error.ts";
import { isLikely, videoMoment } from "./camera/camera-time.ts";

const MAX_BOXES = 10_000;
/** The index of a short video is a few hundred kilobytes. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;

const damaged = () => new AppError("invalid", "This video is damaged because it’s cut off.");

/**
 * Checks that an MP4 or MOV video is complete, box by box, and reads its duration. Decodes nothing.
 * @param file absolute path
 * @param now start times in the future are ignored
 * @returns duration (ms) and start time; each null if missing
 * @throws AppError invalid for a truncated one
 */
export async function readVideo(
  file: string,
  now: Temporal.Instant,
): Promise<{ readonly durationMs: number | null; readonly takenAt: Temporal.Instant | null }> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    let index: Buffer | undefined;
    let hasContent = false;
    let at = 0;
    for (let box = 0; at < size; box++) {
      if (box > MAX_BOXES || size - at < 8) throw damaged();
      const head = Buffer.alloc(16);
      await handle.read(head, 0, 16, at);
      const declared = head.readUInt32BE(0);
      const length = declared === 1 ? Number(head.readBigUInt64BE(8)) : declared === 0 ? size - at : declared;
      const name = head.subarray(4, 8).toString("latin1");
      if (length < 8 || at + length > size) throw damaged();
      if (name === "mdat" || name === "moof") hasContent = true;
      if (name === "moov" && length <= MAX_INDEX_BYTES) {
        index = Buffer.alloc(length);
        await handle.read(index, 0, length, at);
      }
      at += length;
    }
    if (!index || !hasContent) throw damaged();
    const startedAt = videoMoment(index);
    const takenAt =
      startedAt !== null && isLikely(startedAt, now.epochMilliseconds)
        ? Temporal.Instant.fromEpochMilliseconds(startedAt)
        : null;
    return { durationMs: durationIn(index), takenAt };
  } finally {
    await handle.close();
  }
}

function durationIn(index: Buffer): number | null {
  const at = index.indexOf("mvhd", 0, "latin1");
  if (at < 0 || at + 40 > index.length) return null;
  const isLong = index[at + 4] === 1;
  const scale = index.readUInt32BE(at + (isLong ? 24 : 16));
  const units = isLong ? Number(index.readBigUInt64BE(at + 28)) : index.readUInt32BE(at + 20);
  const durationMs = Math.round((units / scale) * 1000);
  return Number.isSafeInteger(durationMs) && durationMs < 2 ** 31 ? durationMs : null;
}
