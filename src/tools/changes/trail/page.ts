import { escapeHtml } from "#platform/mail/compose/layout.ts";

/** Something that happened, with its time in words. */
export interface Step {
  readonly at: Temporal.Instant;
  readonly what: string;
}

export interface Trail {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly steps: readonly { readonly when: string; readonly what: string }[];
  readonly words: readonly string[];
  readonly notices: readonly string[];
  readonly papers: readonly {
    readonly name: string;
    readonly title: string;
    readonly state: string;
    readonly sha256: string;
  }[];
}

const rows = (pairs: readonly (readonly [string, string])[]): string =>
  pairs
    .map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join("\n");

const part = (heading: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ""
    : `<h2>${heading}</h2>\n<ul>\n${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("\n")}\n</ul>\n`;

/** A change's trail as a page to read in any browser, without script. */
export const trailPage = ({ title, facts, steps, words, notices, papers }: Trail): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 1rem 0.375rem 0; border-bottom: 1px solid #d5cdbd; }
th { font-weight: 600; white-space: nowrap; }
td { overflow-wrap: anywhere; }
</style>
<h1>${escapeHtml(title)}</h1>
<table>
${rows(facts)}
</table>
<h2>What happened</h2>
<table>
${rows(steps.map(({ when, what }) => [when, what] as const))}
</table>
${part("Said by word", words)}${part("Notice", notices)}<h2>Documents</h2>
<ul>
${papers
  .map(
    ({ name, title: paper, state, sha256 }) =>
      `<li><a href="papers/${name}">${escapeHtml(paper)}</a>, ${escapeHtml(state)}. SHA-256 ${sha256}</li>`,
  )
  .join("\n")}
</ul>
<p>This page is a part of a signed copy. To check that nothing was changed, open verify.html beside it and choose the ZIP.</p>
</html>
`;
