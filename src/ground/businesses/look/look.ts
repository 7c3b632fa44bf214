import { isColor, readsOn, textOn } from "#platform/drawing/contrast.ts";

/** Backgrounds that links appear on, from tokens.css. */
const LIGHT_BACKGROUNDS = ["#f6f3ec", "#fffefb", "#ece7dc"];
const DARK_BACKGROUNDS = ["#1a2028", "#222a34", "#272f3a"];
/** Background of emails. We can't know what a mail program uses in dark mode. */
const MAIL_BACKGROUNDS = ["#ffffff"];

/**
 * Normalizes a typed or picked color (`#1A43BA`, `1a43ba`, `#14b`) to `#rrggbb`; undefined for anything else.
 */
export function colorFrom(typed: string): string | undefined {
  const text = typed.trim().toLowerCase().replace(/^#?/, "#");
  const whole = /^#[0-9a-f]{3}$/.test(text) ? `#${text.slice(1).replace(/./g, "$&$&")}` : text;
  return isColor(whole) ? whole : undefined;
}

/** Describes where a color is used, and where it would be unreadable. */
export function describeColor(color: string): string {
  const on = textOn(color) === "#ffffff" ? "white" : "black";
  return readsOn(color, LIGHT_BACKGROUNDS)
    ? `Buttons get ${on} text. Links take this color.`
    : `Buttons get ${on} text. Links stay blue because this color would be hard to read.`;
}

/** Path of a color's style sheet, shared by all businesses with that color. */
export function lookPath(color: string): string {
  return `/look/${color.slice(1)}.css`;
}

/**
 * The style sheet for everything inside `[data-look="rrggbb"]`. Buttons get the color with black or white
 * text; links get it only on backgrounds where it is readable. Our policy forbids style attributes, so a
 * color needs a style sheet.
 */
export function lookSheet(color: string): string {
  const inside = `[data-look="${color.slice(1)}"]`;
  const links = `{--color-chalk:${color};--color-chalk-deep:${color}}`;
  return [
    `${inside}{--look:${color};--on-look:${textOn(color)};--look-away:${textOn(color) === "#ffffff" ? "#000000" : "#ffffff"}}`,
    readsOn(color, LIGHT_BACKGROUNDS) ? `@media (prefers-color-scheme:light){${inside}${links}}` : "",
    readsOn(color, DARK_BACKGROUNDS) ? `@media (prefers-color-scheme:dark){${inside}${links}}` : "",
  ]
    .filter(Boolean)
    .join("\n")
    .concat("\n");
}

/** The colors of an email: button, button text, and links if they stay readable. */
export function mailColors(
  color: string | null,
): { readonly ground: string; readonly text: string; readonly link?: string } | undefined {
  if (color === null || !isColor(color)) return undefined;
  return { ground: color, text: textOn(color), ...(readsOn(color, MAIL_BACKGROUNDS) ? { link: color } : {}) };
}
