import type { MetaDescriptor } from "react-router";
import { brand, publicUrl } from "#platform/config/brand.ts";
import { breadcrumbs, head } from "#platform/http/head.ts";
import type { ToolAccess } from "./access.server.ts";
import type { ScreenName } from "../pictures/screens.ts";
import type { WaitlistSource } from "../waitlist/sources.ts";

/** A field tool as its page describes it. Titles and sources come from the contract. */
export interface Tool {
  readonly name: string;
  readonly path: `/${string}`;
  /** Stored with each address that joins from this page. */
  readonly source: WaitlistSource;
  /** The whole `<title>`. */
  readonly title: string;
  readonly description: string;
  readonly keywords: string;
  readonly heading: string;
  /** What its picture shows, which the tool itself made. */
  readonly shows: string;
  readonly intro: string;
  /** A screen of it in the demonstration, and its caption. */
  readonly screen: readonly [name: ScreenName, caption: string];
  /** What it hands to the rest of the job, and gets from it. */
  readonly thread: string;
  /** Reasons to want it: a lead-in, and the reason. */
  readonly why: readonly (readonly [lead: string, text: string])[];
  readonly features: readonly (readonly [term: string, text: string])[];
  readonly perfectFor?: readonly string[];
  readonly closing: string;
}

/**
 * The tool's availability, on the page and in its data: for people not invited, for those who may open it,
 * for everyone.
 */
export const STAGE: Readonly<Record<ToolAccess["to"], string>> = {
  invited: "By invitation",
  you: "Early access",
  all: "Open to everyone",
};

/** The page's metadata for search engines and link previews. Every value is also on the page. */
export const toolHead =
  ({ name, path, title, description, keywords, intro, features }: Tool) =>
  ({ loaderData }: { loaderData?: ToolAccess | undefined } = {}): MetaDescriptor[] =>
    head({
      title,
      description,
      path,
      keywords,
      image: `/images/social${path}.png`,
      jsonLd: [
        breadcrumbs([
          [brand, "/"],
          [name, path],
        ]),
        {
          "@type": "SoftwareApplication",
          name,
          url: `${publicUrl}${path}`,
          description: intro,
          applicationCategory: "BusinessApplication",
          operatingSystem: "A recent browser on a phone or computer",
          creativeWorkStatus: STAGE[loaderData?.to ?? "invited"],
          featureList: features.map(([term]) => term),
        },
      ],
    });
