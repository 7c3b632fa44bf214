import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { LinkButton } from "#ui/button.tsx";
import { Row } from "../explainer-parts.tsx";
import { Trail } from "../breadcrumbs.tsx";
import { ScreenPicture } from "../pictures/screen-picture.tsx";
import { WaitlistBlock } from "../waitlist/block.tsx";
import type { loadToolAccess } from "./access.server.ts";
import { STAGE, type Tool } from "./tool.ts";

const whereItStands = {
  invited: (name: string) =>
    `${name} works today, for people we invite from the waitlist. It runs in a recent browser on a phone or computer.`,
  you: (name: string) => `You were invited: ${name} is in your account, and on each of your jobs.`,
  all: (name: string) =>
    `${name} is open to everyone with an account, which costs nothing. It runs in a recent browser on a phone or computer.`,
};

const BRINGS = {
  invited: "Early access brings:",
  you: "Early access brings:",
  all: "All of it is in your account:",
};

/**
 * A tool's page: what it is, with a picture; why; its features; what to do until then; the waitlist.
 * @param picture made by the tool itself
 */
export function ToolPage({
  tool,
  picture,
  today,
}: {
  tool: Tool;
  picture: { readonly src: string; readonly width: number; readonly height: number; readonly alt: string };
  today: { title: string; text: ReactNode };
}) {
  const { to, opens } = useLoaderData<typeof loadToolAccess>();
  return (
    <div className="page">
      <Trail here={tool.name} />
      <h1 className="pt-6 lg:max-w-[16em] lg:pt-8">{tool.heading}</h1>

      <div className="grid items-start gap-x-16 gap-y-12 pt-8 pb-12 lg:grid-cols-3 lg:pt-12 lg:pb-20">
        <div className="max-w-[36rem]">
          <p className="text-lg">{tool.intro}</p>
          <p className="mt-7">
            <LinkButton href={to === "invited" ? "#waitlist" : opens} kind="signal" size="large">
              {to === "invited" ? "Join the Waitlist" : `Open ${tool.name}`}
            </LinkButton>
          </p>
          <p className="mt-6 border-l-2 border-ink pl-4 text-sm text-pencil">
            <b className="text-ink">{STAGE[to]}.</b> {whereItStands[to](tool.name)}
          </p>
        </div>
        <figure className="min-w-0 lg:col-span-2">
          <a href={picture.src}>
            <img
              {...picture}
              alt={picture.alt}
              className="h-auto w-full border border-rule bg-white shadow-sheet"
            />
          </a>
          <figcaption className="mt-3 text-sm text-pencil">
            {tool.shows}, as {tool.name} makes it. The people, the job, and the numbers in it are made up.
          </figcaption>
        </figure>
      </div>

      <Row id="why" title={`Why Use ${tool.name}`}>
        <ul className="grid gap-x-16 gap-y-8 md:grid-cols-2">
          {tool.why.map(([lead, text]) => (
            <li key={lead}>
              <h3>{lead}</h3>
              <p className="mt-2">{text}</p>
            </li>
          ))}
        </ul>
      </Row>

      <Row
        id="features"
        title="Key Features"
        note={
          <>
            <p>{BRINGS[to]}</p>
            <figure className="mt-8 max-w-80">
              <ScreenPicture name={tool.screen[0]} />
              <figcaption className="mt-3 text-sm">
                {tool.screen[1]} From our demo, with made-up people.
              </figcaption>
            </figure>
          </>
        }
      >
        <ul>
          {tool.features.map(([term, text]) => (
            <li
              key={term}
              className="grid gap-x-16 gap-y-1 border-t border-rule py-4 first:border-t-0 first:pt-0 md:grid-cols-2"
            >
              <b className="font-display text-xl leading-tight font-bold [word-spacing:0.06em]">{term}</b>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </Row>

      <Row id="thread" title="One Job, One Record">
        <p className="max-w-measure text-lg">{tool.thread}</p>
      </Row>

      {tool.perfectFor ? (
        <Row id="perfect" title="Perfect for">
          <ul className="grid gap-x-16 gap-y-4 font-display text-2xl font-bold [word-spacing:0.06em] md:grid-cols-3">
            {tool.perfectFor.map((who) => (
              <li key={who} className="border-t-2 border-ink pt-3">
                {who}
              </li>
            ))}
          </ul>
        </Row>
      ) : null}

      <Row id="today" title={today.title} note={<p>No app needed.</p>}>
        <div className="grid max-w-measure gap-4">{today.text}</div>
      </Row>

      <div className="grid gap-x-16 border-t border-rule py-12 lg:grid-cols-3 lg:py-20">
        <p className="max-w-[40rem] font-display text-2xl leading-snug font-semibold [word-spacing:0.06em] lg:col-span-2 lg:col-start-2">
          {tool.closing}
        </p>
      </div>

      <WaitlistBlock
        source={tool.source}
        {...(to === "all"
          ? {
              subtext: `${tool.name} is open now. Join the waitlist and be the first to try what comes next.`,
            }
          : {})}
      />
    </div>
  );
}
