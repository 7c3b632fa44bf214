import { describe, expect, test } from "vitest";
import type { SiteDetails } from "../../config/site-file.server.ts";

// The build inlines the mark when it bundles the module; here it must be set before the module loads.
const MARK = "0123456789abcdef01234567";
(globalThis as { __SLOT_MARK__?: string }).__SLOT_MARK__ = MARK;
const { slot } = await import("./slots.ts");
const { fillPlainFile, fillSlots, showOptedOut, slotsOf } = await import("./slots.server.ts");

const slots = (site: SiteDetails = {}) => slotsOf({ year: 2026, publicUrl: "https://example.com", site });
const guest = (html: string, site?: SiteDetails) => fillSlots(html, slots(site), "guest");

const quotes: SiteDetails["testimonials"] = [
  { quote: "First $& said.", name: "Ana R.", role: "Roofer" },
  { quote: "__YEAR__ & more", name: "Bo L.", role: "Builder" },
  { quote: "Third", name: "Cy T.", role: "Plumber" },
];

describe("slots", () => {
  test("are filled, each with its value", () => {
    expect(guest(`<a href="${slot("PUBLIC_URL")}/x">${slot("YEAR")}</a>`)).toBe(
      '<a href="https://example.com/x">2026</a>',
    );
    expect(
      guest(`${slot("QUOTE_1")}|${slot("QUOTE_1_NAME")}|${slot("QUOTE_3_ROLE")}`, { testimonials: quotes }),
    ).toBe("First $&amp; said.|Ana R.|Plumber");
  });

  test("contain the operator's name for the installation, or the product's", () => {
    expect(guest(slot("BRAND"))).toBe("Plumbline");
    expect(guest(slot("BRAND"), { brand: "Bob’s" })).toBe("Bob’s");
    expect(fillPlainFile('{"name":"__BRAND__"}', slots({ brand: "Bob’s" }))).toBe('{"name":"Bob’s"}');
  });

  test("describe an unknown operator in general words", () => {
    expect(guest(`${slot("OPERATOR")}, ${slot("OPERATOR_EMAIL")}, ${slot("OPERATOR_HREF")}`)).toBe(
      "the operator of this site, the contact page, /contact",
    );
    expect(guest(`${slot("OPERATOR_EMAIL")}, ${slot("OPERATOR_HREF")}`, { email: "a@example.com" })).toBe(
      "a@example.com, mailto:a@example.com",
    );
  });

  test("are safe in text, in an attribute and in structured data", () => {
    const legalName = `"><script>alert(1)</script>' & \\`;
    const filled = guest(`<p title="${slot("OPERATOR")}">${slot("OPERATOR")}</p>`, { legalName });
    const safe = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39; &amp; &#92;";
    expect(filled).toBe(`<p title="${safe}">${safe}</p>`);
    expect(() => JSON.parse(guest(`{"name":"${slot("OPERATOR")}"}`, { legalName }))).not.toThrow();
  });

  test("inside a value are not filled again", () => {
    expect(guest(slot("QUOTE_2"), { testimonials: quotes })).toBe("__YEAR__ &amp; more");
    expect(guest(slot("OPERATOR"), { legalName: slot("YEAR") })).toBe(slot("YEAR"));
  });

  test("typed by a person stay as typed", () => {
    const typed =
      '<input value="__YEAR__ __PUBLIC_URL__ __OPERATOR__ __YEAR-__ __YEAR-0123456789abcdef01234568__ &lt;viewer-guest&gt;x&lt;/viewer-guest&gt; &lt;if-profile&gt;y&lt;/if-profile&gt;">';
    expect(guest(typed)).toBe(typed);
    expect(fillSlots(typed, slots(), "member")).toBe(typed);
  });

  test("preserve paragraphs and the lines of an address", () => {
    expect(guest(`<p>${slot("FOUNDER_STORY")}</p>`, { founderStory: ["One <b>", "Two"] })).toBe(
      "<p>One &lt;b&gt;</p><p>Two</p>",
    );
    expect(guest(slot("OPERATOR_ADDRESS"), { address: "1 Main\nBoise" })).toBe("1 Main<br>Boise");
  });

  test("need no mark in our own files that are not pages", () => {
    expect(fillPlainFile(`Sitemap: __PUBLIC_URL__/sitemap.xml ${slot("YEAR")} __ELSE__`, slots())).toBe(
      "Sitemap: https://example.com/sitemap.xml 2026 __ELSE__",
    );
  });
});

describe("parts", () => {
  const page = [
    "<viewer-guest>G</viewer-guest><viewer-member>M</viewer-member>",
    "<if-profile>P</if-profile><if-address>A</if-address>",
    "<if-sample-quotes>S1</if-sample-quotes><if-own-quotes>O1</if-own-quotes><if-sample-quotes>S2</if-sample-quotes>",
    "<if-sample-story>T</if-sample-story><if-own-story>U\n</if-own-story>",
  ].join("");

  test("without a site file: samples, and nothing that does not exist", () => {
    expect(guest(page)).toBe("<viewer-guest>G</viewer-guest>S1S2T");
    expect(fillSlots(page, slots(), "member")).toBe("<viewer-member>M</viewer-member>S1S2T");
  });

  test("with a site file: the operator's own", () => {
    const site: SiteDetails = {
      profileUrl: "https://example.com/me",
      profileName: "Me",
      address: "1 Main",
      testimonials: quotes,
      founderStory: ["x"],
    };
    expect(guest(page, site)).toBe("<viewer-guest>G</viewer-guest>PAO1U\n");
  });

  test("an opt-out is confirmed, if requested", () => {
    const line = '<p data-opt-out="" hidden="">Opt-out request honored</p>';
    expect(guest(line)).toBe(line);
    expect(fillSlots(line, slots(), "guest", true)).toBe('<p data-opt-out="">Opt-out request honored</p>');
    expect(showOptedOut(line)).not.toContain("hidden");
  });
});
