import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
  useRevalidator,
} from "react-router";
import { actInAccount, inAccount, isZone, ZONE_CHOICES } from "#ground/businesses/public.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { isId } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { removeDevice } from "../push/devices.server.ts";
import { CHANNELS, type Channel } from "../kinds.ts";
import { Texts } from "../texts/texts.tsx";
import { PushButton } from "../push/push-button.tsx";
import { proveNumber, removeNumber, sendCode } from "../texts/phones.server.ts";
import { loadSettings, saveSettings } from "./settings.server.ts";
import { boxName, readSettings, type SettingsValues } from "./settings-form.ts";

export const meta = () => [{ title: "Notifications" }];

const HERE = "/account/settings/notifications";

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => ({
    ...(await loadSettings(ctx)),
    zones: ZONE_CHOICES,
    isSaved: new URL(args.request.url).searchParams.has("saved"),
  }));
}

/** Saves the choices, removes a device, or sets up the number for texts. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const { device, do: what } = form;
  const kinds = (form["kinds"] ?? "").split(" ");
  try {
    const wrong = await actInAccount(args, "work.read", async (ctx) => {
      if (what === "phone") await sendCode(ctx, form["phone"] ?? "");
      else if (what === "code") return await proveNumber(ctx, form["code"] ?? "");
      else if (what === "forget") await removeNumber(ctx);
      else if (device === undefined) await saveSettings(ctx, form);
      else if (isId(device)) await removeDevice(ctx, ctx.user!.id, { id: device });
      return null;
    });
    // The wrong code has been counted.
    if (wrong !== null) throw new AppError("invalid", wrong, { fields: { code: wrong } });
    const isChoices = what === undefined && device === undefined;
    return redirect(isChoices ? `${HERE}?saved` : what ? `${HERE}#texts` : HERE, 303);
  } catch (error) {
    return refuseForm(error, readSettings(form, kinds, isZone).values);
  }
}

const CHANNEL_LABELS: Readonly<Record<Channel, string>> = { email: "Email", push: "Device", text: "Text" };

export default function NotificationSettings() {
  const { userId, pushKey, devices, texts, email, ...rest } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { revalidate } = useRevalidator();
  const sending = useNavigation().formMethod === "POST";
  // A refused number leaves the choices below it as they were.
  const isOfTexts = answer?.values.isOfTexts ?? false;
  return (
    <Page className="pb-16">
      <PageHeader title="Notifications">
        Choose what you hear of right away, and how. Each person in the business chooses for themselves.
      </PageHeader>
      <Section title="This device" id="device">
        <div className="mt-4">
          <PushButton person={{ userId, pushKey }} onChange={() => void revalidate()} />
        </div>
        <Devices devices={devices} sending={sending} />
      </Section>
      {texts ? <Texts {...texts} refusal={isOfTexts ? answer : undefined} sending={sending} /> : null}
      <Choices
        {...rest}
        channels={texts?.isProven ? CHANNELS : CHANNELS.filter((channel) => channel !== "text")}
        email={email}
        answer={isOfTexts ? undefined : answer}
        sending={sending}
      />
    </Page>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** Every browser that shows this person notifications. */
function Devices({ devices, sending }: Pick<Loaded, "devices"> & { sending: boolean }) {
  if (devices.length === 0) return null;
  return (
    <>
      <p className="label mt-6">Devices that show you notifications</p>
      <ul className="mt-2 max-w-measure divide-y divide-rule border-y border-rule">
        {devices.map(({ id, name, since, isFailing }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div>
              <p>{name}</p>
              <p className="text-pencil">
                Since <time dateTime={since.iso}>{since.words}</time>.
                {isFailing ? " It can’t be reached right now. We keep trying." : ""}
              </p>
            </div>
            <Form method="post">
              <input type="hidden" name="device" value={id} />
              <SubmitButton
                kind="plain"
                size="small"
                busy="Removing..."
                sending={sending}
                aria-label={`Remove ${name}`}
              >
                Remove
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}

function Choices({
  kinds,
  channels,
  values: saved,
  zones,
  isOwner,
  isSaved,
  email,
  answer,
  sending,
}: Pick<Loaded, "kinds" | "values" | "zones" | "isOwner" | "isSaved" | "email"> & {
  channels: readonly Channel[];
  answer: ReturnType<typeof useActionData<typeof action>>;
  sending: boolean;
}) {
  const values: SettingsValues = answer?.values ?? saved;
  const errors = answer?.errors ?? {};
  return (
    <Form method="post">
      <input type="hidden" name="kinds" value={kinds.map(({ kind }) => kind).join(" ")} />
      <Section title="What you hear of" id="kinds">
        <ErrorSummary errors={errors} />
        {email === null ? (
          <p className="mt-4 max-w-measure">Email comes once you’ve verified your address.</p>
        ) : (
          <p className="mt-4 max-w-measure">Email goes to {email}.</p>
        )}
        <KindTable kinds={kinds} channels={channels} chosen={values.channels} />
        {isOwner ? null : (
          <div className="mt-6 max-w-measure">
            <Checkbox
              name="hearsAll"
              label="Also what others sent"
              hint="Otherwise you hear of answers to estimates and other documents only if you sent them."
              defaultChecked={values.hearsAll}
            />
          </div>
        )}
      </Section>
      <Section title="Quiet hours" id="quiet">
        <div className="form mt-4">
          <Checkbox
            name="isQuiet"
            label="Nothing rings during my quiet hours"
            hint="What happens meanwhile reaches you when they end, all in one notification. Email isn’t held, unless you say so below."
            defaultChecked={values.isQuiet}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              name="quietFrom"
              type="time"
              label="From"
              unmarked
              defaultValue={values.quietFrom}
              error={errors["quietFrom"]}
            />
            <Field
              name="quietTo"
              type="time"
              label="To"
              unmarked
              defaultValue={values.quietTo}
              error={errors["quietTo"]}
            />
          </div>
          <Select
            name="zone"
            label="Your time zone"
            unmarked
            placeholder="Choose one"
            options={zones}
            defaultValue={values.zone}
            error={errors["zone"]}
          />
          <Checkbox
            name="holdsEmail"
            label="Hold email until they end, too"
            defaultChecked={values.holdsEmail}
          />
          <SubmitButton busy="Saving..." sending={sending}>
            Save
          </SubmitButton>
          <StatusLine kind={answer ? "error" : "done"}>
            {answer ? answer.message : isSaved ? "Saved." : null}
          </StatusLine>
        </div>
      </Section>
    </Form>
  );
}

/** One row for each kind, one column for each way. */
function KindTable({
  kinds,
  channels,
  chosen,
}: Pick<Loaded, "kinds"> & { channels: readonly Channel[]; chosen: SettingsValues["channels"] }) {
  return (
    <table className="rows ticks mt-4" data-keep="">
      <caption className="sr-only">What you hear of, and how</caption>
      <thead>
        <tr>
          <th scope="col">What happens</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {CHANNEL_LABELS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind, label, hint }) => (
          <tr key={kind}>
            <th scope="row">
              {label}
              {hint ? <span className="block font-normal text-pencil">{hint}</span> : null}
            </th>
            {channels.map((channel) => (
              <td key={channel}>
                <label className="choice">
                  <input
                    type="checkbox"
                    name={boxName(kind, channel)}
                    value="yes"
                    defaultChecked={chosen[kind]?.includes(channel)}
                  />
                  <span className="sr-only">
                    {label}: {CHANNEL_LABELS[channel].toLowerCase()}
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
