/** A file's encoding as a TextDecoder label, or a kind of file that is not text. */
export type FoundText = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
export type FoundKind = FoundText | "workbook" | "no-text";

/** Observes a file's bytes as they stream by and reports the encoding at the end. */
export interface EncodingWatch {
  push(piece: Uint8Array): void;
  end(): FoundKind;
}

/** Decides on this many bytes: the rest can only distinguish UTF-8 from Windows-1252. */
const HEAD_BYTES = 4096;
/** ZIP, the container of a workbook, and its predecessor. */
const WORKBOOKS = ["504b0304", "d0cf11e0"];

/**
 * Detects UTF-8 and UTF-16 with or without a byte order mark, else Windows-1252, in which every byte is
 * valid.
 */
export function watchEncoding(): EncodingWatch {
  const strict = new TextDecoder("utf-8", { fatal: true });
  let head: Uint8Array = new Uint8Array();
  let isUtf8 = true;
  const reads = (chunk?: Uint8Array) => {
    if (!isUtf8) return;
    try {
      if (chunk) strict.decode(chunk, { stream: true });
      else strict.decode();
    } catch {
      isUtf8 = false;
    }
  };
  return {
    push(chunk) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      reads(chunk);
    },
    end() {
      reads();
      return byHead(head) ?? (isUtf8 ? "utf-8" : "windows-1252");
    },
  };
}

function byHead(head: Uint8Array): FoundKind | undefined {
  const hex = Buffer.from(head.subarray(0, 4)).toString("hex");
  if (WORKBOOKS.includes(hex)) return "workbook";
  if (hex.startsWith("fffe")) return "utf-16le";
  if (hex.startsWith("feff")) return "utf-16be";
  let [even, odd, controls] = [0, 0, 0];
  for (const [at, byte] of head.entries()) {
    if (byte === 0 && at % 2 === 0) even++;
    else if (byte === 0) odd++;
    else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) controls++;
  }
  // Letters of most languages have a zero in one half of each pair, and always in the same one.
  const many = head.length / 5;
  if (odd > many && even < odd / 8) return "utf-16le";
  if (even > many && odd < even / 8) return "utf-16be";
  if (hex.startsWith("25504446") || controls > head.length / 50 || even + odd > head.length / 20)
    return "no-text";
  return undefined;
}
