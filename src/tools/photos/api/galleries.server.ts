import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { jobQuery } from "#trade/jobs/public.server.ts";
import { CURSOR, cursorOf, endpoint, type Endpoint, readCursor } from "#platform/api/endpoint.ts";
import { at, id, listOf } from "#platform/api/shape-parts.ts";
import { photosGalleries } from "../tables.server.ts";

export const Gallery = z.strictObject({
  id: id.describe("Also of its document in `/papers`, which says who has a link and who looked."),
  jobId: id,
  title: z.string(),
  isLive: z.boolean().describe("Whether photos that fit later show up by themselves."),
  withPlace: z.boolean().describe("Whether it says where photos were taken."),
  fullSize: z.boolean().describe("Whether photos can be downloaded at full size."),
  createdAt: at,
});
export const GalleryList = listOf(Gallery);

export const galleriesCalls: readonly Endpoint[] = [
  endpoint({
    id: "listGalleries",
    method: "GET",
    path: "/galleries",
    about: "Photos",
    summary: "Galleries made for clients, newest first",
    scope: "photos:read",
    query: z.strictObject(jobQuery("galleries")),
    answers: { 200: GalleryList },
    async run({ ctx, query: { limit, cursor, jobId } }) {
      const parts = readCursor(cursor, [CURSOR.instant, CURSOR.id]);
      const { accountId, createdAt } = photosGalleries;
      const found = await ctx.db
        .select()
        .from(photosGalleries)
        .where(
          and(
            eq(accountId, ctx.account.id),
            jobId ? eq(photosGalleries.jobId, jobId) : undefined,
            parts &&
              sql`(${createdAt}, ${photosGalleries.id}) < (${parts[0]}::timestamptz, ${parts[1]}::uuid)`,
          ),
        )
        .orderBy(desc(createdAt), desc(photosGalleries.id))
        .limit(limit + 1);
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        body: {
          data: page.map((gallery) => ({
            ...{ id: gallery.id, jobId: gallery.jobId, title: gallery.title },
            isLive: gallery.chosen.is !== "list",
            ...{ withPlace: gallery.withPlace, fullSize: gallery.fullSize },
            createdAt: gallery.createdAt.toString(),
          })),
          next: found.length > limit && last ? cursorOf([last.createdAt.toString(), last.id]) : null,
        },
      };
    },
  }),
];
