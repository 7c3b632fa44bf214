import { type ActionFunctionArgs, redirect } from "react-router";
import {
  actInAccount,
  changeFirstRun,
  connectMailServer,
  getBusiness,
  inAccount,
  readLook,
  saveBusiness,
  saveLook,
} from "#ground/businesses/public.server.ts";
import { offerName } from "#ground/identity/public.server.ts";
import { forgetDripCookie, saveDrip, makeDrip } from "#trade/drips/public.server.ts";
import { openPage } from "#trade/leads/public.server.ts";
import {
  draftFromCookie,
  drawOffer,
  forgetDraftCookie,
  saveMagnet,
  saveOffer,
  makeDraft,
  planOffer,
  renewOffersSoon,
} from "#trade/magnets/public.server.ts";
import { goLive, sendTestGift } from "#trade/sequences/public.server.ts";
import { dripBriefSchema, magnetBriefSchema } from "#ground/writing/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, now } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { checkFields, type PostedForm } from "#platform/http/request/form.server.ts";
import { createLimiter, type Limiter } from "#platform/http/limits/limits.server.ts";
import { type Has, needSentence, needsOf } from "./needs.ts";
import { hasOf, type Run, runOf } from "./run.server.ts";
import { workSchema, guideSchema, nameSchema, lookSchema, emailsSchema } from "./schema.server.ts";
import { type StepName, stepAddress, stepAfter } from "./steps.ts";

// The action of each step. Features do the work; this file combines them.

const madePerPerson = createLimiter({ name: "first-run", limit: 30, windowSeconds: 600 });
/** Goes to the user's own mailbox, but no one has verified yet that it is theirs. */
const testsPerPerson = createLimiter({ name: "first-run-tests", limit: 6, windowSeconds: 600 });

/** The posted form, and the context to continue in. */
export interface Posted {
  readonly args: ActionFunctionArgs;
  readonly form: PostedForm;
  /** Including the picture, if one was chosen. */
  readonly whole: FormData;
}

type Deed = (posted: Posted) => Promise<Response>;

const inBusiness = <T>(args: ActionFunctionArgs, work: (ctx: AccountContext) => Promise<T>) =>
  actInAccount(args, "business.change", work);

/** Redirects to the next open step, by the current state. */
async function onwards(ctx: AccountContext, step: StepName, headers?: HeadersInit): Promise<Response> {
  const { standings } = await runOf(ctx);
  return redirect(stepAddress(stepAfter(step, standings)), { status: 303, ...(headers && { headers }) });
}

const shown = (step: StepName, headers?: HeadersInit) =>
  redirect(stepAddress(step), { status: 303, ...(headers && { headers }) });

/** The next step shows the guide beside its form; with that step done, the guide has a screen of its own. */
async function afterGuide(ctx: AccountContext, headers?: HeadersInit): Promise<Response> {
  const { standings } = await runOf(ctx);
  return shown(standings.look === "done" ? "guide" : "look", headers);
}

function countOne(limiter: Limiter, ctx: AccountContext, sentence: string): void {
  if (ctx.user && !limiter.check(ctx.user.id, now()).ok) throw new AppError("invalid", sentence);
}

/** @throws AppError invalid, naming the step that provides what is missing */
function requireNeeds(step: StepName, run: Run): Has {
  const has = hasOf(run);
  const [need] = needsOf(step, has);
  if (need) throw new AppError("invalid", needSentence(need));
  return has;
}

const saveWork: Deed = ({ args, form }) => {
  const said = form.check(workSchema);
  return inBusiness(args, async (ctx) => {
    await changeFirstRun(ctx, () => said);
    return onwards(ctx, "work");
  });
};

const makeGuide: Deed = async ({ args, form }) => {
  const { person, businessName, topic } = form.check(guideSchema);
  const brief = await inBusiness(args, async (ctx) => {
    const said = await changeFirstRun(ctx, () => ({ person }));
    await offerName(ctx.db, ctx.user!.id, person);
    await saveBusiness(ctx, { businessName });
    if ((await runOf(ctx)).magnet) return undefined;
    countOne(
      madePerPerson,
      ctx,
      "That’s a lot of guides in a short time. What you typed is still here. Try again in ten minutes.",
    );
    return checkFields(magnetBriefSchema, {
      name: person,
      email: ctx.user?.email ?? "",
      company: businessName,
      product: said.product ?? "",
      targetAudience: said.audience ?? "",
      topic,
    });
  });
  if (brief) {
    const token = await makeDraft(brief);
    await inBusiness(args, async (ctx) => {
      // A double press makes two guides but saves one.
      await changeFirstRun(ctx, () => ({}));
      if ((await runOf(ctx)).magnet) return;
      const { id } = await saveMagnet(ctx, token);
      await changeFirstRun(ctx, () => ({ magnetId: id }));
    });
  }
  return inBusiness(args, (ctx) => afterGuide(ctx));
};

/** Saves the guide that this browser made before sign-in. */
const keepGuide: Deed = ({ args }) =>
  inBusiness(args, async (ctx) => {
    const draft = await draftFromCookie(ctx, args.request);
    if (!draft) return shown("guide", { "Set-Cookie": forgetDraftCookie() });
    const { id, brief } = await saveMagnet(ctx, draft.token);
    await changeFirstRun(ctx, (before) => ({
      magnetId: id,
      product: before.product ?? (brief.product || undefined),
      audience: before.audience ?? (brief.targetAudience || undefined),
      person: before.person ?? brief.name,
    }));
    await offerName(ctx.db, ctx.user!.id, brief.name);
    if (brief.company && (await getBusiness(ctx)).name === null)
      await saveBusiness(ctx, { businessName: brief.company });
    return afterGuide(ctx, { "Set-Cookie": forgetDraftCookie() });
  });

const saveLookAndAddress: Deed = async ({ args, form, whole }) => {
  const accountId = await inBusiness(args, async (ctx) => ctx.account.id);
  const [details, given] = [form.check(lookSchema), await readLook(whole)];
  // Outside of any transaction: the file store may be remote.
  const logo = given.logo && (await installation().files.put(accountId, given.logo, "png"));
  return inBusiness(args, async (ctx) => {
    if (ctx.account.id !== accountId)
      throw new AppError(
        "conflict",
        "You’ve switched to another business, so nothing was changed. Switch back and try again.",
      );
    const before = await getBusiness(ctx);
    const { businessName } = checkFields(nameSchema, {
      businessName: before.name ?? form["businessName"] ?? "",
    });
    await saveBusiness(ctx, { businessName, ...details });
    const after = await saveLook(ctx, {
      ...(logo && { logo }),
      ...(given.color !== undefined && { color: given.color }),
    });
    if (before.logo !== after.logo || before.color !== after.color) await renewOffersSoon(ctx);
    return onwards(ctx, "look");
  });
};

const writeEmails: Deed = async ({ args, form }) => {
  const { objection } = form.check(emailsSchema);
  const brief = await inBusiness(args, async (ctx) => {
    const run = await runOf(ctx);
    const { said, business, magnet, drip } = run;
    if (drip) return undefined;
    const { product, signer } = requireNeeds("emails", run);
    countOne(madePerPerson, ctx, "That’s a lot of emails in a short time. Try again in ten minutes.");
    return checkFields(dripBriefSchema, {
      name: signer,
      email: ctx.user?.email ?? "",
      company: business.name || magnet?.brief.company || said.person || signer,
      product,
      tone: magnet?.brief.tone ?? "",
      goal: magnet?.brief.goal ?? "",
      objection,
    });
  });
  if (brief) {
    const token = await makeDrip(brief);
    await inBusiness(args, async (ctx) => {
      await changeFirstRun(ctx, () => ({}));
      if ((await runOf(ctx)).drip) return;
      const { id } = await saveDrip(ctx, token);
      await changeFirstRun(ctx, () => ({ dripId: id }));
    });
  }
  return shown("emails", { "Set-Cookie": forgetDripCookie() });
};

/**
 * Opens the page. The document is drawn and stored outside of any transaction, as for any personal link.
 */
const openTheirPage: Deed = async ({ args }) => {
  const plan = await inBusiness(args, async (ctx) => {
    const run = await runOf(ctx);
    if (run.page) return undefined;
    requireNeeds("page", run);
    return planOffer(ctx, run.magnet!.id, run.business.name!);
  });
  if (plan) {
    const drawn = await drawOffer(plan);
    await inBusiness(args, async (ctx) => {
      await openPage(ctx, plan.business.name ?? "", await saveOffer(ctx, drawn));
      if (plan.page === undefined) await renewOffersSoon(ctx);
    });
  }
  return shown("page");
};

/** Tests the user's own email service, and saves it if it works. */
const connectEmail: Deed = async ({ args, form }) => {
  await connectMailServer((work) => inAccount(args, "sending.change", work), args, form);
  return shown("live");
};

const sendTest: Deed = ({ args }) =>
  inBusiness(args, async (ctx) => {
    const run = await runOf(ctx);
    requireNeeds("live", run);
    const { said, page } = run;
    countOne(testsPerPerson, ctx, "That’s a lot of tests in a short time. Try again in ten minutes.");
    const { id, email } = ctx.user!;
    const testId = await sendTestGift(ctx, page!.id, { id, name: said.person ?? "", address: email });
    await changeFirstRun(ctx, () => ({ testId }));
    return shown("live");
  });

const goLiveNow: Deed = ({ args }) =>
  inBusiness(args, async (ctx) => {
    const run = await runOf(ctx);
    requireNeeds("live", run);
    const { drip } = run;
    const page = run.page!;
    const { title } = page.offer;
    if (drip)
      await goLive(ctx, page.id, { name: drip.title, dripId: drip.id, title, emails: drip.text.emails });
    await changeFirstRun(ctx, (before) => ({ liveAt: before.liveAt ?? ctx.now.toString() }));
    return redirect("/account/start", 303);
  });

const leaveOut =
  (step: StepName): Deed =>
  ({ args }) =>
    inBusiness(args, async (ctx) => {
      await changeFirstRun(ctx, ({ skipped = [] }) => ({ skipped: [...new Set([...skipped, step])] }));
      return onwards(ctx, step);
    });

const putPanel =
  (away: boolean): Deed =>
  ({ args }) =>
    inBusiness(args, async (ctx) => {
      await changeFirstRun(ctx, () => ({ dismissedAt: away ? ctx.now.toString() : undefined }));
      return redirect(away ? "/account/dashboard?first-steps=away" : "/account/dashboard", 303);
    });

const next =
  (step: StepName): Deed =>
  ({ args }) =>
    inBusiness(args, (ctx) => onwards(ctx, step));

const DEEDS: Readonly<Record<string, Deed>> = {
  "work save": saveWork,
  "guide make": makeGuide,
  "guide keep": keepGuide,
  "look save": saveLookAndAddress,
  "emails write": writeEmails,
  "emails open": openTheirPage,
  "page open": openTheirPage,
  "live connect": connectEmail,
  "live send": sendTest,
  "live go": goLiveNow,
};

/** The action for a step's button. */
export function actionOf(step: StepName, name: string | undefined): Deed {
  if (name === "skip" && step !== "live") return leaveOut(step);
  if (name === "away" || name === "back") return putPanel(name === "away");
  return DEEDS[`${step} ${name ?? ""}`] ?? next(step);
}
