import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bannedPhrases } from "#ground/writing/public.server.ts";
import { LAPTOP } from "./harness/browser.ts";
import { ACCOUNT_PAGES, PUBLIC_ROUTES } from "./harness/public-pages.ts";
import { Reader } from "./harness/reader.ts";

// The public site's contract, line by line: its claims, its routes, home and the explainers. Tests are named
// for the line they check. The rest is in website-pages, website-forms and website-frame.

let reader: Reader;
beforeAll(async () => void (reader = await Reader.start()), 120_000);
afterAll(() => reader?.stop());

/** A page's numbered steps: an ordered list whose items have headings. */
const STEPS = "main ol > li:has(> h3, > * > h3)";

describe("1. What the product does and for whom", () => {
  it("Pitch: automated follow-up emails or texts based on client behavior, without a customer-management tool; stays top of mind, closes more deals and gets more referrals", async () => {
    const text = await reader.read("/");
    expect(text).toContain("automated follow-up emails or texts based on client behavior");
    expect(text, "what is true of texts").toContain("texts go only to people who agreed to them");
    expect(text).toMatch(/top of mind/);
    expect(text).toMatch(/more deals/);
    expect(text).toMatch(/referral/);
    expect(text).toMatch(/without (a crm|a customer-management tool)/);
  });

  it.each(["/about", "/leadMagnet", "/leadDrip"])(
    "%s speaks of texts too, and that people agree to them first",
    async (path) => {
      expect(await reader.read(path)).toMatch(
        /\btexts?\b[^.]{0,80}\bagreed? to (texts|them)\b|\btext\b.{0,80}did not agree to texts/,
      );
    },
  );

  it("Home page three steps: capture interest (a lead form on the user's site or a shareable personal link), automate follow-up, win more business", async () => {
    await reader.open("/");
    const steps = await reader.texts(`${STEPS} h3`);
    expect(steps.map((one) => one.toLowerCase())).toEqual([
      "capture interest",
      "automate follow-up",
      "win more business",
    ]);
    const first = await reader.words(STEPS);
    expect(first).toMatch(/lead form on your site/);
    expect(first).toMatch(/share your personal link/);
    // The embed script exists.
    const script = await fetch(`${reader.product.url}/embed.js`);
    expect([script.status, script.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("javascript"),
    ]);
  });

  it("Claims: hosted on a backend platform (a true sentence about where and how data is kept)", async () => {
    expect(await reader.read("/")).toMatch(/hosted on a backend platform.*database/);
  });

  it("Claims: GDPR and CCPA compliant (links to the part of /privacy that lists export, erasure and consent functions)", async () => {
    await reader.open("/");
    expect(await reader.words()).toContain("GDPR and CCPA compliant");
    const link = (await reader.page.locator('main a[href^="/privacy#"]').first().getAttribute("href"))!;
    await reader.open("/privacy");
    const part = reader.page.locator(`[id="${new URL(link, reader.product.url).hash.slice(1)}"]`);
    expect(await part.count()).toBe(1);
    // The part may be a section, or a heading with what follows it.
    const text = await part.evaluate((one) => {
      if (!/^H\d$/.test(one.tagName)) return one.textContent ?? "";
      const found = [one.textContent];
      for (
        let next = one.nextElementSibling;
        next && !/^H[12]$/.test(next.tagName);
        next = next.nextElementSibling
      )
        found.push(next.textContent);
      return found.join(" ");
    });
    for (const word of [/export/i, /eras|delet/i, /consent/i]) expect(text).toMatch(word);
  });

  it("Claims: a lead magnet plus follow-up system can go live in 10 minutes with no tech skills", async () => {
    const text = await reader.read("/");
    expect(text).toMatch(/10 minutes/);
    expect(text).toMatch(/no tech skills/);
  });

  it("Claims: the first lead magnet is free (the next ones need an account, which is free)", async () => {
    for (const path of ["/", "/leadMagnet"]) {
      const text = await reader.read(path);
      expect(text, path).toMatch(/first lead magnet is free/);
      expect(text, path).toMatch(/accounts are free too|need an account, which is free/);
    }
  });

  it("Claims: a lead magnet takes 60 seconds to make; lead magnet output is a PDF or text version", async () => {
    const text = await reader.read("/leadMagnet");
    expect(text).toMatch(/60 seconds/);
    expect(text).toMatch(/pdf/);
    expect(text).toMatch(/as text|text version/);
  });

  it("Claims: lead drip output is 3-5 follow-up emails and 2-3 call scripts", async () => {
    const text = await reader.read("/leadDrip");
    expect(text).toMatch(/3[-–]5 (follow-up )?emails/);
    expect(text).toMatch(/2[-–]3 call scripts/);
  });

  it("Three static testimonials (a structural engineer, a design-build contractor, a solar consultant), each with quote, first name with initial, and role", async () => {
    await reader.open("/");
    const quotes = reader.page.locator("figure", { has: reader.page.locator("blockquote") });
    expect(await quotes.count()).toBe(3);
    const roles = ["Structural engineer", "Design-build contractor", "Solar consultant"];
    for (const [place, role] of roles.entries()) {
      const quote = quotes.nth(place);
      expect(((await quote.locator("blockquote").textContent()) ?? "").length).toBeGreaterThan(40);
      const caption = await quote.locator("figcaption").innerText();
      expect(caption.toLowerCase()).toContain(role.toLowerCase());
      expect(caption).toMatch(/(^|\n)[A-Z]\p{L}+ [A-Z]\.\n/u);
    }
    expect(
      await reader.words(),
      "written by us as samples: a visible line under the heading says so",
    ).toMatch(/What Our Users Say\s*Sample quotes/);
    expect(await reader.page.getByText("Sample quotes", { exact: true }).isVisible()).toBe(true);
  });

  it.each([
    [
      "/buildlog",
      "BuildLog: daily jobsite log with photos, notes, video, automatic weather logging, PDF reports, multi-user access",
      [/daily/, /photos?/, /notes?/, /video/, /weather/, /pdf/, /crew|team|users|everyone|multi-user/],
    ],
    [
      "/changeorder",
      "Change tracker (ChangeLog): logs change orders and scope changes with photos, descriptions, timestamps; tracks approvals, revisions, timelines",
      [
        /change orders?/,
        /scope/,
        /photos?/,
        /descri|in writing/,
        /timestamp|time-stamp|date and time|time of day|stamped/,
        /approv/,
        /revision/,
        /timeline/,
      ],
    ],
    [
      "/checky",
      "Checky: inspection and punch-list checklists with reusable templates, task assignment with due dates, notes, photos, exported reports, real-time collaboration",
      [
        /inspection/,
        /punch/,
        /template/,
        /assign/,
        /due date/,
        /notes?/,
        /photos?/,
        /report|export/,
        /real[- ]time/,
      ],
    ],
    [
      "/proofpix",
      "ProofPix: photo documentation with tagging by room, trade or status, albums and galleries per project, shareable visual reports, optional GPS and timestamp tagging",
      [/tag/, /room/, /trade/, /status/, /albums?/, /galler/, /report/, /gps/, /timestamp|time/],
    ],
    [
      "/estimini",
      "EstiMini: quick estimates for small jobs with custom line items, a client-facing view with optional signature, sending by email or shareable link, status tracking of sent, viewed, approved",
      [/small jobs?/, /line items?/, /client/, /sign/, /email/, /link/, /sent/, /viewed/, /approved/],
    ],
    [
      "/sitesafe",
      "SiteSafe: inspection checklists with photo capture, digital toolbox talks with e-signature attendance, storage of safety plans and SDS sheets, incident and near-miss logs, exported audit reports",
      [
        /inspection/,
        /photos?/,
        /toolbox talk/,
        /sign/,
        /safety plan/,
        /sds/,
        /incident/,
        /near[- ]miss/,
        /audit/,
      ],
    ],
  ] as const)("%s: %s", async (path, _, wanted) => {
    const text = await reader.read(path);
    for (const word of wanted) expect(text).toMatch(word);
  });

  it("Articles area: six bundled articles on daily logs (avoiding disputes, jobsite photo tips, benefits, seven essential log items, how to log weather, photos versus notes)", async () => {
    await reader.open("/articles");
    const titles = (await reader.texts('main a[href^="/blog/"]')).filter(Boolean).join("\n").toLowerCase();
    for (const topic of [
      /dispute/,
      /photo.*tips?|tips?.*photo/,
      /benefit|why/,
      /seven|7/,
      /weather/,
      /photos (versus|vs\.?|or) notes|notes (versus|vs\.?|or) photos/,
    ])
      expect(titles).toMatch(topic);
    expect(reader.articles).toHaveLength(6);
  });

  it("They state the logging tool captures notes, photos and video, tags logs with time, date and location, organises by project and day, shares logs, and can log weather automatically", async () => {
    let all = "";
    for (const path of reader.articles) {
      const text = await reader.read(path);
      expect(text, path).toContain("buildlog");
      expect(text, `${path}: a waitlist is mentioned for it`).toMatch(/waitlist/);
      all += text;
    }
    for (const word of [
      /notes, photos,? and video/,
      /time, date,? and location|date, time,? and location/,
      /by (project|job) and (by )?day/,
      /share/,
      /weather (by itself|automatically|for you)|logs the weather/,
    ])
      expect(all).toMatch(word);
  });

  it("About page: founder story; industries served; links to the contact page; no link to a profile that is not set", async () => {
    const text = await reader.read("/about");
    for (const industry of [
      "structural and civil engineers",
      "contractors and builders",
      "designers and consultants",
      "home service businesses",
    ])
      expect(text).toContain(industry);
    expect(text).toMatch(/founder|started|built/);
    expect(await reader.page.locator('main a[href="/contact"]').count()).toBeGreaterThan(0);
    expect(
      await reader.page.locator('a[href^="http"]:not([href^="http://localhost"])').count(),
      "links to other sites",
    ).toBe(0);
  });
});

describe("2. Screens and routes", () => {
  it.each(PUBLIC_ROUTES)("%s: every page has a navigation bar and a footer", async (path) => {
    const answer = await reader.open(path);
    expect(answer.status()).toBe(200);
    expect(answer.request().redirectedFrom()).toBeNull();
    expect(await reader.page.locator("h1").count()).toBe(1);
    expect(await reader.page.locator("header nav").count()).toBe(1);
    expect(await reader.page.locator("footer").count()).toBe(1);
  });

  it("Page title and description are reset on every route change: each page has its own", async () => {
    const titles = new Map<string, string>();
    const descriptions = new Map<string, string>();
    for (const path of [...PUBLIC_ROUTES, ...reader.articles]) {
      await reader.open(path);
      const [title, text] = [await reader.page.title(), await reader.description()];
      expect(title, path).not.toBe("");
      expect(text, path).not.toBe("");
      expect(titles.get(title), `${path} has the title of another page: ${title}`).toBeUndefined();
      expect(descriptions.get(text), `${path} has the description of another page: ${text}`).toBeUndefined();
      titles.set(title, path);
      descriptions.set(text, path);
    }
  });

  it("No page says anything worn, in its words or in what it tells machines", async () => {
    expect(bannedPhrases("Unlock a seamless journey")).not.toEqual([]);
    for (const path of [...PUBLIC_ROUTES, ...reader.articles]) {
      await reader.open(path);
      const all = [await reader.words("body"), await reader.page.title(), await reader.description()];
      expect(all.flatMap(bannedPhrases), path).toEqual([]);
    }
  });

  it.each([
    ["/terms", "/termsofservice"],
    ["/generate/lead-magnet", "/genLeadMagnet"],
    ["/generate/lead-drip", "/genLeadDrip"],
  ])("%s redirects to %s (301)", async (from, to) => {
    const answer = await fetch(reader.product.url + from, { redirect: "manual" });
    expect(answer.status).toBe(301);
    expect(new URL(answer.headers.get("location")!, reader.product.url).pathname).toBe(to);
  });

  it.each(["/termsofservice", "/privacy"])("%s (effective 6/22/2025)", async (path) => {
    await reader.open(path);
    expect(await reader.words()).toMatch(/effective[^.]{0,30}6\/22\/2025/i);
    expect((await reader.words()).length, "complete").toBeGreaterThan(3000);
  });

  it.each([...ACCOUNT_PAGES.map(([path]) => path), "/account/job/0199f000-0000-7000-8000-000000000000"])(
    "Account pages: signed-out visitors of %s are sent to /login",
    async (path) => {
      const answer = await fetch(reader.product.url + path, { redirect: "manual" });
      expect([302, 303]).toContain(answer.status);
      const at = new URL(answer.headers.get("location")!, reader.product.url);
      expect(at.pathname).toBe("/login");
      // The dashboard is the default after login.
      expect(at.searchParams.get("next") ?? "/account/dashboard").toBe(path);
    },
  );

  it("Unknown addresses and article slugs: 404 with the site's own not-found page", async () => {
    for (const path of ["/nowhere", "/blog/no-such-article", "/leadmagnets"]) {
      expect((await reader.open(path)).status(), path).toBe(404);
      expect(await reader.page.locator("header nav").count()).toBe(1);
      expect(await reader.page.locator("h1").innerText()).toBe("Page not found");
      expect(await reader.words(), "no dead end").not.toContain("Loading...");
    }
  });

  it("The public paths are written as the contract has them, whatever the case of letters", async () => {
    for (const path of ["/genLeadMagnet", "/leadMagnet"]) {
      await reader.open(path);
      expect(await reader.page.locator('link[rel="canonical"]').getAttribute("href")).toBe(
        reader.product.url + path,
      );
    }
  });
});

describe("2. Home", () => {
  const PITCH = "Automated client follow-up for busy service pros.";

  it(`Title and description "${PITCH}"`, async () => {
    await reader.open("/");
    expect(await reader.page.title()).toBe(PITCH);
    expect(await reader.description()).toBe(PITCH);
  });

  it('Hero heading "Automated Client Follow-Up for Busy Service Pros" with call to action "Get My Free Lead Magnet" to /leadMagnet', async () => {
    await reader.open("/");
    expect(await reader.texts("h1")).toEqual(["Automated Client Follow-Up for Busy Service Pros"]);
    const call = reader.page.locator("main a", { hasText: "Get My Free Lead Magnet" }).first();
    expect((await call.textContent())?.trim()).toBe("Get My Free Lead Magnet");
    expect(await call.getAttribute("href")).toBe("/leadMagnet");
    const box = (await call.boundingBox())!;
    expect(box.y + box.height, "seen without scrolling").toBeLessThan(LAPTOP.height);
  });

  it('"How It Works" with three numbered steps', async () => {
    await reader.open("/");
    expect(await reader.page.getByRole("heading", { name: "How It Works", exact: true }).count()).toBe(1);
    expect(await reader.page.locator(STEPS).count()).toBe(3);
    for (const place of [0, 1, 2])
      expect(await reader.page.locator(STEPS).nth(place).innerText()).toMatch(
        new RegExp(`^\\s*${place + 1}\\b`),
      );
  });

  it(`"Built for Service Pros Who Don't Have Time to Chase Leads" with three trust claims`, async () => {
    await reader.open("/");
    const heading = "Built for Service Pros Who Don't Have Time to Chase Leads";
    expect(await reader.texts("h2")).toContain(heading);
    expect(await reader.page.locator(`xpath=//h2[.="${heading}"]/following::ul[1]/li`).count()).toBe(3);
  });

  it('Testimonials titled "What Our Users Say" (three-column grid on wide screens)', async () => {
    await reader.open("/");
    expect(await reader.texts("h2")).toContain("What Our Users Say");
    const boxes = await Promise.all(
      (await reader.page.locator("figure:has(blockquote)").all()).map((one) => one.boundingBox()),
    );
    expect(new Set(boxes.map((box) => Math.round(box!.y))).size, "side by side").toBe(1);
    expect(new Set(boxes.map((box) => Math.round(box!.x))).size).toBe(3);
  });

  it("A closing call to action to /leadMagnet", async () => {
    await reader.open("/");
    expect(await reader.page.locator("main a").last().getAttribute("href")).toBe("/leadMagnet");
  });

  it("Footer with current year and links to /terms, /privacy, /contact", async () => {
    await reader.open("/");
    expect(await reader.words("footer")).toContain(String(new Date().getFullYear()));
    const links = await reader.page
      .locator("footer a")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(links).toEqual(expect.arrayContaining(["/terms", "/privacy", "/contact"]));
  });
});

describe("2. Explainers", () => {
  it.each([
    ["/leadMagnet", ["/genLeadMagnet", "/generate/lead-magnet"]],
    ["/leadDrip", ["/genLeadDrip", "/generate/lead-drip"]],
  ])(
    "%s: how it works in 3 steps, what you get, who it is for, sample output, trust lines, call to action",
    async (path, calls) => {
      await reader.open(path);
      const headings = (await reader.texts("main h2")).map((one) => one.toLowerCase());
      for (const heading of [/how it works/, /what you get/, /who it(’|'| i)s for/, /sample output/])
        expect(
          headings.some((one) => heading.test(one)),
          `${heading} in ${headings.join(", ")}`,
        ).toBe(true);
      expect(await reader.listUnder(/how it works/i).count()).toBe(3);
      const links = await reader.page
        .locator("main a")
        .evaluateAll((all) => all.map((one) => one.getAttribute("href")!));
      expect(links.filter((one) => calls.includes(one)).length).toBeGreaterThanOrEqual(1);
      // The trust lines are beside the last call to action: what it costs, what is sent, and how data is
      // stored.
      const closing = reader.page
        .locator("main section", {
          has: reader.page.locator(`a[href="${links.findLast((one) => calls.includes(one))!}"]`),
        })
        .last();
      const trust = await closing.locator("li").allTextContents();
      expect(trust.length, "trust lines").toBeGreaterThanOrEqual(3);
      expect(trust.join("\n")).toMatch(/no (credit )?card/i);
      expect(trust.join("\n")).toMatch(/^Nothing goes to your (clients|lead) until you send it\.$/m);
      expect(trust.join("\n")).toMatch(/GDPR and CCPA compliant/);
      expect(await closing.locator('li a[href="/privacy#your-data"]').count()).toBe(1);
    },
  );
});
