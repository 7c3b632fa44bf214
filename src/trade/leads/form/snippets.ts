import type { FormDefinition } from "./questions.ts";
import { TRAP, TRAP_LABEL } from "./trap.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark]!);

/** The form by script, with a link for readers without script. */
export function scriptSnippet(origin: string, { slug, page, title }: FormDefinition): string {
  return `<script src="${origin}/embed.js" data-form="${slug}" async></script>\n<noscript><a href="${escaped(page)}">${escaped(title)}</a></noscript>\n`;
}

/**
 * The form as plain HTML, for a site that forbids third-party scripts. It posts to our page, which shows the
 * thank-you or the errors. Includes the hidden trap field.
 */
export function plainSnippet({ page, fields, boxes, action }: FormDefinition): string {
  const requiredIf = (required: boolean) => (required ? " required" : "");
  const inputs = fields.map(({ name, label, type, rows, required, autoComplete }) => {
    const rest = `name="${name}"${autoComplete ? ` autocomplete="${autoComplete}"` : ""}${requiredIf(required)}`;
    const input =
      type === "lines"
        ? `<textarea ${rest} rows="${rows ?? 4}"></textarea>`
        : `<input type="${type}" ${rest}>`;
    return `  <p><label>${escaped(label)}${required ? "" : " (optional)"}<br>${input}</label></p>`;
  });
  const ticks = boxes.map(
    ({ name, label, required }) =>
      `  <p><label><input type="checkbox" name="${name}" value="yes"${requiredIf(required)}> ${escaped(label)}</label></p>`,
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

/** What a site must add to its Content-Security-Policy, for each snippet. */
export const policyOf = (origin: string) => ({
  script: `script-src ${origin}; connect-src ${origin}`,
  plain: `form-action ${origin}`,
});
