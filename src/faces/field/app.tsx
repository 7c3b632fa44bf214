import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createBrowserRouter, Outlet, type RouteObject, RouterProvider, useRouteError } from "react-router";
import { BusinessZone } from "#trade/jobs/public.tsx";
import { type KindLabels, LabelsContext } from "#trade/fieldwork/public.tsx";
import { openStore, StoreProvider, SyncState } from "#ground/sync/public.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Page, PageHeader } from "#ui/layout.tsx";
import { WorkElsewhere } from "./unsent/other-businesses.tsx";
import { stayInside } from "./links.ts";
import { UpdateNotice } from "./update-notice.tsx";
import { ME } from "./paths.ts";
import { UnsentCount } from "./unsent/unsent-count.tsx";
import { fetchMe, saveMe, savedMe, type Me } from "./current-user.ts";
import { CurrentUser } from "./user-context.tsx";

type Bar = (me: Me | null) => ReactNode;

/**
 * The field app: the signed-in person, the data on this device, and the screens.
 * @param bar the account's bar and places
 * @param words labels of every record kind
 */
export function FieldApp({
  routes,
  bar,
  words,
}: {
  routes: RouteObject[];
  bar: Bar;
  words: readonly KindLabels[];
}) {
  const [router] = useState(() =>
    createBrowserRouter([
      {
        element: <FieldFrame bar={bar} words={words} />,
        children: [
          {
            ErrorBoundary: Broken,
            // Chunks are already on the device: loading is too fast to show anything.
            HydrateFallback: () => null,
            children: [...routes, { path: "*", element: <Elsewhere /> }],
          },
        ],
      },
    ]),
  );
  useEffect(() => stayInside(router), [router]);
  return <RouterProvider router={router} />;
}

function FieldFrame({ bar, words }: { bar: Bar; words: readonly KindLabels[] }) {
  const who = useWho();
  const me = typeof who === "string" ? null : who;
  return (
    <div className="frame" data-places={me && me.role !== "guest" ? "" : undefined}>
      <a className="button skip" href="#content">
        Skip to content
      </a>
      {bar(me)}
      <main id="content" tabIndex={-1}>
        {me ? (
          <Opened key={`${me.account} ${me.user}`} me={me} words={words} />
        ) : who === "asking" ? null : who === "nowhere" ? (
          <Nowhere />
        ) : (
          <NobodyYet />
        )}
      </main>
    </div>
  );
}

/** The signed-in person: first as saved on this device, then as the server answers. */
function useWho(): Me | "asking" | "unknown" | "nowhere" {
  const [who, setWho] = useState<Me | "asking" | "unknown" | "nowhere">(() => savedMe() ?? "asking");
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const answer = await fetchMe(ME);
      if (isGone) return;
      // Unsent work stays on the device and is sent when the same person signs in again.
      if (answer === "signed-out")
        location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
      else if (answer === "nowhere") setWho(answer);
      else if (answer === "no-answer") setWho((before) => (before === "asking" ? "unknown" : before));
      else {
        saveMe(answer);
        setWho((before) => (JSON.stringify(before) === JSON.stringify(answer) ? before : answer));
      }
    };
    const askAgain = () => void ask();
    askAgain();
    addEventListener("online", askAgain);
    return () => {
      isGone = true;
      removeEventListener("online", askAgain);
    };
  }, []);
  return who;
}

function Opened({ me, words }: { me: Me; words: readonly KindLabels[] }) {
  const opened = useMemo(() => {
    try {
      return openStore({ account: me.account, user: me.user });
    } catch (error) {
      return error instanceof Error ? error.message : "This browser can’t save work offline here.";
    }
  }, [me.account, me.user]);
  useEffect(() => (typeof opened === "string" ? undefined : opened.close), [opened]);
  const { units = "us", currency, role } = me;
  const known = useMemo(
    () => ({ kinds: words, units, currency, isManager: role === "owner" || role === "manager" }),
    [words, units, currency, role],
  );
  if (typeof opened === "string")
    return (
      <Page narrow>
        <PageHeader title="This browser can’t save your work">{opened}</PageHeader>
      </Page>
    );
  return (
    <CurrentUser value={me}>
      <StoreProvider open={opened}>
        <div className="field-state">
          <Page>
            <SyncState />
            <WorkElsewhere who={opened.store.who} />
            <UpdateNotice />
          </Page>
        </div>
        <UnsentCount />
        <BusinessZone value={me.zone}>
          <LabelsContext value={known}>
            <Outlet />
          </LabelsContext>
        </BusinessZone>
      </StoreProvider>
    </CurrentUser>
  );
}

/** For a person removed from their business: their work there is hidden but not lost. */
function Nowhere() {
  const user = savedMe()?.user;
  return (
    <Page narrow>
      <title>You’re not part of a business</title>
      <PageHeader title="You’re not part of a business">
        You left the business or were removed, so its jobs don’t open here anymore. You’ll need a new
        invitation.
      </PageHeader>
      {user ? <WorkElsewhere who={{ account: "", user }} /> : null}
      <LinkButton href="/account/businesses">Your businesses</LinkButton>
    </Page>
  );
}

function NobodyYet() {
  return (
    <Page narrow>
      <PageHeader title="Log in once with a signal">
        Log in once while you have a signal. After that, your jobs open without one.
      </PageHeader>
      <LinkButton href={`/login?next=${encodeURIComponent(location.pathname)}`}>Log In</LinkButton>
    </Page>
  );
}

function Elsewhere() {
  return (
    <Page narrow>
      <title>Page not found</title>
      <PageHeader title="Page not found">The address may be mistyped, or the page was deleted.</PageHeader>
      <LinkButton href="/account/jobs">All jobs</LinkButton>
    </Page>
  );
}

/** Shown when a screen fails: saved work is still on the device. */
function Broken() {
  const error = useRouteError();
  useEffect(() => reportError(error), [error]);
  return (
    <Page narrow>
      <PageHeader title="This screen stopped working">
        What you saved is safe on this device. Reload to continue.
      </PageHeader>
      <Button type="button" onClick={() => location.reload()}>
        Reload
      </Button>
    </Page>
  );
}
