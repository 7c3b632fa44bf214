import { useRef, useState } from "react";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import {
  publicProfileOf,
  getBusiness,
  actInAccount,
  inAccount,
  readLook,
  saveLook,
} from "#ground/businesses/public.server.ts";
import { ColorField } from "#ground/businesses/public.tsx";
import { renewOffersSoon, sampleMagnet } from "#trade/magnets/public.server.ts";
import { previewFirstMail } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { createLimiter, refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { LookPreview } from "./look-preview.tsx";

export const meta = () => [{ title: "Look" }];

/** The name in a preview before the business has one. */
const EXAMPLE_BUSINESS = "Your business";
const EXAMPLE_READER = "Dana Ruiz";
/** Each costs up to a second of work, and a person trying a few needs no more. */
const picturesPerPerson = createLimiter({ name: "logos", limit: 30, windowSeconds: 600 });
const LARGEST_BYTES = 5 * 1024 * 1024;

/** Logo and color, with the newest guide and its first email drawn in them. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "business.change", async (ctx) => {
    const business = await getBusiness(ctx);
    const { text, isExample } = await sampleMagnet(ctx, business);
    const {
      subject,
      paragraphs,
      action: button,
      signature,
      footer,
    } = previewFirstMail(
      { ...business, name: business.name ?? EXAMPLE_BUSINESS },
      text.title,
      EXAMPLE_READER,
    );
    const face = publicProfileOf(business);
    return {
      face,
      color: business.color ?? "",
      saved: new URL(args.request.url).searchParams.get("saved"),
      guide: { title: text.title, isExample },
      mail: {
        from: face.business || EXAMPLE_BUSINESS,
        subject,
        paragraphs,
        button: button?.label,
        signature,
        footer,
      },
    };
  });
}

/** Reads the picture outside of any transaction: uploading and redrawing it may take seconds. */
export async function action(args: ActionFunctionArgs) {
  const { person, account } = await inAccount(args, "business.change", async (ctx) => ({
    person: ctx.user!.id,
    account: ctx.account.id,
  }));
  const form = await args.request.formData().catch(() => new FormData());
  const typed = form.get("color");
  const values = { color: typeof typed === "string" ? typed : "" };
  try {
    const removes = form.get("intent") === "remove";
    const file = form.get("logo");
    const verdict =
      file instanceof File && file.size > 0 ? picturesPerPerson.check(person, now()) : undefined;
    if (verdict?.ok === false)
      return refuseTooMany(verdict, values, "That’s a lot of pictures in a short time. Nothing was changed.");
    const { logo, color } = removes ? { logo: null, color: undefined } : await readLook(form);
    // Also outside because a slow remote store must not hold database connections.
    const key = logo ? await installation().files.put(account, logo, "png") : logo;
    return await actInAccount(args, "business.change", async (ctx) => {
      if (ctx.account.id !== account)
        throw new AppError(
          "conflict",
          "You’ve switched to another business, so nothing was changed. Switch back and try again.",
        );
      const before = await getBusiness(ctx);
      const after = await saveLook(ctx, {
        ...(key === undefined ? {} : { logo: key }),
        ...(color === undefined ? {} : { color }),
      });
      if (before.logo !== after.logo || before.color !== after.color) await renewOffersSoon(ctx);
      return redirect(`/account/settings/look?saved=${removes ? "removed" : "look"}`, 303);
    });
  } catch (error) {
    return refuseForm(error, values);
  }
}

export default function Look() {
  const { face, color, saved, guide, mail } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const navigation = useNavigation();
  const removing = navigation.formData?.get("intent") === "remove";
  const sending = navigation.state !== "idle" && navigation.formMethod === "POST";
  const [tooLarge, setTooLarge] = useState("");
  const [shown, setShown] = useState<string>();
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The server draws the cover: request it once the color settles, not for every change.
  const tryColor = (next: string) => {
    clearTimeout(soon.current);
    soon.current = setTimeout(() => setShown(next), 300);
  };
  const errors: Readonly<Record<string, string>> = {
    ...refused?.errors,
    ...(tooLarge ? { logo: tooLarge } : {}),
  };
  return (
    <Page>
      <PageHeader title="Look">
        Your logo and your color, on your page, your emails, your guides, and your follow-ups.
      </PageHeader>
      <div className="grid gap-x-16 xl:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div>
          <Form
            key={`${face.logo ?? ""} ${color}`}
            method="post"
            encType="multipart/form-data"
            className="form"
            onSubmit={(event) => {
              // Checked before five megabytes are uploaded for nothing.
              const file = new FormData(event.currentTarget).get("logo");
              const bytes = file instanceof File ? file.size : 0;
              const words =
                bytes > LARGEST_BYTES
                  ? `That file is ${(bytes / 1024 / 1024).toFixed(1)} MB. Please choose one of 5 MB or less.`
                  : "";
              setTooLarge(words);
              if (words) event.preventDefault();
            }}
          >
            <ErrorSummary errors={errors} />
            {face.logo ? (
              <img className="client-logo" src={face.logo} alt={`Your logo: ${face.business}`} height={64} />
            ) : null}
            <Field
              name="logo"
              type="file"
              label={face.logo ? "Change logo" : "Logo"}
              accept="image/png,image/jpeg,image/webp"
              hint="PNG, JPEG, or WebP, up to 5 MB. A transparent background looks best."
              error={errors["logo"]}
            />
            <ColorField
              stored={color}
              typed={refused?.values.color}
              error={errors["color"]}
              onColor={tryColor}
            />
            <SubmitButton busy="Saving..." sending={sending && !removing}>
              Save
            </SubmitButton>
            <StatusLine kind={refused ? "error" : "done"}>
              {refused
                ? refused.message
                : saved === "look"
                  ? "Saved. Your pages and emails have it now. Your guides will in a minute."
                  : saved === "removed"
                    ? "Logo removed. Your name appears instead."
                    : null}
            </StatusLine>
          </Form>
          {face.logo ? (
            <Form method="post" encType="multipart/form-data" className="mt-2 mb-8">
              <input type="hidden" name="intent" value="remove" />
              <SubmitButton kind="stop" size="small" busy="Removing..." sending={sending && removing}>
                Remove the logo
              </SubmitButton>
            </Form>
          ) : null}
        </div>
        <Section title="How it looks" id="preview">
          <LookPreview face={face} color={shown ?? color} guide={guide} mail={mail} />
        </Section>
      </div>
    </Page>
  );
}
