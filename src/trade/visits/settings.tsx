import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { actInAccount, inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { HoursFields } from "#ground/businesses/public.tsx";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { CopyButton, SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, fieldId, Select } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { addCalendar, listCalendars, readAddress, removeCalendar } from "./calendars.server.ts";
import { CalendarsSection, FeedSection } from "./calendars.tsx";
import { businessLink, feedLink } from "./links.server.ts";
import { CHOICES, exceptionField, exceptionLines, NUMBERS } from "./settings-choices.ts";
import { readSettings, valuesOf } from "./settings-form.ts";
import { renewFeed, saveSettings, visitSettings } from "./settings.server.ts";

export const meta = () => [{ title: "Visits" }];

/** When and how clients can book visits. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const settings = await visitSettings(ctx);
    return {
      values: valuesOf(settings),
      isOpen: settings.isOpen,
      link: await businessLink(ctx),
      feed: settings.feedId === null ? null : feedLink(ctx, settings.feedId),
      calendars: await listCalendars(ctx),
      saved: new URL(args.request.url).searchParams.get("saved"),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  try {
    const calendar = await actInAccount(args, "business.change", async (ctx) =>
      form["do"] === "calendar-add"
        ? { account: ctx.account.id, address: readAddress(form["address"] ?? "") }
        : null,
    );
    if (calendar) {
      await addCalendar(calendar.account, {
        ...calendar,
        name: (form["calendar"] ?? "").trim().slice(0, 60),
      });
      return redirect("/account/settings/visits?saved=calendar#calendars", 303);
    }
    return await actInAccount(args, "business.change", async (ctx) => {
      if (form["do"] === "calendar-remove") {
        await removeCalendar(ctx, form["id"] ?? "");
        return redirect("/account/settings/visits?saved=calendar#calendars", 303);
      }
      if (form["do"] === "feed-renew") {
        await renewFeed(ctx);
        return redirect("/account/settings/visits?saved=feed#feed", 303);
      }
      const today = ctx.now
        .toZonedDateTimeISO(await zoneOf(ctx))
        .toPlainDate()
        .toString();
      await saveSettings(ctx, readSettings(form, today));
      return redirect("/account/settings/visits?saved", 303);
    });
  } catch (error) {
    return refuseForm(error, { ...form } as Record<string, string>);
  }
}

const LABELS = {
  lengthMinutes: { label: "How long a visit takes" },
  travelMinutes: { label: "Travel time between two visits" },
  noticeHours: { label: "How soon", hint: "The shortest notice you want." },
  aheadDays: { label: "How far ahead" },
  remindHours: {
    label: "Remind clients",
    hint: "By email, and by text if they agreed to texts.",
  },
} as const;

export default function VisitsSettings() {
  const { values: before, isOpen, link, feed, calendars, saved } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const isOfCalendar = refused?.values["do"] === "calendar-add";
  const values = refused && !isOfCalendar ? refused.values : before;
  const errors = refused && !isOfCalendar ? refused.errors : {};
  return (
    <Page narrow>
      <PageHeader title="Visits">
        Clients pick a free time from your page, an email or a text. It goes on your Today, both of you get a
        confirmation, and their follow-up stops.
      </PageHeader>
      {isOpen ? (
        <Section title="Your booking link" id="booking-link">
          <p className="text-lg wrap-anywhere">
            <a className="text-link" id="visits-link" href={link}>
              {link}
            </a>
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <CopyButton target="visits-link">Copy the link</CopyButton>
          </div>
        </Section>
      ) : null}
      <Section title="When clients can book" id="hours">
        <Form method="post" className="form">
          <ErrorSummary errors={errors} />
          <Checkbox
            name="isOpen"
            label="Let clients book visits online"
            defaultChecked={values["isOpen"] === "yes"}
          />
          <Field
            name="name"
            label="What they book"
            required
            maxLength={60}
            defaultValue={values["name"]}
            error={errors["name"]}
          />
          <HoursFields week="visits" values={values} errors={errors} />
          <Exceptions values={values} errors={errors} />
          {NUMBERS.map((name) => (
            <Select
              key={name}
              name={name}
              {...LABELS[name]}
              unmarked
              options={CHOICES[name]}
              defaultValue={values[name]}
              error={errors[name]}
            />
          ))}
          <fieldset className="field fieldset" id={fieldId("places")} tabIndex={-1}>
            <legend>Where</legend>
            <Checkbox
              name="place-theirs"
              label="At the client’s. They give the address."
              defaultChecked={values["place-theirs"] === "yes"}
            />
            <Checkbox
              name="place-ours"
              label="At your address"
              defaultChecked={values["place-ours"] === "yes"}
            />
            <Checkbox
              name="place-phone"
              label="By phone. You call them."
              defaultChecked={values["place-phone"] === "yes"}
            />
            {errors["places"] ? <p className="field-error">{errors["places"]}</p> : null}
          </fieldset>
          <SubmitButton busy="Saving..." sending={navigation.state !== "idle"}>
            Save
          </SubmitButton>
          <StatusLine kind={refused && !isOfCalendar ? "error" : "done"}>
            {refused && !isOfCalendar ? refused.message : saved === "" ? "Saved." : null}
          </StatusLine>
        </Form>
      </Section>
      <CalendarsSection
        calendars={calendars}
        refused={isOfCalendar ? refused : undefined}
        isSaved={saved === "calendar"}
        sending={navigation.formData?.get("do") === "calendar-add"}
      />
      {feed ? <FeedSection feed={feed} isRenewed={saved === "feed"} /> : null}
    </Page>
  );
}

function Exceptions({
  values,
  errors,
}: {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <fieldset className="field fieldset" aria-describedby="exceptions-hint">
      <legend>Days that differ</legend>
      <p className="field-hint" id="exceptions-hint">
        A day without times is a day off. Clear the date to remove a line.
      </p>
      <div className="week">
        {Array.from({ length: exceptionLines(values) }, (_, at) => {
          const day = exceptionField(at, "day");
          const error = errors[day];
          return (
            <div className="week-day" data-dated="" key={day}>
              <input
                className="input"
                type="date"
                id={fieldId(day)}
                name={day}
                aria-label={`Day ${at + 1} that differs`}
                aria-invalid={error ? true : undefined}
                defaultValue={values[day] ?? ""}
              />
              <input
                className="input"
                type="time"
                name={exceptionField(at, "from")}
                aria-label={`Day ${at + 1}, first visit starts`}
                defaultValue={values[exceptionField(at, "from")] ?? ""}
              />
              <span className="week-to">to</span>
              <input
                className="input"
                type="time"
                name={exceptionField(at, "to")}
                aria-label={`Day ${at + 1}, last visit ends`}
                defaultValue={values[exceptionField(at, "to")] ?? ""}
              />
              {error ? <p className="field-error">{error}</p> : null}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
