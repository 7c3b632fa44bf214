import { HtmlValidate } from "html-validate";

// React's void elements and attributes are valid HTML. The other disabled rules are matters of taste, or
// about third-party scripts, which we don't use.
const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "void-style": "off", "attr-case": "off", "attribute-boolean-style": "off", "require-sri": "off" },
});

/** Validation errors of a page; empty when it is valid. */
export async function htmlProblems(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap((result) =>
    result.messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
  );
}
