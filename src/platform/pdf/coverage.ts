/**
 * The characters our fonts can draw. PDF/UA-1 refuses a document if one character has no glyph, so a single
 * exotic letter in a client's name would prevent the whole file; we draw a white square in its place.
 */
export interface Coverage {
  has(codePoint: number): boolean;
}

/**
 * The fallback fonts at the end of every stack in fonts.typ: a character that only a display face has can't
 * be drawn in a text face.
 */
export const COMMON_FONTS = /^(?:PublicSans-Regular|SourceSerif4-Regular|Noto.*)\.ttf$/;

/** Replaces a character that none of our fonts can draw: WHITE SQUARE. */
export const MISSING = "\u25A1";

// Joiners, selectors and direction marks need no glyph: the shaper consumes them.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\n\t]/u;

/** Reads the character maps (`cmap` formats 4 and 12) of TrueType files. Ignores other formats. */
export function readCoverage(fonts: readonly Uint8Array[]): Coverage {
  const covered = new Set<number>();
  for (const font of fonts) {
    const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
    const cmap = tableOffset(view, "cmap");
    if (cmap === undefined) continue;
    for (let i = 0; i < view.getUint16(cmap + 2); i++) {
      const subtable = cmap + view.getUint32(cmap + 4 + i * 8 + 4);
      const format = view.getUint16(subtable);
      if (format === 4) addFormat4(view, subtable, covered);
      else if (format === 12) addFormat12(view, subtable, covered);
    }
  }
  return covered;
}

/** Replaces every character that can't be drawn by {@link MISSING}; runs of them become one. */
export function drawable(text: string, coverage: Coverage): string {
  let out = "";
  for (const char of text) {
    if (coverage.has(char.codePointAt(0)!) || INVISIBLE.test(char)) out += char;
    else if (!out.endsWith(MISSING)) out += MISSING;
  }
  return out;
}

/** Removes the characters quoted in a compiler error: `the text "…" could not be displayed`. */
export function withoutComplained(text: string, complaint: string): string {
  const quoted = [...complaint.matchAll(/the text `\\?"(.+?)\\?"` could not be displayed/gu)].flatMap(
    ([, each]) =>
      Array.from(
        each!.replace(/\\u\{([0-9a-f]+)\}/gi, (_, hex: string) =>
          String.fromCodePoint(Number.parseInt(hex, 16)),
        ),
      ),
  );
  const gone = new Set(quoted.filter((char) => char.codePointAt(0)! > 0x7f));
  return Array.from(text, (char) => (gone.has(char) ? MISSING : char)).join("");
}

/** A last resort for letters that can't be combined with their marks: removes the marks. */
export function withoutMarks(text: string): string {
  return text.normalize("NFC").replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, "");
}

function tableOffset(view: DataView, tag: string): number | undefined {
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + i * 16;
    const name = String.fromCharCode(
      view.getUint8(at),
      view.getUint8(at + 1),
      view.getUint8(at + 2),
      view.getUint8(at + 3),
    );
    if (name === tag) return view.getUint32(at + 8);
  }
  return undefined;
}

function addFormat4(view: DataView, at: number, covered: Set<number>): void {
  const segments = view.getUint16(at + 6) / 2;
  const ends = at + 14;
  const starts = ends + segments * 2 + 2;
  const offsets = starts + segments * 4;
  for (let s = 0; s < segments; s++) {
    const start = view.getUint16(starts + s * 2);
    const end = view.getUint16(ends + s * 2);
    const delta = view.getUint16(starts + segments * 2 + s * 2);
    const rangeOffset = view.getUint16(offsets + s * 2);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph =
        rangeOffset === 0 ? code + delta : view.getUint16(offsets + s * 2 + rangeOffset + (code - start) * 2);
      if ((glyph & 0xffff) !== 0) covered.add(code);
    }
  }
}

function addFormat12(view: DataView, at: number, covered: Set<number>): void {
  for (let g = 0; g < view.getUint32(at + 12); g++) {
    const group = at + 16 + g * 12;
    const start = view.getUint32(group);
    const glyph = view.getUint32(group + 8);
    for (let code = start; code <= view.getUint32(group + 4); code++)
      if (glyph + code - start !== 0) covered.add(code);
  }
}
