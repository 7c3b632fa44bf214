import { useEffect, useRef, type ReactNode } from "react";
import { ColorField } from "#ground/businesses/public.tsx";
import { Field, Select, TextArea } from "#ui/field.tsx";
import { AskEmails, AskGuide, AskPage, MadeGuide } from "./content-steps.tsx";
import { AskLive } from "./sending-steps.tsx";
import type { StartView } from "./load-start.server.ts";
import { type AskProps, StepForm } from "./step-form.tsx";
import type { StepName } from "./steps.ts";
import { WorkFields } from "./work-fields.tsx";

/** A step's screen: its question and form. */
interface Question {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly Ask: (props: AskProps) => ReactNode;
  /** Has more to show than a form. */
  readonly isLong?: boolean;
}

function AskWork({ view, values, errors, doing }: AskProps) {
  return (
    <StepForm step="work" name="save" button="Next" busy="One moment..." doing={doing}>
      <WorkFields
        product={values["product"] ?? view.said.product}
        audience={values["audience"] ?? view.said.audience}
        errors={errors}
      />
    </StepForm>
  );
}

function AskLook({ view, values, errors, doing }: AskProps) {
  const zone = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The device's zone is nearly always the business's. An explicit choice isn't overridden.
    const list = zone.current?.querySelector("select");
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (list && !list.value && [...list.options].some(({ value }) => value === own)) list.value = own;
  }, []);
  const { magnet } = view;
  const form = (
    <StepForm step="look" name="save" button="Next" busy="Saving..." doing={doing} files>
      {view.business.name ? null : (
        <Field
          name="businessName"
          label="Business name"
          required
          autoComplete="organization"
          defaultValue={values["businessName"]}
          error={errors["businessName"]}
        />
      )}
      <TextArea
        name="postalAddress"
        label="Mailing address"
        rows={3}
        required
        autoComplete="street-address"
        hint="The law requires a mailing address in every marketing email. A P.O. box is fine."
        defaultValue={values["postalAddress"] ?? view.business.postalAddress}
        error={errors["postalAddress"]}
      />
      <div ref={zone}>
        <Select
          name="zone"
          label="Time zone"
          required
          hint="We send on your local time."
          placeholder="Choose one"
          options={view.zones}
          defaultValue={values["zone"] ?? view.business.zone}
          error={errors["zone"]}
        />
      </div>
      <ColorField
        stored={view.business.color}
        typed={values["color"]}
        error={errors["color"]}
        onColor={() => {}}
      />
      <Field
        name="logo"
        type="file"
        label={view.business.logo ? "Change logo" : "Logo"}
        accept="image/png,image/jpeg,image/webp"
        hint="PNG, JPEG, or WebP, up to 5 MB."
        error={errors["logo"]}
      />
    </StepForm>
  );
  if (!magnet) return form;
  return (
    <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
      <div className="lg:order-last">
        <MadeGuide magnet={magnet} />
      </div>
      {form}
    </div>
  );
}

export const QUESTIONS: Readonly<Record<StepName, (view: StartView) => Question>> = {
  work: () => ({
    title: "What do you do, and who do you do it for?",
    lead: "We write your guide and your follow-up from these two answers. Setup takes ten minutes, and you can stop anytime.",
    Ask: AskWork,
  }),
  guide: ({ magnet, draft }) =>
    magnet
      ? {
          title: magnet.title,
          lead: "Here’s your guide. People get it when they leave their name. You can change any of it, now or later.",
          Ask: AskGuide,
        }
      : {
          title: draft ? "Use the guide you made?" : "Whose name goes on your guide?",
          lead: "A short guide about what people ask before they hire someone like you.",
          Ask: AskGuide,
        },
  look: ({ magnet }) => ({
    title: magnet ? "Your guide is ready. Now your address and your look" : "Your address and your look",
    lead: "Your address goes at the bottom of every email. Your color and logo go on your guide, your page, and your emails.",
    Ask: AskLook,
    isLong: magnet !== null,
  }),
  emails: ({ drip }) =>
    drip
      ? {
          title: `Your ${drip.emails.length} emails`,
          lead: `They go out in the days after the guide and stop as soon as someone replies. ${drip.scripts} call scripts come with them.`,
          Ask: AskEmails,
        }
      : {
          title: "What holds people back?",
          lead: "Most people need a few days. These emails keep you top of mind until they reply.",
          Ask: AskEmails,
        },
  page: ({ page }) =>
    page
      ? {
          title: "Your page is open",
          lead: "Anyone with the link can get your guide. Put it on your card, your truck, and in your email signature.",
          Ask: AskPage,
        }
      : {
          title: "Open your page",
          lead: "A short link where people get your guide, with a QR code to print.",
          Ask: AskPage,
        },
  live: ({ wantsOwn, mail, page }) =>
    wantsOwn && !mail.hasOwnServer
      ? {
          title: "Send from your own email",
          lead: "Clients see your address, and replies go to your inbox. We test it and store it encrypted.",
          Ask: AskLive,
        }
      : {
          title: page ? "Ready to go live?" : "Almost ready to go live",
          lead: "Anyone who asks on your page gets your guide right away and your emails after that. You can change or stop it anytime.",
          Ask: AskLive,
        },
};
