import type { FormDefinition } from "./questions.ts";
import { TRAP, TRAP_LABEL } from "./trap.ts";

const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => MARKS[mark]!);

/** The form by script, with a link for readers without one. */
export function scriptSnippet(origin: string, { slug, page, title }: FormDefinition): string {
  return `<script src="${origin}/embed.js" data-form="${slug}" async></script>\n<noscript><a href="${escaped(page)}">${escaped(title)}</a></noscript>\n`;
}

/**
 * The form in plain HTML, for a site that allows no script of others. It sends to our page, which says thanks
 * or what is missing. The hidden field is for programs to fill, who are held back by it.
 */
export function plainSnippet({ page, fields, boxes, action }: FormDefinition): string {
  const must = (required: boolean) => (required ? " required" : "");
  const inputs = fields.map(({ name, label, type, rows, required, autoComplete }) => {
    const rest = `name="${name}"${autoComplete ? ` autocomplete="${autoComplete}"` : ""}${must(required)}`;
    const input =
      type === "lines"
        ? `<textarea ${rest} rows="${rows ?? 4}"></textarea>`
        : `<input type="${type}" ${rest}>`;
    return `  <p><label>${escaped(label)}${required ? "" : " (optional)"}<br>${input}</label></p>`;
  });
  const ticks = boxes.map(
    ({ name, label, required }) =>
      `  <p><label><input type="checkbox" name="${name}" value="yes"${must(required)}> ${escaped(label)}</label></p>`,
  );
  return [
    `<form action="${escaped(page)}" method="post" accept-charset="utf-8">`,
    ...inputs,
    ...ticks,
    `  <p hidden><label>${TRAP_LABEL} <input type="text" name="${TRAP}" tabindex="-1" autocomplete="off"></label></p>`,
    `  <p><button>${escaped(action)}</button></p>`,
    "</form>",
    "",
  ].join("\n");
}

/** What a site with a Content-Security-Policy adds to it: for the script, and for the plain form. */
export const policyOf = (origin: string) => ({
  script: `script-src ${origin}; connect-src ${origin}`,
  plain: `form-action ${origin}`,
});
