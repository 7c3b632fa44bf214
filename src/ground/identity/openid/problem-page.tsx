import { LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import type { Problem } from "./openid.server.ts";

const STATUS: Readonly<Record<Problem, number>> = {
  busy: 429,
  away: 503,
  denied: 200,
  stale: 400,
  refused: 400,
  "no-email": 422,
  taken: 409,
  elsewhere: 409,
};

/** The response's status and headers for a problem. */
export const problemStatus = (problem: Problem) => ({
  status: STATUS[problem],
  ...(problem === "busy"
    ? { headers: { "Retry-After": "600" } }
    : problem === "away"
      ? { headers: { "Retry-After": "30" } }
      : {}),
});

interface Words {
  readonly title: string;
  readonly text: string;
  readonly action: { readonly label: string; readonly href: string };
}

const LOGIN = { label: "Back to log in", href: "/login" };

const describeProblem = (problem: Problem, name: string): Words => {
  switch (problem) {
    case "busy":
      return {
        title: "Too many attempts",
        text: "Nothing was changed. Please wait ten minutes, or log in a different way.",
        action: LOGIN,
      };
    case "away":
      return {
        title: `${name} isn’t responding`,
        text: `We couldn’t reach ${name} just now. Nothing was changed. Try again in a minute, or log in a different way.`,
        action: LOGIN,
      };
    case "denied":
      return {
        title: "You’re not logged in",
        text: `${name} says you canceled. Nothing was changed.`,
        action: LOGIN,
      };
    case "stale":
      return {
        title: "This login expired",
        text: "It took more than ten minutes, was already used, or started in a different browser. Nothing was changed. Please start again.",
        action: LOGIN,
      };
    case "refused":
      return {
        title: `We couldn’t accept the response from ${name}`,
        text: "It didn’t pass our security checks, so nothing was changed. Try again, or log in a different way.",
        action: LOGIN,
      };
    case "no-email":
      return {
        title: "We need an email address",
        text: `${name} didn’t share one, so we couldn’t create an account. Let it share your email address and try again, or register here.`,
        action: { label: "Register", href: "/register" },
      };
    case "taken":
      return {
        title: "Log in with your password first",
        text: `There’s already an account with this address. Log in with your password, then connect ${name} in your settings. If you don’t know the password, reset it first.`,
        action: { label: "Log in", href: "/login?next=%2Faccount%2Fsettings%2Fproviders" },
      };
    case "elsewhere":
      return {
        title: "Already connected to a different account",
        text: `This account at ${name} is connected to a different account here. Disconnect it there first, or choose a different one at ${name}. Nothing was changed.`,
        action: { label: "Back to login providers", href: "/account/settings/providers" },
      };
  }
};

/** Shows why signing in with a provider failed, and what to do next. */
export function ProblemPage({ name, problem }: { name: string; problem: Problem }) {
  const { title, text, action } = describeProblem(problem, name);
  return (
    <Page narrow className="pb-16">
      <PageHeader title={title} />
      <p className="max-w-measure text-lg">{text}</p>
      <p className="mt-8">
        <LinkButton href={action.href}>{action.label}</LinkButton>
      </p>
    </Page>
  );
}
