// Makes the fonts of this folder from npm packages: node src/platform/pdf/fonts/make.mjs FOLDER
// FOLDER contains unpacked @expo-google-fonts packages by their short names (archivo-narrow, noto-sans-sc,
// …); README.md lists the versions. Run by hand when a font changes; the results are in the repository, so
// that neither a build nor a start needs the packages.
import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";

const from = process.argv[2];
if (!from) throw new Error("Say which folder holds the packages.");
const here = import.meta.dirname;

/** All characters of a legacy encoding's byte pairs: such encodings contain the common ones. */
function pairs(encoding, [highest, lowest], [first, last]) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let found = "";
  for (let lead = lowest; lead <= highest; lead++)
    for (let trail = first; trail <= last; trail++)
      try {
        found += decoder.decode(new Uint8Array([lead, trail]));
      } catch {
        // Not every pair is a character.
        continue;
      }
  return found;
}
const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join("");

// GB 2312, Big5 level 1 and JIS level 1; kana, punctuation, full-width forms, bopomofo.
const han =
  pairs("gb18030", [0xf7, 0xb0], [0xa1, 0xfe]) +
  pairs("big5", [0xc6, 0xa4], [0x40, 0xfe]) +
  pairs("shift_jis", [0x98, 0x88], [0x40, 0xfc]);
const eastAsian =
  range(0x3000, 0x30ff) + range(0xff00, 0xffef) + range(0x2e80, 0x2e8f) + range(0x3105, 0x312f);
const hangul = pairs("euc-kr", [0xc8, 0xb0], [0xa1, 0xfe]) + range(0x3131, 0x318e);
const european = range(0x20, 0x52f) + range(0x1e00, 0x1fff) + range(0x2000, 0x20cf) + range(0x2100, 0x218f);
const symbols = range(0x2190, 0x23ff) + range(0x2500, 0x27bf) + range(0x2b00, 0x2bff);

const subsets = [
  ["noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf", "NotoSansSC-Medium.ttf", han + eastAsian],
  ["noto-sans-kr/500Medium/NotoSansKR_500Medium.ttf", "NotoSansKR-Medium.ttf", hangul],
  ["noto-sans/400Regular/NotoSans_400Regular.ttf", "NotoSans-Regular.ttf", european],
  ["noto-sans/700Bold/NotoSans_700Bold.ttf", "NotoSans-Bold.ttf", european],
  ["noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf", "NotoSansSymbols2-Regular.ttf", symbols],
];
const whole = [
  ["archivo-narrow/600SemiBold/ArchivoNarrow_600SemiBold.ttf", "ArchivoNarrow-SemiBold.ttf"],
  ["archivo-narrow/700Bold/ArchivoNarrow_700Bold.ttf", "ArchivoNarrow-Bold.ttf"],
  // Its name is reserved: a subset would need another one.
  ["source-serif-4/400Regular/SourceSerif4_400Regular.ttf", "SourceSerif4-Regular.ttf"],
  ["source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf", "SourceSerif4-Italic.ttf"],
  ["source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf", "SourceSerif4-SemiBold.ttf"],
  [
    "source-serif-4/600SemiBold_Italic/SourceSerif4_600SemiBold_Italic.ttf",
    "SourceSerif4-SemiBoldItalic.ttf",
  ],
  ["archivo/800ExtraBold/Archivo_800ExtraBold.ttf", "Archivo-ExtraBold.ttf"],
  ["public-sans/400Regular/PublicSans_400Regular.ttf", "PublicSans-Regular.ttf"],
  ["public-sans/400Regular_Italic/PublicSans_400Regular_Italic.ttf", "PublicSans-Italic.ttf"],
  ["public-sans/600SemiBold/PublicSans_600SemiBold.ttf", "PublicSans-SemiBold.ttf"],
  ["public-sans/700Bold/PublicSans_700Bold.ttf", "PublicSans-Bold.ttf"],
  ["noto-emoji/400Regular/NotoEmoji_400Regular.ttf", "NotoEmoji-Regular.ttf"],
  ["noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf", "NotoSansArabic-Regular.ttf"],
  ["noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf", "NotoSansHebrew-Regular.ttf"],
  ["noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf", "NotoSansThai-Regular.ttf"],
  ["noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf", "NotoSansDevanagari-Regular.ttf"],
];

for (const [source, name, text] of subsets)
  writeFileSync(
    path.join(here, name),
    await subsetFont(readFileSync(path.join(from, source)), text, { targetFormat: "truetype" }),
  );
for (const [source, name] of whole) copyFileSync(path.join(from, source), path.join(here, name));
for (const [, name] of [...subsets, ...whole]) console.log(name, statSync(path.join(here, name)).size);
