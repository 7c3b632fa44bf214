import { objectOf, parsePdf, refuse } from "./own-pdf.ts";

// Inserts photos into a finished PDF. The compiler decodes every picture and holds its pixels until the file
// is written: two hundred photos take half a gigabyte, though a PDF can contain a JPEG unchanged. So the
// compiler gets a placeholder of the same shape for each, and the photos replace the placeholders in the
// finished file.

/** The comment that identifies a placeholder in the file. */
const MARK = "plumbline-photo:";
/**
 * Longest side of a placeholder, in pixels: enough for its shape to be right within a hundredth of a percent
 * of a page's width.
 */
const MAX_SIDE = 128;

const segment = (marker: number, body: Uint8Array | number[]): Buffer => {
  const bytes = Buffer.from(body);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};

/** The header data of a JPEG. */
export interface JpegShape {
  readonly width: number;
  readonly height: number;
  /** 3 for color. */
  readonly components: number;
}

/** Reads the header of a JPEG; undefined for anything else. */
export function jpegShape(bytes: Uint8Array): JpegShape | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = view.getUint16(at);
    if (marker < 0xffc0) return undefined;
    // A frame of any kind (ITU T.81, table B.1); three markers in this range mean other things.
    if (marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc)
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), components: bytes[at + 9]! };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** The integers up to `MAX_SIDE` whose ratio is nearest to that of a picture's sides. */
function sidesWithRatio({ width, height }: JpegShape): [number, number] {
  const ratio = width / height;
  const wide = Array.from({ length: MAX_SIDE / 2 }, (_, at) => MAX_SIDE / 2 + at + 1);
  const pairs = wide.map((long): [number, number] =>
    ratio >= 1
      ? [long, Math.max(1, Math.round(long / ratio))]
      : [Math.max(1, Math.round(long * ratio)), long],
  );
  return pairs.reduce((best, pair) =>
    Math.abs(pair[0] / pair[1] - ratio) < Math.abs(best[0] / best[1] - ratio) ? pair : best,
  );
}

/**
 * A gray JPEG of a photo's shape, a few hundred bytes long: each block says with two bits that it equals the
 * previous one and ends (ITU T.81, baseline).
 * @param name of the photo that it stands in for
 */
export function placeholderFor(name: string, shape: JpegShape): Buffer {
  const [width, height] = sidesWithRatio(shape);
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height);
  size.writeUInt16BE(width, 2);
  const bits = blocks * 3 * 2;
  const scan = Buffer.alloc(Math.ceil(bits / 8));
  if (bits % 8) scan[scan.length - 1] = 0xff >> (bits % 8);
  // One code of one bit, which means 0.
  const code = (table: number) => [table, 1, ...Array.from({ length: 15 }, () => 0), 0];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xfe, Buffer.from(MARK + name, "latin1")),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc0, [8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    segment(0xc4, code(0x00)),
    segment(0xc4, code(0x10)),
    segment(0xda, [3, 1, 0x00, 2, 0x00, 3, 0x00, 0, 63, 0]),
    scan,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** The photo's name in a placeholder object; undefined for any other object. */
function nameIn(object: Buffer): string | undefined {
  const head = object.subarray(0, 512).toString("latin1");
  if (!/\/Subtype \/Image\b/.test(head) || !/\/Filter \/DCTDecode\b/.test(head)) return undefined;
  const from = streamOf(head);
  // The comment follows the two bytes that begin every JPEG.
  if (object.readUInt16BE(from + 2) !== 0xfffe) return undefined;
  const comment = object.subarray(from + 6, from + 4 + object.readUInt16BE(from + 4)).toString("latin1");
  return comment.startsWith(MARK) ? comment.slice(MARK.length) : undefined;
}

function streamOf(head: string): number {
  const found = /\bstream\r?\n/.exec(head) ?? refuse("a picture has no stream");
  return found.index + found[0].length;
}

function placed(object: Buffer, jpeg: Uint8Array, { width, height }: JpegShape): Buffer[] {
  const head = object.subarray(0, 512).toString("latin1");
  const from = streamOf(head);
  const put = (text: string, name: string, value: number) => {
    if (!new RegExp(`/${name} \\d+`).test(text)) refuse(`a picture does not say its ${name}`);
    return text.replace(new RegExp(`/${name} \\d+`), `/${name} ${value}`);
  };
  const dictionary = [
    ["Length", jpeg.byteLength],
    ["Width", width],
    ["Height", height],
  ].reduce((text, [name, value]) => put(text, String(name), Number(value)), head.slice(0, from));
  return [
    Buffer.from(dictionary, "latin1"),
    Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength),
    Buffer.from("\nendstream\n"),
  ];
}

/**
 * Replaces the placeholders by photos. The result is as if the renderer had written it: one table, no remains
 * of placeholders.
 * @param photoOf the color JPEG by the placeholder's name
 * @throws NotOurPdf for a file that is not from our renderer
 */
export function placePhotos(pdf: Buffer, photoOf: (name: string) => Uint8Array): Buffer {
  const parsed = parsePdf(pdf);
  const inOrder = [...parsed.offsets].toSorted(([, a], [, b]) => a - b);
  const pieces: Buffer[] = [pdf.subarray(0, inOrder[0]?.[1] ?? 0)];
  let at = pieces[0]!.length;
  const offsets = new Map<number, number>();
  for (const [index, [number, from]] of inOrder.entries()) {
    offsets.set(number, at);
    const body = objectOf(parsed, number);
    const name = nameIn(body);
    const photo = name === undefined ? undefined : photoOf(name);
    const shape = photo && jpegShape(photo);
    if (photo && shape?.components !== 3) refuse("a photo is no JPEG in color");
    const parts =
      photo && shape
        ? [Buffer.from(`${number} 0 obj\n`), ...placed(body, photo, shape), Buffer.from("endobj\n\n")]
        : [pdf.subarray(from, inOrder[index + 1]?.[1] ?? parsed.start)];
    for (const part of parts) {
      pieces.push(part);
      at += part.length;
    }
  }
  // Entries of free objects stay unchanged.
  const table = pdf.subarray(parsed.start).toString("latin1");
  const head = /^xref\s+0 \d+\s*\n/.exec(table)![0];
  const lines = Array.from({ length: parsed.size }, (_, number) => {
    const line = table.slice(head.length + number * 20, head.length + number * 20 + 20);
    const offset = offsets.get(number);
    return offset === undefined ? line : String(offset).padStart(10, "0") + line.slice(10);
  });
  pieces.push(
    Buffer.from(`${head}${lines.join("")}trailer\n${parsed.trailer}\nstartxref\n${at}\n%%EOF\n`, "latin1"),
  );
  return Buffer.concat(pieces);
}
