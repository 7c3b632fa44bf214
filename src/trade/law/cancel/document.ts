import type { DocumentRequest } from "#platform/pdf/render.server.ts";
import type { UsState } from "../us-states.ts";
import { lastDayToCancel } from "./business-days.ts";
import { around, californian, federal, type Language } from "./wording.ts";

const TEMPLATE = "trade/law/cancel/notice.typ";

/** A sale at a home, as its notice of cancellation needs it. */
export interface Sale {
  /** Where the work is done. */
  readonly state: UsState | null;
  readonly day: Temporal.PlainDate;
  readonly language: Language;
  /** Whether the buyer is 65 or older, which counts in California. */
  readonly isSenior: boolean;
  readonly seller: {
    readonly name: string;
    /** Of the place of business; may have several lines. */
    readonly address: string;
    /** Where the buyer can cancel by email; California requires it. */
    readonly email: string;
    /** Phone, license. */
    readonly contact: readonly string[];
  };
  readonly job: string;
  readonly createdAt: Temporal.Instant;
}

/** Business days that the buyer has: five in California from the age of 65 on, else three. */
export const daysToCancel = ({ state, isSenior }: Pick<Sale, "state" | "isSenior">): 3 | 5 =>
  state === "CA" && isSenior ? 5 : 3;

/** The notice of cancellation with two copies of its form, dates filled in, for `renderPdf`. */
export function noticeOf(sale: Sale): DocumentRequest {
  const { state, day, language, seller, job, createdAt } = sale;
  const days = daysToCancel(sale);
  const words = around[language];
  const inWords = (date: Temporal.PlainDate) =>
    date.toLocaleString(language === "es" ? "es-US" : "en-US", { dateStyle: "full" });
  const until = inWords(lastDayToCancel(day, days));
  const address = seller.address.split(/\s*\n\s*/).join(", ");
  const blanks = { name: seller.name, address, email: seller.email, until };
  const { title, statement, form } =
    state === "CA" ? californian[language](blanks, days) : federal[language](blanks);
  return {
    template: TEMPLATE,
    createdAt,
    data: {
      ...{ title, description: `${title}. ${seller.name}.`, author: seller.name, language },
      contact: [seller.name, address, ...seller.contact].filter(Boolean),
      facts: [
        { name: words.date, value: inWords(day) },
        { name: words.until, value: until },
        ...(job ? [{ name: words.job, value: job }] : []),
      ],
      ...{ statement, form, words, date: inWords(day) },
    },
  };
}
