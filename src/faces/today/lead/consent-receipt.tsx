import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { getLead, leadHistory, TYPED_CONSENT } from "#trade/leads/public.server.ts";
import { moment } from "#platform/time/format.ts";
import { DataList, Page, PageHeader, Section } from "#ui/layout.tsx";
import { EmptyState } from "#ui/messages.tsx";

export const meta = ({ loaderData }: { loaderData?: { name: string } | undefined }) => [
  { title: loaderData ? `What ${loaderData.name} agreed to` : "Consent" },
];

/** The text of a consent as the person saw it, when, where and how it was confirmed: to show or print. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const lead = await getLead(ctx, args.params["leadId"] ?? "");
    const business = await getBusiness(ctx);
    const zone = business.zone ?? "UTC";
    const { consents } = await leadHistory(ctx, lead.id);
    return {
      id: lead.id,
      name: lead.name,
      email: lead.email,
      phone: lead.phone,
      business: business.name,
      printed: moment(ctx.now, zone),
      ended: lead.unsubscribedAt ? moment(lead.unsubscribedAt, zone) : null,
      consents: consents.map(({ id, at, channel, wording, wordingVersion, source, confirmedAt }) => ({
        id,
        ...moment(at, zone),
        day: at.toZonedDateTimeISO(zone).toPlainDate().toLocaleString("en-US", { dateStyle: "long" }),
        channel,
        wording,
        version: wordingVersion,
        isTyped: wordingVersion === TYPED_CONSENT,
        source,
        confirmed: confirmedAt ? moment(confirmedAt, zone) : null,
      })),
    };
  });
}

export default function ConsentReceipt() {
  const { id, name, email, phone, business, printed, ended, consents } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title={`What ${name} agreed to`}>
        {business ? `To ${business}. ` : null}Print this page, or save it as a PDF from the print window.
      </PageHeader>
      <DataList
        items={[
          ["Name", name],
          [
            "Email",
            <span key="email" className="wrap-anywhere">
              {email}
            </span>,
          ],
          ...(phone ? [["Phone", phone] as const] : []),
          ...(ended
            ? [
                [
                  "Withdrawn",
                  <time key="ended" dateTime={ended.iso}>
                    {ended.words}
                  </time>,
                ] as const,
              ]
            : []),
          [
            "As of",
            <time key="printed" dateTime={printed.iso}>
              {printed.words}
            </time>,
          ],
        ]}
      />
      {consents.length ? null : (
        <EmptyState title="Nothing yet">
          They haven’t been asked yet, or haven’t confirmed. What they agree to on your page shows up here, in
          the words they saw.
        </EmptyState>
      )}
      {consents.map((consent) => (
        <Section
          key={consent.id}
          title={consent.channel === "text" ? "Texts" : "Emails"}
          id={`consent-${consent.id}`}
        >
          <blockquote className="mt-3 mb-5 max-w-measure text-lg">“{consent.wording}”</blockquote>
          <DataList
            items={[
              [
                "When",
                <>
                  <time dateTime={consent.iso}>{consent.words}</time>
                  <span className="block text-pencil">{consent.day}</span>
                </>,
              ],
              [
                "Where",
                <span key="where" className="wrap-anywhere">
                  {consent.source}
                </span>,
              ],
              ["Wording version", consent.version],
              [
                "Confirmed",
                consent.confirmed ? (
                  <>
                    They tapped the button in our email to their address,{" "}
                    <time dateTime={consent.confirmed.iso}>{consent.confirmed.words}</time>
                  </>
                ) : consent.isTyped ? (
                  "No. You noted it yourselves"
                ) : (
                  "Not needed: they sent the form themselves"
                ),
              ],
            ]}
          />
        </Section>
      ))}
      <p className="mt-8" data-no-print="">
        <a className="text-link" href={`/account/leads/${id}`}>
          Back to {name}
        </a>
      </p>
    </Page>
  );
}
