import { crc32, deflateSync } from "node:zlib";
import sharp, { type Exif, type Sharp } from "sharp";

// Small photos of every odd kind, made here: a picture of four colors, so that a test can tell which way up
// it is and whether its colors are right.

export type Rgb = readonly [red: number, green: number, blue: number];
/** Upright: from the upper left, clockwise. */
export const CORNERS: readonly Rgb[] = [
  [220, 40, 40],
  [40, 170, 60],
  [240, 200, 40],
  [40, 70, 200],
];

/** The picture, upright. */
function fourColors(width = 96, height = 64): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const right = x >= width / 2;
      pixels.set(CORNERS[y < height / 2 ? (right ? 1 : 0) : right ? 2 : 3]!, (y * width + x) * 3);
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** How the camera stores an upright picture, by EXIF orientation: degrees clockwise, then mirrored. */
const STORED: readonly (readonly [degrees: number, isMirrored: boolean])[] = [
  [0, false],
  [0, true],
  [180, false],
  [180, true],
  [90, true],
  [270, false],
  [270, true],
  [90, false],
];

async function turnedBy(orientation: number): Promise<Buffer> {
  const [degrees, isMirrored] = STORED[orientation - 1]!;
  const turned = await fourColors().rotate(degrees).png().toBuffer();
  return sharp(turned).flop(isMirrored).withMetadata({ orientation }).jpeg({ quality: 92 }).toBuffer();
}

const withNotes = (ifds: Exif) => fourColors().withExif(ifds).jpeg().toBuffer();
const TAKEN = { DateTimeOriginal: "2026:10:03 07:09:58" };

/** A PNG whose header claims that size; its pixels are far fewer. */
function pngThatClaims(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

async function jpegThatClaims(width: number, height: number): Promise<Buffer> {
  const bytes = await fourColors().jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from("ffc0", "hex"));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

/** A picture, then the end of a file that some phones append: a few seconds of video. */
async function motionPhoto(): Promise<Buffer> {
  const video = Buffer.alloc(2000, 0x5a);
  video.write("\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "latin1");
  return Buffer.concat([await fourColors().jpeg().toBuffer(), video]);
}

async function frames(format: "webp" | "gif"): Promise<Buffer> {
  const first = await fourColors().png().toBuffer();
  const second = await fourColors().negate().png().toBuffer();
  const both = sharp([first, second], { join: { animated: true } });
  return (format === "gif" ? both.gif({ delay: [90, 90] }) : both.webp({ delay: [90, 90] })).toBuffer();
}

/** Bytes of every odd photo by name; made anew at each call. */
export const ODD_PHOTOS = {
  ...Object.fromEntries(STORED.map((_, at) => [`orientation ${at + 1}`, () => turnedBy(at + 1)])),
  "southern and western GPS": () =>
    withNotes({
      IFD3: {
        GPSLatitudeRef: "S",
        GPSLatitude: "33/1 27/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "70/1 39/1 0/1",
      },
    }),
  "no time zone": () => withNotes({ IFD2: TAKEN }),
  "a time zone": () => withNotes({ IFD2: { ...TAKEN, OffsetTimeOriginal: "-06:00" } }),
  "a camera clock in the future": () => withNotes({ IFD2: { DateTimeOriginal: "2099:01:01 00:00:00" } }),
  "a camera clock that was never set": () => withNotes({ IFD2: { DateTimeOriginal: "0000:00:00 00:00:00" } }),
  "somebody’s copyright": () => withNotes({ IFD0: { Copyright: "(c) A. Stranger", Artist: "A. Stranger" } }),
  "a Motion Photo": motionPhoto,
  "a panorama of 20,000 by 500": () => fourColors(20_000, 500).jpeg({ quality: 60 }).toBuffer(),
  "a JPEG of 100 megapixels": () => jpegThatClaims(12_500, 8_000),
  "a PNG of 100 megapixels": () => Promise.resolve(pngThatClaims(12_500, 8_000)),
  "a CMYK JPEG": () => fourColors().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer(),
  "a progressive JPEG": () => fourColors().jpeg({ progressive: true }).toBuffer(),
  "a grayscale JPEG": () => fourColors().grayscale().jpeg().toBuffer(),
  "a 16-bit PNG": () => fourColors().toColourspace("rgb16").png().toBuffer(),
  "a transparent PNG": () => fourColors().ensureAlpha(0.5).png().toBuffer(),
  "wide colors (Display P3)": () => fourColors().withIccProfile("p3").jpeg({ quality: 95 }).toBuffer(),
  "an animated WebP": () => frames("webp"),
  "an animated GIF": () => frames("gif"),
  "a JPEG cut off in its picture": async () => {
    const whole = await fourColors(1200, 800).jpeg({ quality: 100, progressive: false }).toBuffer();
    return whole.subarray(0, Math.floor(whole.length * 0.6));
  },
  "no bytes": () => Promise.resolve(Buffer.alloc(0)),
  "a PDF named .jpg": () => Promise.resolve(Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")),
} satisfies Record<string, () => Promise<Buffer>>;
