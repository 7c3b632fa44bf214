import { useEffect, useRef, type ReactNode } from "react";
import { ColorField } from "#ground/businesses/public.tsx";
import { Field, Select, TextArea } from "#ui/field.tsx";
import { AskEmails, AskGuide, AskPage } from "./content-steps.tsx";
import { AskLive, AskMail, AskTest } from "./sending-steps.tsx";
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
  return (
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
}

export const QUESTIONS: Readonly<Record<StepName, (view: StartView) => Question>> = {
  work: () => ({
    title: "What do you do, and who do you do it for?",
    lead: "We write your guide and your follow-up from these two answers. Setup takes ten minutes, and you can stop anytime.",
    Ask: AskWork,
  }),
  guide: ({ magnet }) =>
    magnet
      ? {
          title: magnet.title,
          lead: "Here’s your guide. People get it when they leave their name. You can change any of it, now or later.",
          Ask: AskGuide,
        }
      : {
          title: "Whose name goes on your guide?",
          lead: "A short guide about what people ask before they hire someone like you.",
          Ask: AskGuide,
        },
  look: () => ({
    title: "Your address and your look",
    lead: "Your address goes at the bottom of every email. Your color and logo go on your guide, your page, and your emails.",
    Ask: AskLook,
  }),
  emails: ({ drip }) =>
    drip
      ? {
          title: `Your ${drip.emails.length} emails`,
          lead: `They follow the guide, each on its day, and stop as soon as someone replies. ${drip.scripts} call scripts come with them.`,
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
  mail: () => ({
    title: "How should we send your email?",
    lead: "Replies go to your inbox either way.",
    Ask: AskMail,
  }),
  test: () => ({
    title: "Send yourself the first email",
    lead: "The exact email a client gets. See how it looks on your phone.",
    Ask: AskTest,
  }),
  live: () => ({
    title: "Ready to go live?",
    lead: "Anyone who asks on your page gets your guide right away and your emails after that. You can change or stop it anytime.",
    Ask: AskLive,
  }),
};
