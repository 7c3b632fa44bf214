export const KINDS = ["jpeg", "png", "webp", "heic", "avif", "gif", "mp4", "mov", "webm"] as const;
export type Kind = (typeof KINDS)[number];

/**
 * A file's kind by its first bytes: one that we accept, or the name of another kind that cameras and phones
 * make.
 */
export type FoundKind = { readonly kind: Kind } | { readonly kind: null; readonly name: string };

/** Number of first bytes that `sniff` needs. */
export const HEAD_BYTES = 4096;

const STILL_HEIC = new Set(["heic", "heix", "heim", "heis"]);
const AVIF = new Set(["avif", "avis"]);
const SEQUENCES = new Set(["msf1", "hevc", "hevx", "hevm", "hevs"]);
/** Major brands of MP4 other than `mp4…` and `iso…`. */
const MP4 =
  /^(?:mp4[0-9v]|iso[m2-9a]|avc1|dash|M4V[ HP]?|m4v |MSNV|ND[A-Z]{2}|f4v |F4V |mmp4|3g[0-9a-z]{2}|XAVC|hvc1)/;

export const MIME: Readonly<Record<Kind, string>> = {
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
  avif: "image/avif",
  gif: "image/gif",
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
};

/** Whether a kind is video. A GIF is shown by its first frame. */
export const isVideo = (kind: Kind): boolean => kind === "mp4" || kind === "mov" || kind === "webm";

/**
 * Detects a file's kind by its first bytes. Device and server use the same function, so a file is refused
 * when chosen or not at all.
 * @param head its first `HEAD_BYTES`, or all of it
 */
export function sniff(head: Uint8Array): FoundKind {
  const starts = (...bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte);
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  const is = (kind: Kind): FoundKind => ({ kind });
  const other = (name: string): FoundKind => ({ kind: null, name });
  if (starts(0xff, 0xd8, 0xff)) return is("jpeg");
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return is("png");
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return is("webp");
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return is("gif");
  if (text(4, 8) === "ftyp") return ofBrands(head);
  // Old cameras omit the type box of a QuickTime file.
  if (["moov", "mdat", "wide", "free", "skip"].includes(text(4, 8)) && head[0] === 0) return is("mov");
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return text(0, 64).includes("webm") ? is("webm") : other("Matroska");
  if (starts(0x49, 0x49, 0x2a, 0x00) || starts(0x4d, 0x4d, 0x00, 0x2a)) return other("TIFF or raw");
  if (starts(0xff, 0x0a) || text(4, 8) === "JXL ") return other("JPEG XL");
  if (text(0, 2) === "BM") return other("BMP");
  if (text(0, 4) === "%PDF") return other("PDF");
  if (text(0, 4) === "RIFF" && text(8, 12) === "AVI ") return other("AVI");
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<svg/is.test(text(0, 1000))) return other("SVG");
  return other("unknown");
}

/** The MP4 family, whose kinds differ by brand. */
function ofBrands(head: Uint8Array): FoundKind {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const end = Math.min(head.length, view.getUint32(0));
  const brand = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  const major = brand(8);
  const all = [major];
  for (let at = 16; at + 4 <= end; at += 4) all.push(brand(at));
  if (STILL_HEIC.has(major)) return { kind: "heic" };
  if (AVIF.has(major)) return { kind: "avif" };
  if (SEQUENCES.has(major)) return { kind: null, name: "HEIF sequence" };
  if (/^mi[fa]/.test(major)) {
    if (all.some((one) => AVIF.has(one))) return { kind: "avif" };
    if (all.some((one) => STILL_HEIC.has(one))) return { kind: "heic" };
    return { kind: null, name: all.some((one) => SEQUENCES.has(one)) ? "HEIF sequence" : "HEIF" };
  }
  if (major === "qt  ") return { kind: "mov" };
  if (major === "crx ") return { kind: null, name: "TIFF or raw" };
  if (major.startsWith("M4A") || major.startsWith("M4B")) return { kind: null, name: "sound" };
  return MP4.test(major) ? { kind: "mp4" } : { kind: null, name: "unknown" };
}

/**
 * Kinds that we don't accept but some phones' browsers can show: such a file is converted to JPEG if
 * possible.
 */
export const MAY_CONVERT: readonly string[] = ["TIFF or raw", "JPEG XL", "BMP", "HEIF sequence", "HEIF"];
