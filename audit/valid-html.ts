import { HtmlValidate } from "html-validate";

// React's way of writing void elements and attributes is valid HTML; the rest are a matter of taste or of
// third-party scripts, which we have none of.
const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "void-style": "off", "attr-case": "off", "attribute-boolean-style": "off", "require-sri": "off" },
});

/** What is not valid in a page; empty when all is. */
export async function htmlProblems(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap((result) =>
    result.messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
  );
}
