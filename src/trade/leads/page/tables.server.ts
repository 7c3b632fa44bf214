import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { FormAsks } from "../form/questions.ts";

/** What a personal page gives away. A snapshot, so the page does not depend on the maker's tables. */
export interface Offer {
  readonly kind: "magnet";
  readonly magnetId: string;
  readonly title: string;
  readonly promise: string;
  /** The file store's id of the document, and its download name. */
  readonly file: string;
  readonly fileName: string;
  /** Its cover as a picture, with its size in pixels, and the headings of its parts. */
  readonly cover?: { readonly file: string; readonly width: number; readonly height: number };
  readonly inside?: readonly string[];
}

export const leadsPages = pgTable(
  "leads_pages",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    slug: text("slug").notNull(),
    offer: jsonb("offer").$type<Offer>().notNull(),
    /** What its form asks; null for only name and email. */
    form: jsonb("form").$type<FormAsks>(),
    createdAt: instant("created_at").notNull(),
    closedAt: instant("closed_at"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Directory: slug to account and page. Public, readable across accounts; written only within the account. */
export const leadsSlugs = pgTable(
  "leads_slugs",
  {
    slug: text("slug").primaryKey(),
    accountId: accountId(),
    pageId: uuid("page_id").notNull(),
  },
  (table) => [index("leads_slugs_page").on(table.accountId, table.pageId)],
);

export const leadsReadableRows = { leads_slugs: "true" };
