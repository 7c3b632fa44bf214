import { closeRenderers } from "#platform/pdf/render.server.ts";
import { sampleChange } from "../samples/sample-change.ts";
import { sampleEstimate } from "../samples/sample-estimate.ts";
import { sampleTalk } from "../samples/sample-talk.ts";
import { sampleWalk } from "../samples/sample-walk.ts";
import { changePicture } from "../tools/change-picture.ts";
import { estimatePicture } from "../tools/estimate-picture.ts";
import { talkPicture } from "../tools/talk-picture.ts";
import { walkPicture } from "../tools/walk-picture.ts";
import { articles } from "../articles/articles.server.ts";
import { articleSubjects, logbook } from "./articles-subjects.ts";
import { drawSheet, type SheetWords } from "./frame.ts";
import { drawGuide } from "./guide.ts";
import { drawLogPage } from "./log-page.ts";
import { drawMarkedPhoto } from "./marked-photo.ts";
import { drawPaperPage, PHOTO_SHADES } from "./paper-page.ts";
import { type PageName, pagePictures } from "./pages.ts";
import { pageSubjects } from "./pages-subjects.ts";
import { toolSubjects } from "./tools-subjects.ts";

const subjects = { ...pageSubjects, ...toolSubjects } satisfies Record<PageName, unknown>;

/** Every drawn picture of the site as PNG, by path. The same pages and articles give the same bytes. */
export async function drawSheets(): Promise<Map<string, Buffer>> {
  const pages = Object.entries<SheetWords>(pagePictures).map(
    ([name, words]) => [`/images/social/${name}.png`, drawSheet(words, subjects[name as PageName])] as const,
  );
  const blog = articles().flatMap(({ slug, title, image, social }) => {
    // An article without a drawing gets the open logbook and its title.
    const { subject, point } = articleSubjects[slug] ?? { subject: logbook, point: shortTitle(title) };
    return [
      [image, drawSheet({ title: point, small: "Daily logs" }, subject)],
      [social, drawSheet({ title: shortTitle(title), small: "Daily logs" }, subject)],
    ] as const;
  });
  return new Map(
    await Promise.all([...pages, ...blog].map(async ([name, png]) => [name, await png] as const)),
  );
}

/** All pictures that a build makes. */
export async function drawPictures(): Promise<Map<string, Buffer>> {
  try {
    return new Map([
      ...(await drawSheets()),
      ...(await drawGuide()),
      ...(await drawLogPage()),
      await drawPaperPage(estimatePicture, sampleEstimate()),
      await drawPaperPage(changePicture, sampleChange()),
      ...(await drawMarkedPhoto()),
      await drawPaperPage(walkPicture, sampleWalk(), PHOTO_SHADES),
      await drawPaperPage(talkPicture, sampleTalk()),
    ]);
  } finally {
    await closeRenderers();
  }
}

/** The part of a title before a colon or comma: a preview shows the full title beside the picture. */
export function shortTitle(title: string): string {
  return title.split(/[:,] /)[0] ?? title;
}
