import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { describe, expect, it } from "vitest";
import { bannedPhrases, readingGrade } from "#ground/writing/public.server.ts";
import { waitlistAction } from "../waitlist/action.server.ts";
import type { ToolAccess } from "./access.server.ts";
import * as buildLog from "./build-log.tsx";
import * as changeLog from "./change-log.tsx";
import * as checky from "./checky.tsx";
import * as estiMini from "./esti-mini.tsx";
import * as proofPix from "./proof-pix.tsx";
import * as siteSafe from "./site-safe.tsx";

/** The literal strings of each page. */
const contract = [
  {
    screen: buildLog,
    path: "/buildlog",
    title: "BuildLog – Daily Construction Log",
    source: "product-build-log",
    features: [
      "daily",
      "photos",
      "notes",
      "video",
      "automatic weather logging",
      "PDF reports",
      "multi-user access",
    ],
  },
  {
    screen: changeLog,
    path: "/changeorder",
    title: "ChangeLog",
    source: "product-changelog",
    features: [
      "change orders",
      "scope changes",
      "photos",
      "descriptions",
      "timestamps",
      "approvals",
      "revisions",
      "timelines",
    ],
  },
  {
    screen: checky,
    path: "/checky",
    title: "Checky – Smart Checklists for Construction Teams",
    source: "product-checky",
    features: [
      "inspection",
      "punch-list|punch list",
      "checklists",
      "reusable templates",
      "task assignment with due dates",
      "notes",
      "photos",
      "exported reports",
      "real-time collaboration",
    ],
  },
  {
    screen: proofPix,
    path: "/proofpix",
    title: "ProofPix – Photo Documentation Made Easy",
    source: "product-proofpix",
    features: [
      "tags by room, trade, or status",
      "albums and galleries per project",
      "shareable visual reports",
      "optional GPS and timestamp tagging",
    ],
  },
  {
    screen: estiMini,
    path: "/estimini",
    title: "EstiMini – Quick Estimates for Small Jobs",
    source: "product-estimini",
    features: [
      "small jobs",
      "custom line items",
      "client-facing view",
      "optional signature",
      "sending by email or shareable link",
      "status tracking",
      "sent, viewed, approved",
    ],
  },
  {
    screen: siteSafe,
    path: "/sitesafe",
    title: "SiteSafe – Safety Docs and Inspections in One Place",
    source: "product-sitesafe",
    features: [
      "inspection checklists with photo capture",
      "digital toolbox talks",
      "e-signature attendance",
      "safety plans and SDS sheets",
      "incident and near-miss logs",
      "exported audit reports",
    ],
  },
] as const;

/** What the pictures of their pages show. */
const made = new Map<object, RegExp>([
  [buildLog, /Page one of a day, as BuildLog makes it\. .*made up\./],
  [changeLog, /Page one of a change, its photo on page two, as ChangeLog makes it\. .*made up\./],
  [checky, /Page one of a checklist’s report, as Checky makes it\. .*made up\./],
  [proofPix, /A photo with a measure and a note, as ProofPix makes it\. .*made up\./],
  [siteSafe, /Page one of a talk, as SiteSafe makes it\. .*made up\./],
  [estiMini, /An estimate with two options, as EstiMini makes it\. .*made up\./],
]);

const NEVER =
  /coming soon|stay tuned|revolutioni|unlock|seamless|effortless|leverage|game-chang|supercharge|fast-paced|imagine if|customers?\b|[!—]/i;

function draw(screen: ComponentType, path: string, to: ToolAccess["to"] = "invited"): string {
  const Stub = createRoutesStub([{ id: "tool", path, Component: screen, loader: () => null }]);
  const loaderData = { tool: { to, opens: "/account/jobs" } satisfies ToolAccess };
  return renderToStaticMarkup(<Stub initialEntries={[path]} hydrationData={{ loaderData }} />);
}

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">" };

/** The text of some markup, with a line for each block element. */
const linesOf = (html: string) =>
  html
    .replace(/<\/?(?:a|em)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&([\w#]+);/g, (whole, name: string) => entities[name] ?? whole)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * The prose of a page: without the breadcrumb, the picture, and the waitlist block, whose text is in the
 * contract.
 */
const proseOf = (html: string) =>
  linesOf(
    html
      .replace(/<nav\b.*?<\/nav>/, "")
      .replaceAll(/<figure\b.*?<\/figure>/g, "")
      .replace(/<section id="waitlist".*?<\/section>/, ""),
  );

const words = (lines: readonly string[]) => lines.join(" ").match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu) ?? [];

/** The rows of the list under the heading with this id. */
const listUnder = (html: string, id: string) => {
  const section = html.match(new RegExp(`<section aria-labelledby="${id}".*?</section>`))?.[0] ?? "";
  return section.match(/<ul\b.*?<\/ul>/)?.[0].match(/<li\b.*?<\/li>/g) ?? [];
};

describe.each(contract)("$path", ({ screen, path, title, source, features }) => {
  const html = draw(screen.default, path);
  const prose = proseOf(html);
  const meta = JSON.stringify(screen.meta());
  const named = (name: string) => new RegExp(`"name":"${name}","content":"([^"]*)"`).exec(meta)?.[1] ?? "";

  it("has the contract's title, its own description, keywords, and picture", () => {
    expect(screen.meta()[0]).toEqual({ title });
    expect(named("description").length).toBeGreaterThan(90);
    expect(named("description").length).toBeLessThanOrEqual(160);
    expect(named("keywords").split(", ").length).toBeGreaterThanOrEqual(5);
    expect(named("keywords").split(", ").length).toBeLessThanOrEqual(8);
    expect(meta).toContain(`/images/social${path}.png"`);
  });

  it("has one heading, both lists, and the waitlist under its own tag, which the hero leads to", () => {
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(listUnder(html, "why").length).toBeGreaterThanOrEqual(4);
    expect(listUnder(html, "features").length).toBeGreaterThanOrEqual(6);
    expect(html).toContain(`<input type="hidden" name="source" value="${source}"/>`);
    expect(html).toContain('href="#waitlist"');
    expect(html.match(/id="waitlist"/g)).toHaveLength(1);
    expect(screen.action).toBe(waitlistAction);
  });

  it("names every feature that the contract gives this tool", () => {
    const text = prose.join("\n");
    for (const feature of features) expect(text).toMatch(new RegExp(feature, "i"));
  });

  it("says what it is now: by invitation from the waitlist, and the pictures what the tool makes", () => {
    const text = prose.join(" ");
    expect(text).toContain("By invitation.");
    expect(text).toContain("works today, for people we invite from the waitlist");
    expect(text).toContain("Early access brings:");
    expect(text).not.toMatch(/\bwill\b|in development/i);
    expect(linesOf(html).join(" ")).toMatch(made.get(screen)!);
  });

  it("offers the tool to those who have it, and keeps its waitlist for their friends", () => {
    const name = /(\w+) works today/.exec(prose.join(" "))![1]!;
    for (const [to, stage] of [
      ["you", "Early access"],
      ["all", "Open to everyone"],
    ] as const) {
      const theirs = draw(screen.default, path, to);
      expect(theirs).toContain(`href="/account/jobs"`);
      expect(linesOf(theirs)).toContain(`Open ${name}`);
      expect(theirs).not.toContain("people we invite from the waitlist");
      expect(theirs).toContain(`<input type="hidden" name="source" value="${source}"/>`);
      expect(JSON.stringify(screen.meta({ loaderData: { to, opens: "/account/jobs" } }))).toContain(
        `"creativeWorkStatus":"${stage}"`,
      );
      expect(linesOf(theirs)).toContain(`${stage}.`);
      // Nobody waits for what is open.
      expect(linesOf(theirs).includes("Join the waitlist and be the first to try it.")).toBe(to === "you");
    }
    expect(html).not.toContain(`Open ${name}`);
  });

  it("keeps to the voice: nothing worn, nothing loud, an easy read of the right length", () => {
    const everything = proseOf(html).concat(
      [...html.matchAll(/<figure\b.*?<\/figure>/g)].flatMap(([figure]) => linesOf(figure)),
      named("description"),
      named("keywords"),
    );
    expect(everything.filter((line) => NEVER.test(line) || bannedPhrases(line).length > 0)).toEqual([]);
    expect(readingGrade(prose.filter((line) => /[.?:”]$/.test(line)))).toBeLessThanOrEqual(8.5);
    expect(words(prose).length).toBeGreaterThanOrEqual(350);
    expect(words(prose).length).toBeLessThanOrEqual(550);
  });

  it("tells machines nothing that the page does not show", () => {
    const things = screen
      .meta()
      .flatMap((each) =>
        "script:ld+json" in each ? [each["script:ld+json"] as Record<string, unknown>] : [],
      );
    expect(things.map((thing) => thing["@type"])).toEqual(["BreadcrumbList", "SoftwareApplication"]);
    const shown = linesOf(html).join(" ").toLowerCase();
    const application = things[1] ?? {};
    expect(Object.keys(application)).not.toContain("aggregateRating");
    expect(Object.keys(application)).not.toContain("offers");
    for (const value of [
      application["name"],
      application["description"],
      application["operatingSystem"],
      application["creativeWorkStatus"],
    ])
      expect(shown).toContain(String(value).toLowerCase());
    for (const feature of application["featureList"] as string[])
      expect(shown).toContain(feature.toLowerCase());
    const way = (things[0] ?? {})["itemListElement"] as { name: string }[];
    for (const { name } of way) expect(shown).toContain(name.toLowerCase());
  });
});

it("lists for whom ChangeLog is, in the contract's words", () => {
  const html = draw(changeLog.default, "/changeorder");
  expect(html).toContain(">Perfect for</h2>");
  expect(listUnder(html, "perfect").flatMap(linesOf)).toEqual([
    "General contractors and project managers",
    "Clients needing visibility into changes",
    "Insurance documentation and disputes",
  ]);
});

it("says nothing twice: no two pages share a sentence of their own", () => {
  const own = contract.map(
    ({ screen, path }) =>
      new Set(proseOf(draw(screen.default, path)).filter((line) => words([line]).length > 6)),
  );
  const frame = /works today, for people we invite/;
  const shared = own.flatMap((lines, place) =>
    [...lines].filter(
      (line) => !frame.test(line) && own.some((others, other) => other > place && others.has(line)),
    ),
  );
  expect(shared).toEqual([]);
});
