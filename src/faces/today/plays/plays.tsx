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
  actingRole,
  getBusiness,
  inAccount,
  may,
  reviewLinkSchema,
  saveBusiness,
  zoneOf,
} from "#ground/businesses/public.server.ts";
import { voiceOf } from "#trade/magnets/public.server.ts";
import {
  followUpStatus,
  playsOf,
  sendingSetup,
  sequencesOfPlays,
  stepsOfPlay,
} from "#trade/sequences/public.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { readForm } from "#platform/http/request/form.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { ErrorSummary, StatusLine } from "#ui/messages.tsx";
import { previewSteps, sumOf } from "./preview.server.ts";
import { retirePlaySequence, ensurePlaySequence } from "./play-sequence.server.ts";
import { StepsPreview } from "./steps-preview.tsx";
import { missingFor, playOf } from "./voice.server.ts";

export const meta = () => [{ title: "Ready-made follow-ups" }];

/** Every play with the business's own details, its steps and times. */
export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const query = new URL(args.request.url).searchParams;
    const [business, zone, voice, used] = await Promise.all([
      getBusiness(ctx),
      zoneOf(ctx),
      voiceOf(ctx),
      sequencesOfPlays(ctx),
    ]);
    const setup = await sendingSetup(ctx);
    const shown = [];
    for (const play of await playsOf(ctx)) {
      const steps = stepsOfPlay(play, voice);
      const preview = await previewSteps(ctx, steps, { business, zone });
      shown.push({
        id: play.id,
        name: play.name,
        does: play.does,
        when: play.when,
        isByHand: play.starts === undefined,
        sum: sumOf(steps, ctx.now, Temporal.Instant.from(preview.at(-1)!.iso)),
        steps: preview,
        missing: await missingFor(ctx, play, business),
        sequenceId: used.get(play.id)?.id ?? null,
        standing: used.has(play.id)
          ? followUpStatus({ ...used.get(play.id)!, retiredAt: null }, setup)
          : null,
      });
    }
    return {
      plays: shown,
      open: query.get("open"),
      used: query.get("used"),
      undone: query.get("undone"),
      saved: query.get("saved"),
      maySet: may(actingRole(ctx), "business.change"),
    };
  });
}

/** Starts using a play, undoes that, or saves the one setting it lacks. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const id = form["play"] ?? "";
  if (form["do"] === "review-link")
    return inAccount(args, "business.change", async (ctx) => {
      const play = playOf(id);
      try {
        await saveBusiness(ctx, form.check(reviewLinkSchema));
      } catch (error) {
        return refuseForm(error, { play: play.id, reviewLink: form["reviewLink"] ?? "" });
      }
      return redirect(`/account/plays?saved=${play.id}#${play.id}`, 303);
    });
  return inAccount(args, "work.write", async (ctx) => {
    const play = playOf(id);
    if (form["do"] === "undo") {
      const undone = await retirePlaySequence(ctx, play.id);
      return redirect(`/account/plays?${undone ? "undone" : "open"}=${play.id}#${play.id}`, 303);
    }
    await ensurePlaySequence(ctx, play.id);
    return redirect(`/account/plays?used=${play.id}#${play.id}`, 303);
  });
}

type View = Awaited<ReturnType<typeof loader>>;

export default function Plays() {
  const view = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Page className="pb-12">
      <PageHeader title="Ready-made follow-ups">
        Written and timed for what comes up every week. Add one, edit any of it, or start it for one person
        right away.{" "}
        <a className="text-link" href="/account/follow-up">
          All follow-ups
        </a>
      </PageHeader>
      {view.plays.map((play) => {
        const mine = refused?.values["play"] === play.id ? refused : undefined;
        return (
          <PlayPart
            key={play.id}
            play={play}
            view={view}
            typed={mine?.values["reviewLink"]}
            errors={mine?.errors}
          />
        );
      })}
    </Page>
  );
}

function PlayPart({
  play,
  view,
  typed,
  errors,
}: {
  play: View["plays"][number];
  view: View;
  typed: string | undefined;
  errors: Readonly<Record<string, string>> | undefined;
}) {
  const { id, name, does, when, isByHand, sum, steps, missing, sequenceId, standing } = play;
  const navigation = useNavigation();
  const doing = navigation.formData?.get("play") === id ? navigation.formData.get("do") : null;
  const justUsed = view.used === id && sequenceId !== null;
  return (
    <Section title={name} id={id}>
      <p className="max-w-measure text-lg">{does}</p>
      <p className="mt-2 max-w-measure text-pencil">
        {when} {sum}.
      </p>
      <StatusLine kind="done" takesFocus={justUsed || view.undone === id || view.saved === id}>
        {justUsed
          ? isByHand
            ? "Added. It only starts when you start it for someone."
            : "Added. From now on it starts by itself."
          : view.undone === id
            ? "Removed."
            : view.saved === id
              ? "Saved. It has everything it needs."
              : null}
      </StatusLine>
      {missing.reviewLink ? (
        <AskReviewLink
          play={id}
          maySet={view.maySet}
          typed={typed}
          errors={errors}
          sending={doing === "review-link"}
        />
      ) : null}
      {missing.page ? (
        <p className="mb-4 max-w-measure">
          <strong>It needs your page.</strong> The link people share goes to it.{" "}
          <a className="text-link" href="/account/start?step=page">
            Open your page
          </a>
        </p>
      ) : null}
      {missing.address ? (
        <p className="mb-4 max-w-measure">
          <strong>It needs your mailing address.</strong> Without it, no email goes out.{" "}
          <a className="text-link" href="/account/start?step=look">
            Add it
          </a>
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {isByHand ? (
          <LinkButton
            href={`/account/sequences/start?play=${id}`}
            size="small"
            aria-label={`Start for someone: ${name}`}
          >
            Start for someone
          </LinkButton>
        ) : null}
        {sequenceId ? (
          justUsed ? (
            <Form method="post">
              <input type="hidden" name="play" value={id} />
              <SubmitButton
                kind="quiet"
                size="small"
                name="do"
                value="undo"
                busy="One moment..."
                sending={doing === "undo"}
              >
                Undo
              </SubmitButton>
            </Form>
          ) : (
            <p>
              {standing && standing.state !== "live"
                ? `In use. ${standing.words}: ${standing.why ?? ""}`
                : "In use."}{" "}
              <a className="text-link inline-block py-2.5" href={`/account/sequences/${sequenceId}/preview`}>
                Preview
              </a>
            </p>
          )
        ) : (
          <Form method="post">
            <input type="hidden" name="play" value={id} />
            <SubmitButton
              kind="plain"
              size="small"
              name="do"
              value="use"
              busy="Adding..."
              sending={doing === "use"}
              aria-label={`Add: ${name}`}
            >
              Add
            </SubmitButton>
          </Form>
        )}
      </div>
      <details className="steps mt-4" open={view.open === id}>
        <summary>Read every step</summary>
        <p className="mt-3 mb-6 max-w-measure text-pencil">
          Times are for someone who starts now. It ends right away if they reply, book, or unsubscribe.
        </p>
        <StepsPreview label={`Steps of ${name}`} steps={steps} />
      </details>
    </Section>
  );
}

function AskReviewLink({
  play,
  maySet,
  typed,
  errors,
  sending,
}: {
  play: string;
  maySet: boolean;
  typed: string | undefined;
  errors: Readonly<Record<string, string>> | undefined;
  sending: boolean;
}) {
  if (!maySet)
    return (
      <p className="mb-4 max-w-measure">
        <strong>It needs your review link.</strong> An owner or manager can add it here.
      </p>
    );
  return (
    <Form method="post" className="form mb-6 max-w-narrow">
      <ErrorSummary errors={errors} />
      <input type="hidden" name="play" value={play} />
      <Field
        name="reviewLink"
        label="One thing is missing: where do clients leave a review?"
        inputMode="url"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="The link from your Google, Facebook, or Yelp page, such as https://g.page/r/your-business/review"
        defaultValue={typed}
        error={errors?.["reviewLink"]}
      />
      <SubmitButton
        kind="plain"
        size="small"
        name="do"
        value="review-link"
        busy="Saving..."
        sending={sending}
      >
        Save link
      </SubmitButton>
    </Form>
  );
}
