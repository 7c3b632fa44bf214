// Sized in em of the reader's own text size, because the page's may be anything. Depends on the page only for
// its color scheme.
const RULES = `
*{box-sizing:border-box}
form,.thanks,:host>p{margin:0;padding:1.25em;border:1px solid var(--edge);border-radius:.25em;background:var(--paper);color:var(--ink);overflow-wrap:anywhere}
form{display:grid;gap:1.125em}
h2{margin:0;font-size:1.375em;line-height:1.2}
p{margin:0}
a{color:inherit}
.promise,.hint,.optional{color:var(--pencil)}
.promise{margin-top:-.625em}
.optional,.hint{font-size:.9375em;font-weight:400}
.field{display:grid;gap:.375em}
label{font-weight:600}
input,textarea{width:100%;min-height:3em;padding:.625em .75em;border:1px solid var(--edge);border-radius:.25em;background:var(--sheet);color:var(--ink);font:inherit}
textarea{resize:vertical}
[aria-invalid=true]{border:2px solid var(--wrong)}
.box{grid-template-columns:auto 1fr;gap:.375em .75em;align-items:start}
.box input{width:1.5em;height:1.5em;min-height:0;margin:0;accent-color:var(--ground)}
.box label{font-weight:400}
.box .error{grid-column:2}
.error{color:var(--wrong);font-weight:600}
button{min-height:3em;padding:.625em 1.25em;border:1px solid var(--edge);border-radius:.25em;background:var(--ground);color:var(--text);font:inherit;font-weight:600;cursor:pointer}
button[aria-disabled]{cursor:progress}
.status:empty{display:none}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
h2:focus{outline:0}`;

const LIGHT = ["#fff", "#fff", "#16191d", "#444a53", "#7b7466", "#8e2014"];
const DARK = ["#222a34", "#1a2028", "#f3f0e8", "#c0c6cf", "#8a95a3", "#ffb1a5"];
const NAMES = ["paper", "sheet", "ink", "pencil", "edge", "wrong"];
const isColor = (text: string | undefined): boolean => /^#[0-9a-f]{6}$/.test(text ?? "");

/**
 * The form's styles. Its `!important` rules win over those of the page.
 * @param theme `light`, `dark`, or `auto` for the device's setting; otherwise the page's `color-scheme`
 */
export function sheetOf(
  color: { readonly ground: string; readonly text: string } | null,
  theme: string | undefined,
): CSSStyleSheet {
  const scheme = theme === "auto" ? "light dark" : theme === "light" || theme === "dark" ? theme : "inherit";
  const [ground, text] =
    isColor(color?.ground) && isColor(color?.text) ? [color!.ground, color!.text] : ["#1a43ba", "#ffffff"];
  const set = (value: (at: number) => string) =>
    NAMES.map((name, at) => `--${name}:${value(at)}!important`).join(";");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `:host{all:initial!important;display:block!important;direction:ltr!important;color-scheme:${scheme}!important;max-width:36em!important;margin:1em 0!important;` +
      `font-family:system-ui,sans-serif!important;line-height:1.5!important;--ground:${ground}!important;--text:${text}!important;${set((at) => LIGHT[at]!)}}` +
      `@supports (color:light-dark(#000,#fff)){:host{${set((at) => `light-dark(${LIGHT[at]},${DARK[at]})`)}}}${RULES}`,
  );
  return sheet;
}
