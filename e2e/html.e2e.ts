import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";

let product: RunningProduct;
beforeAll(async () => void (product = await startProduct()));
afterAll(async () => {
  await product.stop();
  await removeData(product.dataDir);
});

// React's way of writing void elements and attributes is valid HTML; the rest are a matter of taste or of third-party scripts, which we have none of.
const validator = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: { "void-style": "off", "attr-case": "off", "attribute-boolean-style": "off", "require-sri": "off" },
});

it.each(["/", "/leadMagnet", "/genLeadMagnet", "/login", "/register", "/forgot", "/nothing-here"])(
  "answers %s with valid HTML",
  async (path) => {
    const html = await (await fetch(product.url + path)).text();
    const report = await validator.validateString(html);
    expect(
      report.results.flatMap((result) => result.messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${line})`)),
    ).toEqual([]);
  },
);
