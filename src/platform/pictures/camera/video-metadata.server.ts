/** Reads the bytes of a file from `first` to `last`, inclusive. */
export type ReadPart = (first: number, last: number) => Promise<Buffer>;

/** Bytes that replace as many others in a file. */
export interface Patch {
  readonly at: number;
  readonly bytes: Buffer;
}

/** The same limit as `readVideo`. */
const MAX_BOXES = 10_000;
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
/** Boxes that contain other boxes, down to where cameras write. */
const CONTAINERS = new Set(["moov", "trak"]);
/** Camera metadata: place, make, model, time. A player needs none of it. */
const METADATA_BOXES = new Set(["udta", "meta"]);
/** XMP, as programs append it. */
const XMP = Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex");

interface Box {
  readonly name: string;
  readonly at: number;
  readonly head: number;
  readonly length: number;
}

/**
 * Parses the box at an offset; null if there is none.
 * @param end where its container ends
 */
function boxAt(bytes: Buffer, at: number, end: number, from = 0): Box | null {
  if (at + 8 > bytes.length) return null;
  const declared = bytes.readUInt32BE(at);
  if (declared === 1 && at + 16 > bytes.length) return null;
  const length =
    declared === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : declared === 0 ? end - (from + at) : declared;
  const head = declared === 1 ? 16 : 8;
  if (length < head || from + at + length > end) return null;
  return { name: bytes.subarray(at + 4, at + 8).toString("latin1"), at: from + at, head, length };
}

/**
 * Finds an MP4 or MOV video's metadata on where, when and with what it was filmed, as patches that blank it:
 * everything else stays in its place and plays. A track of camera data is blanked too, but its samples stay.
 * @param size of the file, in bytes
 */
export async function metadataToBlank(read: ReadPart, size: number): Promise<Patch[]> {
  const patches: Patch[] = [];
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < MAX_BOXES; boxes++) {
    const box = boxAt(await read(at, Math.min(size, at + 32) - 1), 0, size, at);
    if (!box) break;
    const isXmp =
      box.name === "uuid" && box.length >= 24 && (await read(at + box.head, at + box.head + 15)).equals(XMP);
    const isIndex = box.name === "moov";
    if ((isIndex || isXmp || METADATA_BOXES.has(box.name)) && box.length <= MAX_INDEX_BYTES) {
      const bytes = await read(at, at + box.length - 1);
      if (isIndex) patchesInside(bytes, { ...box, at: 0 }, at, patches);
      else patches.push({ at, bytes: emptyBox(bytes, box.head) });
    }
    at += box.length;
  }
  return patches;
}

/**
 * The same for the content of a box.
 * @param bytes of the index
 * @param from offset of the index in the file
 */
function patchesInside(bytes: Buffer, container: Box, from: number, patches: Patch[]): void {
  const end = container.at + container.length;
  for (let at = container.at + container.head; at < end;) {
    const box = boxAt(bytes, at, end);
    if (!box) return;
    const own = () => bytes.subarray(box.at, box.at + box.length);
    if (METADATA_BOXES.has(box.name) || (box.name === "trak" && !isPictureOrSound(own())))
      patches.push({ at: from + box.at, bytes: emptyBox(own(), box.head) });
    else if (CONTAINERS.has(box.name)) patchesInside(bytes, box, from, patches);
    at += box.length;
  }
}

/** Whether a track is picture or sound, or belongs to them: others may contain positions. */
function isPictureOrSound(track: Buffer): boolean {
  const media = childOf(track, "mdia");
  const handler = media && childOf(media, "hdlr");
  const is = handler?.subarray(16, 20).toString("latin1") ?? "";
  return ["vide", "soun", "text", "sbtl", "tmcd", ""].includes(is);
}

/** The first child box of that name in a box with an ordinary header. */
function childOf(container: Buffer, name: string): Buffer | null {
  for (let at = 8; at < container.length;) {
    const box = boxAt(container, at, container.length);
    if (!box) return null;
    if (box.name === name) return container.subarray(at, at + box.length);
    at += box.length;
  }
  return null;
}

function emptyBox(box: Buffer, head: number): Buffer {
  const empty = Buffer.alloc(box.length);
  box.copy(empty, 0, 0, head);
  empty.write("free", 4, "latin1");
  return empty;
}

/**
 * Passes a file's chunks through and applies patches.
 * @param from offset of the first chunk in the file
 */
export async function* patched(
  chunks: AsyncIterable<Uint8Array>,
  from: number,
  patches: readonly Patch[],
): AsyncGenerator<Uint8Array> {
  let at = from;
  for await (const chunk of chunks) {
    const end = at + chunk.length;
    const overlapping = patches.filter((one) => one.at < end && one.at + one.bytes.length > at);
    const output = overlapping.length > 0 ? Uint8Array.from(chunk) : chunk;
    for (const one of overlapping) {
      const first = Math.max(at, one.at);
      output.set(
        one.bytes.subarray(first - one.at, Math.min(end, one.at + one.bytes.length) - one.at),
        first - at,
      );
    }
    yield output;
    at = end;
  }
}
