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
        label="Postal address"
        rows={3}
        required
        autoComplete="street-address"
        hint="Mail law asks for it at the foot of every follow-up."
        defaultValue={values["postalAddress"] ?? view.business.postalAddress}
        error={errors["postalAddress"]}
      />
      <div ref={zone}>
        <Select
          name="zone"
          label="Time zone"
          required
          hint="Follow-up keeps to its clock."
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
        label={view.business.logo ? "Another logo" : "Logo"}
        accept="image/png,image/jpeg,image/webp"
        hint="PNG, JPEG or WebP, up to 5 MB."
        error={errors["logo"]}
      />
    </StepForm>
  );
}

export const QUESTIONS: Readonly<Record<StepName, (view: StartView) => Question>> = {
  work: () => ({
    title: "What do you do, and for whom?",
    lead: "From these two answers we write your guide and your follow-up. It takes ten minutes, and you can stop anywhere.",
    Ask: AskWork,
  }),
  guide: ({ magnet }) =>
    magnet
      ? {
          title: magnet.title,
          lead: "This is your guide. People get it when they leave their name. Every word can be changed, now or later.",
          Ask: AskGuide,
        }
      : {
          title: "Whose name stands on your guide?",
          lead: "A short guide about what people ask before they hire somebody like you.",
          Ask: AskGuide,
        },
  look: () => ({
    title: "Where are you, and what is your color?",
    lead: "Your address stands under every mail. Your color and your logo stand on your guide, your page and your mails.",
    Ask: AskLook,
  }),
  emails: ({ drip }) =>
    drip
      ? {
          title: `Your ${drip.emails.length} emails`,
          lead: `They follow the guide, each on its day, and stop at once when somebody answers. ${drip.scripts} call scripts come with them.`,
          Ask: AskEmails,
        }
      : {
          title: "What holds people back?",
          lead: "Most people need a few days. These emails keep you in their mind until they answer.",
          Ask: AskEmails,
        },
  page: ({ page }) =>
    page
      ? {
          title: "Your page is open",
          lead: "Whoever opens it can ask for your guide. Put it on your card, your truck and under your mails.",
          Ask: AskPage,
        }
      : {
          title: "Open your page",
          lead: "A short address where people ask for your guide, with a code to print.",
          Ask: AskPage,
        },
  mail: () => ({
    title: "How should your mail leave?",
    lead: "Answers come to you either way.",
    Ask: AskMail,
  }),
  test: () => ({
    title: "Send yourself the first mail",
    lead: "The very mail that somebody gets who asks for your guide, to look at on your phone.",
    Ask: AskTest,
  }),
  live: () => ({
    title: "Ready to go live?",
    lead: "From then on, whoever asks on your page gets your guide at once and your emails after it. You can change or stop it any day.",
    Ask: AskLive,
  }),
};
