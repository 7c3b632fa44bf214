import { useSyncExternalStore } from "react";
import { useActionData, useLoaderData } from "react-router";
import { SignaturePad } from "#ground/signatures/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { ClientPage } from "#ui/client-page.tsx";
import { Checkbox, Field } from "#ui/field.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { isOrientation, PAD_WORDS_ES } from "../rules/text.ts";
import { PlanText } from "../hazards/plan-text.tsx";
import type { Sheet } from "../signing/sheet.ts";
import { STATEMENTS } from "../signing/statements.ts";
import { TalkText } from "../talks/talk-text.tsx";
import { LanguageLinks } from "./language-links.tsx";
import { loadTalkPage, signAtLink, type TalkPageView } from "./page.server.ts";
import { PAGE_WORDS } from "./words.ts";

export const meta = ({ loaderData }: { loaderData?: TalkPageView | undefined }) =>
  loaderData
    ? [{ title: loaderData.titles[loaderData.language] }, { name: "robots", content: "noindex" }]
    : [];
export const headers = () => ({
  // This site needs the referrer for the form's origin check; other sites never see the address.
  "Referrer-Policy": "same-origin",
  "X-Robots-Tag": "noindex",
  "Cache-Control": "no-store",
  Vary: "Accept-Language",
});
export const loader = loadTalkPage;
export const action = signAtLink;

interface Refused {
  readonly values: { readonly name: string; readonly typed: boolean };
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string | null;
}

const never = () => () => {};
/** Whether script runs. Without it there’s no box to draw in. */
const useScript = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** A talk or plan on somebody's own phone: its words, and where they sign. Needs no account and no script. */
export default function SignTalk() {
  const view = useLoaderData<typeof loader>();
  const { face, talk, plan, titles, language, leader, jobName, date, did, isLate, isTaking } = view;
  const answer = useActionData<typeof action>();
  const refused = answer && "errors" in answer ? (answer as Refused) : undefined;
  const say = PAGE_WORDS[language];
  return (
    <ClientPage face={face}>
      <div lang={language}>
        <LanguageLinks language={language} />
        <p className="label mt-4">{say.kind[nounOf(view)]}</p>
        <h1 className="mt-2 wrap-anywhere">{titles[language]}</h1>
        <p className="mt-2 text-pencil wrap-anywhere">{[jobName, date].filter(Boolean).join(", ")}</p>
        <div id="did">
          {did && !refused ? (
            <StatusLine kind="done" takesFocus>
              {say.done(did)} {isLate ? say.late : ""}
            </StatusLine>
          ) : null}
        </div>
        {did && !refused ? (
          <p className="mt-4">
            <a className="text-link" href={`?lang=${language}#sign`}>
              {say.next}
            </a>
          </p>
        ) : (
          <p className="mt-4 max-w-measure">{(plan ? say.planIntro : say.intro)(leader)}</p>
        )}
        <div className="mt-6">
          {talk ? <TalkText text={talk} language={language} isTitled={false} /> : null}
          {plan ? <PlanText text={plan} language={language} isPage /> : null}
        </div>
        {did && !refused ? null : isTaking ? (
          <SignForm view={view} refused={refused} />
        ) : (
          <StatusLine kind="error">{say.closed(face.business)}</StatusLine>
        )}
      </div>
    </ClientPage>
  );
}

const nounOf = ({ talk, plan }: TalkPageView): Sheet["noun"] =>
  plan ? "plan" : isOrientation(talk) ? "orientation" : "talk";

function SignForm({ view, refused }: { view: TalkPageView; refused: Refused | undefined }) {
  const { titles, version, language, form } = view;
  const say = PAGE_WORDS[language];
  const hasScript = useScript();
  const error = (field: string) => refused?.errors[field];
  const twice = error("twice");
  return (
    <section id="sign" aria-labelledby="sign-head" className="mt-10">
      <h2 id="sign-head">{say.head}</h2>
      <p className="mt-2 max-w-measure">{STATEMENTS[language][nounOf(view)](titles[language])}</p>
      {refused && Object.keys(refused.errors).length === 0 ? (
        <StatusLine kind="error">{refused.message}</StatusLine>
      ) : null}
      <form method="post" action={`?lang=${language}#sign`} className="form mt-4">
        <input type="hidden" name="form" value={form} />
        <input type="hidden" name="version" value={version} />
        <Field
          name="name"
          label={say.name}
          required
          autoComplete="name"
          maxLength={120}
          defaultValue={refused?.values.name}
          error={error("name") ?? twice}
        />
        {twice === undefined ? null : <Checkbox name="another" value="yes" label={say.another} />}
        {hasScript ? (
          <>
            <input type="hidden" name="pad" value="yes" />
            <SignaturePad
              name="drawing"
              label={say.pad}
              error={error("drawing")}
              {...(language === "es" ? { words: PAD_WORDS_ES } : {})}
            />
            <Checkbox name="typed" value="yes" label={say.typed} defaultChecked={refused?.values.typed} />
          </>
        ) : (
          <>
            <p>{say.noScript}</p>
            <Checkbox
              name="typed"
              value="yes"
              label={say.confirm}
              required
              defaultChecked={refused?.values.typed}
              error={error("typed")}
            />
          </>
        )}
        <SubmitButton kind="signal" size="large" wide busy={say.busy}>
          {say.sign}
        </SubmitButton>
      </form>
    </section>
  );
}

export { ClientErrorBoundary as ErrorBoundary } from "#ui/client-error.tsx";
