import { useEffect, useRef, useState } from "react";
import { newLocalId, useStore } from "#ground/sync/public.tsx";
import { describeFailure, useScreen } from "#trade/fieldwork/public.tsx";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Icon } from "#ui/icons.tsx";
import { StatusLine } from "#ui/messages.tsx";
import { isOtherShape, LONGEST, MOST, type Plan, readPages } from "../rules.ts";
import { type SavedPages, savePages, showVersion } from "./save-version.ts";
import { openSource, type PageSource } from "./sources.ts";

type Step =
  | { readonly is: "choosing" }
  | { readonly is: "opening" }
  | { readonly is: "naming"; readonly source: PageSource }
  | { readonly is: "saving"; readonly source: PageSource; readonly saved: number; readonly of: number }
  | { readonly is: "asking"; readonly source: PageSource; readonly pages: SavedPages };

/**
 * Adds a plan, or a version of one: a PDF’s pages or pictures.
 * @param replaced the plan that gets a new version
 */
export function AddVersion({ replaced }: { replaced?: { readonly id: string; readonly plan: Plan } }) {
  const { job, tell } = useScreen();
  const store = useStore();
  const [step, setStep] = useState<Step>({ is: "choosing" });
  const [why, setWhy] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [title, setTitle] = useState("");
  const [level, setLevel] = useState("");
  const [range, setRange] = useState("");
  const saving = useRef<AbortController>(null);
  useEffect(() => () => saving.current?.abort(), []);
  const source = "source" in step ? step.source : undefined;
  useEffect(() => () => source?.close(), [source]);
  const stop = () => {
    saving.current?.abort();
    setFault(undefined);
    setStep({ is: "choosing" });
  };
  const fail = (error: unknown) => {
    stop();
    setWhy(describeFailure(error));
  };
  const choose = async (files: FileList | null) => {
    if (!files?.length) return;
    tell.clear();
    setWhy(undefined);
    setStep({ is: "opening" });
    try {
      const opened = await openSource([...files]);
      setTitle(opened.name.slice(0, LONGEST.title));
      setLevel("");
      setRange(opened.count > MOST.pages ? "" : `1-${opened.count}`);
      setStep({ is: "naming", source: opened });
    } catch (error) {
      fail(error);
    }
  };
  const target = useRef({ job, plan: replaced?.id ?? newLocalId() });
  const show = async (pages: SavedPages, from: PageSource, isFresh: boolean) => {
    const head = { title: title.trim(), ...(level.trim() ? { level: level.trim() } : {}) };
    const file = from.name.slice(0, LONGEST.file);
    await showVersion(store, target.current, pages, { file, isFresh, ...(replaced ? {} : { head }) });
    target.current = { job, plan: replaced?.id ?? newLocalId() };
    stop();
    tell.done(replaced ? "The new version shows now." : `${title.trim()} is on this job now.`);
  };
  const save = async (from: PageSource) => {
    const numbers = from.count === 1 ? [1] : readPages(range, from.count);
    const problem = !numbers
      ? `Type pages from 1 to ${from.count}, such as 1-3, 8.`
      : numbers.length > MOST.pages
        ? `At most ${MOST.pages} pages. Leave some out.`
        : undefined;
    setFault(problem);
    setWhy(undefined);
    if (!numbers || problem) return;
    saving.current = new AbortController();
    const { signal } = saving.current;
    try {
      const pages = await savePages(
        store,
        target.current,
        from,
        numbers,
        (saved) => signal.aborted || setStep({ is: "saving", source: from, saved, of: numbers.length }),
        signal,
      );
      if (!pages) return;
      const [latest] = replaced?.plan.versions ?? [];
      if (latest && isOtherShape(latest.pages, pages.pages)) setStep({ is: "asking", source: from, pages });
      else await show(pages, from, false);
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  };
  return (
    <div className="plan-add">
      <label className="button chooser" data-kind={replaced ? "plain" : "signal"}>
        <Icon name="plus" />
        {replaced ? "New version" : "Add a plan"}
        <input
          type="file"
          className="sr-only"
          accept="application/pdf,image/*"
          multiple
          disabled={step.is !== "choosing"}
          onChange={({ target: input }) => {
            void choose(input.files);
            // Choosing the same file again fires a change event.
            input.value = "";
          }}
        />
      </label>
      {step.is === "choosing" && !replaced ? <p className="field-hint">A PDF or pictures.</p> : null}
      {step.is === "opening" ? <p role="status">Opening…</p> : null}
      {step.is === "naming" ? (
        <form
          className="plan-form"
          onSubmit={(event) => {
            event.preventDefault();
            void save(step.source);
          }}
        >
          {replaced ? null : (
            <>
              <Field
                name="title"
                label="Name of the plan"
                required
                maxLength={LONGEST.title}
                value={title}
                onChange={({ target: input }) => setTitle(input.value)}
              />
              <Field
                name="level"
                label="Level"
                hint="Such as Basement or Level 2."
                maxLength={LONGEST.level}
                value={level}
                onChange={({ target: input }) => setLevel(input.value)}
              />
            </>
          )}
          {step.source.count > 1 ? (
            <Field
              name="pages"
              label={`Pages, of ${step.source.count}`}
              hint="Such as 1-3, 8. Leave out what you don’t need on site."
              required
              value={range}
              error={fault}
              onChange={({ target: input }) => {
                setRange(input.value);
                setFault(undefined);
              }}
            />
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button type="submit">{replaced ? `Use ${step.source.name}` : "Save"}</Button>
            <Button type="button" kind="quiet" onClick={stop}>
              Cancel
            </Button>
          </div>
        </form>
      ) : null}
      {step.is === "saving" ? (
        <div className="plan-form">
          <p role="status">
            {step.of === 1 ? "Saving…" : `Saving page ${step.saved + 1} of ${step.of}…`} Keep this screen
            open.
          </p>
          <progress aria-label="Pages saved" value={step.saved} max={step.of} />
          <div>
            <Button type="button" kind="quiet" onClick={stop}>
              Cancel
            </Button>
          </div>
        </div>
      ) : null}
      {step.is === "asking" ? (
        <div className="plan-form" role="group" aria-label="Keep the pins?">
          <p>
            The new version has another shape, so its pins may end up in other spots. Keep them where they
            were, measured from the edges?
          </p>
          <div className="flex flex-wrap gap-2">
            {([false, true] as const).map((isFresh) => (
              <Button
                key={String(isFresh)}
                type="button"
                kind={isFresh ? "plain" : "chalk"}
                onClick={() => void show(step.pages, step.source, isFresh).catch(fail)}
              >
                {isFresh ? "Start without pins" : "Keep the pins"}
              </Button>
            ))}
            <Button type="button" kind="quiet" onClick={stop}>
              Cancel
            </Button>
          </div>
          <p className="field-hint">Nothing is lost: the earlier version shows its pins either way.</p>
        </div>
      ) : null}
      <StatusLine kind="error">{why}</StatusLine>
    </div>
  );
}
