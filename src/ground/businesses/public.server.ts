import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { findPeople, requirePerson } from "#ground/identity/public.server.ts";
import { type AccountContext, withMember, withPerson } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { answering } from "#platform/http/answers.server.ts";
import { enterOwnAccount, ownerIds } from "./queries.server.ts";
import { type Action, may, type Role } from "./rules.ts";
import { standingOf } from "./access/membership.server.ts";

export { standingOf } from "./access/membership.server.ts";
export { accountBar, type AccountBar } from "./access/account-bar.server.ts";
export { businessesOfAddresses } from "./sending/reply-addresses.server.ts";
export { type Audited, recordAudit } from "./history/audit.server.ts";
export { serviceAsked } from "./sending/services.ts";
export { connectMailServer } from "./sending/connect-smtp.server.ts";
export { checkSettings } from "./settings/settings-form.ts";
export { TEXT_NAMES } from "./settings/text-settings.ts";
export { saveBusiness, saveBusinessDetails, saveLook } from "./settings/save-business.server.ts";
export {
  advance,
  listDueMailboxes,
  releaseMailbox,
  MailboxChangedError,
  claimMailbox,
  type Turn,
} from "./sending/mailboxes.server.ts";
export { signInOffers } from "./mailbox/view.server.ts";
export { setMailProviders } from "./mailbox/providers.server.ts";
export { ownServers } from "./sending/connection-status.server.ts";
export {
  businessesOfTwilio,
  textAccounts,
  textsWebhook,
  textStatusCallback,
} from "./sending/text-accounts.server.ts";
export { brokenChannels, readsReplies, ownSender, textNumber } from "./sending/channels.server.ts";
export type { Business } from "./business.ts";
export { jobZone, jobZones, lookUpJob, setJobLookup } from "./job-lookup.server.ts";
export { getBusiness, roleOf, suspendedSince, zoneOf } from "./queries.server.ts";
export { checkInstallation, installationSending } from "./domain/lookup.server.ts";
export {
  type Introduction,
  introductionOf,
  type PublicProfile,
  publicProfileOf,
} from "./look/public-profile.server.ts";
export { pictureExtension, picturePath } from "./look/public-picture.server.ts";
export { sendContactCard } from "./look/contact-card.server.ts";
export { type Letterhead, letterheadOf } from "./look/letterhead.server.ts";
export { replyToFor, setReplyTo } from "./reply-to.server.ts";
export { changeFirstRun, firstRunOf } from "./first-run.server.ts";
export type { FirstRun } from "./first-run.ts";
export { setInviteJobs } from "./people/invite-jobs.server.ts";
export {
  confidantIds,
  listConfidants,
  nameConfidants,
  readsConfidential,
} from "./people/confidants.server.ts";
export { listPeople, type Member } from "./people/people.server.ts";
export { reviewLinkSchema } from "./settings/review-link.ts";
export { readLook } from "./look/form.server.ts";
export { mailColors } from "./look/look.ts";
export {
  mailToColleagues,
  mailToOwners,
  officeAddresses,
  queueProductMail,
} from "./mail/product-mail.server.ts";
export { queueWeeklyMail, hasWeeklyMail, setWeeklyMail } from "./mail/weekly-mail.server.ts";
export { businessesOffSwitches } from "./turned-off/off-switches.server.ts";
export {
  countTurnedOff,
  predatesTurnOff,
  type OffSwitch,
  type Takeover,
  turnOffSetupOf,
  setOffSwitches,
} from "./turned-off/turned-off.server.ts";
export { type Action, actingRole, may, type Role, type TableRights } from "./rules.ts";
export { lockIfActive, restoreAccount, suspendAccount, type Suspension } from "./access/suspension.server.ts";
export { grantTool, openToAll, openTools, toolsOf, toolsOfVisitor } from "./tools.server.ts";
export { FIELD_TOOLS, type FieldTool, type ToolWord } from "./tools.ts";
export { businessDetailsSchema, isZone, USUAL_ZONE_CHOICES, ZONE_CHOICES } from "./schema.ts";

/**
 * Wraps every loader and action of the account area: requires a signed-in person (or redirects to /login),
 * who is a member and may do `action`. Runs `work` in one transaction scoped to account and role, and answers
 * failures with their status.
 * @param action the required right, from rules.ts; 403 for a role without it
 */
export function inAccount<T>(
  args: LoaderFunctionArgs | ActionFunctionArgs,
  action: Action,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<T> {
  return answering(async () => {
    const person = await requirePerson(args.request, args.context);
    const standing = await standingOf(args.request, person);
    // The first visit opens an account.
    if (!standing)
      return withPerson(person.id, async (ctx) => {
        const place = await enterOwnAccount(ctx, person);
        if (!may(place.role, action)) throw notOpenTo(place.role);
        return work({ ...ctx, account: { id: place.accountId }, user: person, member: place });
      });
    const { accountId, role, jobId, isConfidant } = standing;
    if (role === "guest") restrictToJob(args, jobId, action);
    if (!may(role, action)) throw notOpenTo(role);
    if (standing.isSuspended)
      throw new AppError("forbidden", "This account is suspended. Write to us on the contact page.");
    return withMember(accountId, person, { role, jobId, isConfidant }, work);
  });
}

/**
 * Like `inAccount`, for actions that show refusals in their form: an AppError from `work` rolls back and is
 * rethrown for `refuseForm`, instead of replacing the whole page.
 */
export async function actInAccount<T>(
  args: ActionFunctionArgs,
  action: Action,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<T> {
  let refusal: AppError | undefined;
  try {
    return await inAccount(args, action, async (ctx) => {
      try {
        return await work(ctx);
      } catch (error) {
        if (error instanceof AppError) refusal = error;
        throw error;
      }
    });
  } catch (answer) {
    throw refusal ?? answer;
  }
}

/**
 * Whether a response redirects a person who belongs to no business anymore to the page where they can start
 * one.
 */
export const isRedirectOut = ({ status, headers }: Response): boolean =>
  status === 303 && headers.get("location") === "/account/businesses";

const notOpenTo = (role: Role) =>
  new AppError("forbidden", `A ${role} can’t do this. The owner of the business can change that.`);

/**
 * Restricts a guest to their one job: home leads there, and other jobs answer not found even where a page
 * forgets to check.
 */
function restrictToJob(
  { request, params }: LoaderFunctionArgs | ActionFunctionArgs,
  jobId: string | null,
  action: Action,
): void {
  const requestedJobId = params["jobId"];
  if (requestedJobId !== undefined && requestedJobId !== jobId)
    throw new AppError("not_found", "Page not found.");
  const home = /^\/account\/dashboard(?:\.data)?$/.test(new URL(request.url).pathname);
  if (home && request.method === "GET" && !may("guest", action)) throw redirect(`/account/job/${jobId}`);
}

/** Whether an owner of the account has verified their address. Email to other people waits for that. */
export async function mayMailOthers(ctx: AccountContext): Promise<boolean> {
  if (ctx.member?.role === "owner" && ctx.user?.emailVerified) return true;
  const owners = await findPeople(ctx.db, await ownerIds(ctx));
  return owners.some((owner) => owner.emailVerified);
}
export { settingsGroups } from "./settings/pages.ts";
