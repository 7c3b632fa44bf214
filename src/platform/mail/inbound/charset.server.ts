import { analyse } from "chardet";
import iconv from "iconv-lite";

/** Nonstandard labels that mail programs write, with the encoding they mean. */
const ALIASES: Readonly<Record<string, string>> = {
  utf8mb4: "utf-8",
  utf8mb3: "utf-8",
  "utf-8-mac": "utf-8",
  "unicode-1-1-utf-8": "utf-8",
  "unicode-1-1-utf-7": "utf-7",
  cp932: "shift_jis",
  cp936: "gbk",
  cp949: "euc-kr",
  cp950: "big5",
  uhc: "euc-kr",
  ansi: "windows-1252",
};
/** Labels that say nothing about the bytes. */
const MEANINGLESS =
  /^(?:|us-?ascii|ascii|ansi_x3\.4-1968|default|unknown|unknown-8bit|x-unknown|binary|7bit|8bit|none|utf-?8)$/;
/** Encodings that can look like valid UTF-8: escapes, UTF-7, two bytes per character. */
const NOT_BY_BYTES = /^(?:utf-?7|utf-?16|ucs-?2|iso-2022|hz-|unicode)/;
const MIN_CONFIDENCE = 40;
const MAX_LOOK = 16 * 1024;

/**
 * Decodes the bytes of a text. The label is a hint: valid UTF-8 is read as UTF-8 whatever the label, and an
 * unknown, meaningless or wrong label is replaced by a guess. Never throws.
 * @param label the charset named in the mail, if any
 */
export function decodeText(bytes: Uint8Array, label: string | undefined): string {
  const named = normalized(label);
  if (!NOT_BY_BYTES.test(named)) {
    const asUtf8 = tryDecode(bytes, "utf-8", true);
    if (asUtf8 !== undefined) return asUtf8;
  }
  if (!MEANINGLESS.test(named)) {
    const asNamed = tryDecode(bytes, named, false);
    if (asNamed !== undefined) return asNamed;
  }
  return guess(bytes);
}

function normalized(label: string | undefined): string {
  const plain = (label ?? "")
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, "")
    .replace(/\*.*$/, "");
  return ALIASES[plain] ?? ALIASES[plain.replace(/^x-/, "")] ?? plain.replace(/-ms$/, "");
}

/** Web encodings whose decoder is stricter than real mail, with a superset of each. */
const SUPERSETS: Readonly<Record<string, string>> = {
  "euc-kr": "cp949",
  "ks_c_5601-1987": "cp949",
  ksc5601: "cp949",
  "ks_c_5601-1989": "cp949",
};

/**
 * The charset in an HTML page's own head, for a part whose header has none.
 * @returns undefined if it has none
 */
export function charsetInHtml(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, MAX_HEAD)).toString("latin1");
  const named = /<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(head)?.[1];
  // The tag could not have been read in any of these.
  return named && NOT_BY_BYTES.test(named.toLowerCase()) && !/^iso-2022/i.test(named) ? undefined : named;
}
const MAX_HEAD = 8 * 1024;

/** Whether a label says nothing about the bytes. */
export const lacksCharset = (label: string | undefined): boolean => MEANINGLESS.test(normalized(label));

function tryDecode(bytes: Uint8Array, label: string, fatal: boolean): string | undefined {
  const wider = SUPERSETS[label];
  if (wider && !fatal) return iconv.decode(Buffer.from(bytes), wider);
  try {
    return new TextDecoder(label, { fatal }).decode(bytes);
  } catch {
    // Not one of the Web's encodings, or invalid in it.
    if (fatal) return undefined;
    const bare = label.replace(/^x-/, "");
    return iconv.encodingExists(bare) ? iconv.decode(Buffer.from(bytes), bare) : undefined;
  }
}

/**
 * Guesses the encoding of bytes without a useful label; a short text is too little evidence and counts as
 * Western European.
 */
function guess(bytes: Uint8Array): string {
  const [best] = analyse(bytes.subarray(0, MAX_LOOK));
  const label =
    best && best.confidence >= MIN_CONFIDENCE && !/^(?:UTF-|ASCII|ISO-8859-1$)/.test(best.name)
      ? best.name.toLowerCase()
      : "windows-1252";
  return tryDecode(bytes, label, false) ?? Buffer.from(bytes).toString("latin1");
}

const ENCODED_WORD = /=\?([^?\s]{1,60})\?([QqBb])\?([^?]*)\?=/g;

/**
 * Decodes the encoded words of a header (RFC 2047). Adjacent words of one charset are decoded together,
 * because some programs split a character between them.
 */
export function decodeHeaderWords(value: string): string {
  let text = "";
  let end = 0;
  let waiting: { label: string; bytes: Buffer[] } | undefined;
  const flush = () => {
    if (waiting) text += decodeJoined(waiting.bytes, waiting.label);
    waiting = undefined;
  };
  for (const { 0: whole, 1: label = "", 2: encoding = "", 3: data = "", index } of value.matchAll(
    ENCODED_WORD,
  )) {
    const between = value.slice(end, index);
    if (!waiting || between.trim() || waiting.label !== label.toLowerCase()) {
      const isFold = waiting !== undefined && !between.trim();
      flush();
      if (!isFold) text += between;
    }
    waiting ??= { label: label.toLowerCase(), bytes: [] };
    waiting.bytes.push(encoding.toUpperCase() === "B" ? Buffer.from(data, "base64") : bytesOfQ(data));
    end = index + whole.length;
  }
  flush();
  return text + value.slice(end);
}

/**
 * Together, or each separately if that fails: shift sequences that end and begin again are invalid in the
 * middle of a text.
 */
function decodeJoined(pieces: readonly Buffer[], label: string): string {
  const joined = decodeText(Buffer.concat(pieces), label);
  return joined.includes("\ufffd") ? pieces.map((piece) => decodeText(piece, label)).join("") : joined;
}

const bytesOfQ = (data: string) =>
  Buffer.concat(
    data
      .replaceAll("_", " ")
      .split(/(=[0-9A-Fa-f]{2})/)
      .map((piece) =>
        /^=[0-9A-Fa-f]{2}$/.test(piece) ? Buffer.from(piece.slice(1), "hex") : Buffer.from(piece, "utf8"),
      ),
  );

/**
 * A raw mail whose header lines are UTF-8: some programs violate the standard and write them in a local
 * encoding.
 */
export function withReadableHeaders(raw: Buffer): Buffer {
  const end = headersEnd(raw);
  const headers = raw.subarray(0, end);
  if (tryDecode(headers, "utf-8", true) !== undefined) return raw;
  const lines: Buffer[] = [];
  for (let at = 0; at < headers.length;) {
    const next = headers.indexOf(10, at);
    const stop = next < 0 ? headers.length : next + 1;
    lines.push(Buffer.from(decodeText(headers.subarray(at, stop), undefined), "utf8"));
    at = stop;
  }
  return Buffer.concat([...lines, raw.subarray(end)]);
}

function headersEnd(raw: Buffer): number {
  const ends = [raw.indexOf("\r\n\r\n"), raw.indexOf("\n\n")].filter((at) => at >= 0);
  return ends.length ? Math.min(...ends) : raw.length;
}
