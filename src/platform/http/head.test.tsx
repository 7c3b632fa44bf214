import { createRoutesStub, Meta } from "react-router";
import { expect, it } from "vitest";
import { publicUrl } from "../config/brand.ts";
import { breadcrumbs, head } from "./head.ts";
import { markup } from "./markup.server.ts";

/** The head's elements as the server sends them. */
function drawn(options: Parameters<typeof head>[0]): string {
  const Page = createRoutesStub([{ path: "/", Component: Meta, meta: () => head(options) }]);
  return markup(<Page initialEntries={["/"]} />);
}

it("asks not to be indexed if it has no path", () => {
  expect(drawn({ title: "A", description: "b" })).toContain('<meta name="robots" content="noindex"/>');
  expect(head({ title: "A", description: "b" })).toHaveLength(3);
});

it("has the absolute URL of the page, with its own picture or the default one", () => {
  const html = drawn({ title: "A", description: "b", path: "/a", image: "/images/a.png" });
  expect(html).toContain(`<link rel="canonical" href="${publicUrl}/a"/>`);
  expect(html).toContain(`<meta property="og:image" content="${publicUrl}/images/a.png"/>`);
  expect(html).toContain('<meta property="og:image:alt" content="A"/>');
  expect(html).not.toContain("noindex");
  expect(drawn({ title: "A", description: "b", path: "/a" })).toContain(
    `content="${publicUrl}/images/social/a.png"`,
  );
  for (const path of ["/", "/login"])
    expect(drawn({ title: "A", description: "b", path })).toContain(
      `content="${publicUrl}/images/social/plumbline.png"`,
    );
});

it("has structured data that can't end its element", () => {
  const name = '</script><script>alert("1")</script><!-- & \u2028';
  const html = drawn({ title: name, description: name, path: "/a", jsonLd: [breadcrumbs([[name, "/a"]])] });
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)!;
  expect(json).not.toMatch(/[<>\u2028]/);
  expect(JSON.parse(json!)).toEqual({
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [{ "@type": "ListItem", position: 1, name, item: `${publicUrl}/a` }],
  });
  expect(html.match(/<script/g)).toHaveLength(1);
});
