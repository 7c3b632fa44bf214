import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCanonicalPaths, patternsOf } from "./canonical-path.server.ts";

const known = [
  "/",
  "/about",
  "/leadMagnet",
  "/genLeadMagnet",
  "/blog/how-to-log-weather",
  "/blog/:slug",
  "/p/:slug",
  "/account/magnets/:id/link",
];
const canonical = createCanonicalPaths(known, {
  "/terms": "/termsofservice",
  "/generate/lead-magnet": "/genLeadMagnet",
});

describe("the canonical path", () => {
  it.each([
    ["/ABOUT", "/about"],
    ["/ABOUT/", "/about"],
    ["/about/", "/about"],
    ["/about///", "/about"],
    ["//", "/"],
    ["/leadmagnet", "/leadMagnet"],
    ["/LeadMagnet/", "/leadMagnet"],
    ["/%61bout", "/about"],
    ["/terms", "/termsofservice"],
    ["/Terms/", "/termsofservice"],
    ["/generate/Lead-Magnet", "/genLeadMagnet"],
    ["/blog/How-To-Log-Weather", "/blog/how-to-log-weather"],
    ["/Blog/how-to-log-weather/", "/blog/how-to-log-weather"],
    ["/BLOG/Unknown/", "/blog/Unknown"],
    ["/P/North%20Fork", "/p/North%20Fork"],
    ["/account/Magnets/A1/link/", "/account/magnets/A1/link"],
  ])("of %s is %s", (from, to) => expect(canonical(from)).toBe(to));

  it.each([
    "/",
    "/about",
    "/blog/how-to-log-weather",
    "/p/North-Fork",
    "/nowhere/",
    "/about/more/",
    "/account/dashboard.data",
    "//about",
    "//evil.com/about/",
    "/\\about",
    "/%5cabout",
    "/blog/%2Fevil.com/",
    "/blog/%5C%5Cevil.com/",
    "/about%",
    "/blog/%E0%A4%A/",
    "/blog/\r\nLocation: x/",
    "/blog//",
    `/blog/${"a".repeat(4000)}/`,
    "about/",
    "",
  ])("does not change %j", (path) => expect(canonical(path)).toBeUndefined());

  it("never leads off the site or in a circle", () => {
    const parts = fc.constantFrom(
      "/",
      "\\",
      "//",
      "about",
      "BLOG",
      "p",
      "evil.com",
      "%2f",
      "%5C",
      "%",
      "%00",
      ":",
      "@",
      ".",
      "..",
      "\t",
      "http:",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string()), { maxLength: 8 }), (pieces) => {
        const to = canonical(`/${pieces.join("")}`);
        if (to === undefined) return;
        expect(new URL(to, "https://plumbline.test").origin).toBe("https://plumbline.test");
        expect(to).toMatch(/^\/(?![/\\])[^\s\\]*$/);
        expect(canonical(to)).toBeUndefined();
      }),
      { numRuns: 5000 },
    );
  });
});

it("comes from routes, without layouts and the catch-all page", () => {
  const routes = {
    root: { path: "" },
    frame: { parentId: "root" },
    home: { parentId: "frame", index: true },
    about: { parentId: "frame", path: "about" },
    post: { parentId: "frame", path: "blog/:slug" },
    rest: { parentId: "frame", path: "*" },
  };
  expect(patternsOf(routes)).toEqual(["/", "/", "/about", "/blog/:slug"]);
});
