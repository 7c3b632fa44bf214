import { isColor, readsOn, textOn } from "#platform/drawing/contrast.ts";

/** What links may stand on: the grounds of tokens.css, in light and in dark. */
const LIGHT_GROUNDS = ["#f6f3ec", "#fffefb", "#ece7dc"];
const DARK_GROUNDS = ["#1a2028", "#222a34", "#272f3a"];
/** The grounds of mail programs. Theirs in the dark are not ours to know. */
const MAIL_GROUNDS = ["#ffffff"];

/** `#rrggbb` of what somebody typed or picked: `#1A43BA`, `1a43ba`, `#14b`; undefined for anything else. */
export function colorFrom(typed: string): string | undefined {
  const text = typed.trim().toLowerCase().replace(/^#?/, "#");
  const whole = /^#[0-9a-f]{3}$/.test(text) ? `#${text.slice(1).replace(/./g, "$&$&")}` : text;
  return isColor(whole) ? whole : undefined;
}

/**
 * What is said of a color before and after it is saved: where it is used, and where it would not be readable.
 */
export function describeColor(color: string): string {
  const on = textOn(color) === "#ffffff" ? "white" : "black";
  return readsOn(color, LIGHT_GROUNDS)
    ? `Buttons get ${on} text. Links take this color.`
    : `Buttons get ${on} text. Links stay blue: in this color they would be hard to read.`;
}

/** Where the style sheet of a color is; it is the same for everybody who has that color. */
export function lookPath(color: string): string {
  return `/look/${color.slice(1)}.css`;
}

/**
 * The style sheet that gives the parts of a page inside `[data-look="rrggbb"]` a color: buttons always, with
 * black or white on it, links only on grounds where they can be read. Style attributes are not allowed on any
 * page, so a color needs a sheet.
 */
export function lookSheet(color: string): string {
  const inside = `[data-look="${color.slice(1)}"]`;
  const links = `{--color-chalk:${color};--color-chalk-deep:${color}}`;
  return [
    `${inside}{--look:${color};--on-look:${textOn(color)};--look-away:${textOn(color) === "#ffffff" ? "#000000" : "#ffffff"}}`,
    readsOn(color, LIGHT_GROUNDS) ? `@media (prefers-color-scheme:light){${inside}${links}}` : "",
    readsOn(color, DARK_GROUNDS) ? `@media (prefers-color-scheme:dark){${inside}${links}}` : "",
  ]
    .filter(Boolean)
    .join("\n")
    .concat("\n");
}

/** The colors of a mail: its button, the words on it, and links if they can be read so. */
export function mailColors(
  color: string | null,
): { readonly ground: string; readonly text: string; readonly link?: string } | undefined {
  if (color === null || !isColor(color)) return undefined;
  return { ground: color, text: textOn(color), ...(readsOn(color, MAIL_GROUNDS) ? { link: color } : {}) };
}
