import type { LoaderFunctionArgs } from "react-router";
import { getBusiness, letterheadOf } from "#ground/businesses/public.server.ts";
import { contactOf } from "#trade/reports/public.server.ts";
import { documentColors } from "#platform/drawing/document-colors.ts";
import { sendPdf } from "#platform/http/send-pdf.server.ts";
import { renderPdf } from "#platform/pdf/render.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { inForms } from "../forms/access.server.ts";
import { findAsked } from "../forms/find.server.ts";
import { companyYears, formatEmr } from "./rates.server.ts";

const LOGO = "logo.png";
const DEFAULT_COLOR = "#1A43BA";
const HEADING = "Safety record for prequalification";

/** The safety record of the company’s last years as PDF, on its letterhead. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  sendPdf(async () => {
    const { business, rows, today, now } = await inForms(args, async (ctx) => {
      const asked = await findAsked(ctx, args);
      const found = await companyYears(ctx, asked.years, asked.today);
      return { business: await getBusiness(ctx), rows: found, today: asked.today, now: ctx.now };
    });
    const { colour, logo } = await letterheadOf(business);
    const sender = business.name ?? "Plumbline";
    const shown = rows.filter(({ hours, cases, emr }) => hours !== null || cases > 0 || emr !== null);
    const file = await renderPdf({
      template: "tools/safety/prequalification/prequalification.typ",
      createdAt: now,
      data: {
        ...{ title: `${HEADING}, ${sender}`, author: sender, sender, contact: contactOf(business) },
        description: `Hours, TRIR, DART and EMR of ${sender} by year.`,
        accent: documentColors(colour, DEFAULT_COLOR).accent,
        logo: logo ? LOGO : null,
        ...{ heading: HEADING, running: `${HEADING}, ${sender}`, words: { page: "Page", of: "of" } },
        as: `As of ${dayWords(Temporal.PlainDate.from(today))}. From the company’s OSHA 300 logs.`,
        headings: [
          "Year",
          "Hours worked",
          "Recordable cases",
          "Days away, restricted or transferred",
          "Deaths",
          "TRIR",
          "DART",
          "EMR",
        ],
        rows: shown.map(({ year, hours, cases, totals, rates, emr }) => [
          ...[String(year), hours?.toLocaleString("en-US") ?? "", String(cases)],
          ...[String(totals.daysAwayCases + totals.restrictedCases), String(totals.deaths)],
          ...[rates?.trir.value.toFixed(2) ?? "", rates?.dart.value.toFixed(2) ?? "", formatEmr(emr)],
        ]),
        how: "How it is computed",
        formulas: shown.flatMap(({ year, rates }) =>
          rates ? [`${year}: TRIR ${rates.trir.formula}; DART ${rates.dart.formula}`] : [],
        ),
        note: "200,000 are the hours of 100 people who work 40 hours a week for 50 weeks. The EMR is from the workers’ compensation insurer.",
      },
      ...(logo ? { files: { [LOGO]: logo } } : {}),
    });
    return {
      file,
      name: "safety-record.pdf",
      how: new URL(args.request.url).searchParams.has("download") ? "attachment" : "inline",
    };
  });
