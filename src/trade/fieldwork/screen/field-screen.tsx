import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import type { LocalDraft } from "#ground/sync/public.tsx";
import type { Announcer } from "../form/announce.tsx";
import { useDrafts } from "../form/draft.ts";
import type { Person } from "../people/person.ts";

export interface Screen {
  readonly job: string;
  /** IANA zone of the job. */
  readonly zone: string;
  /** Everyone who may appear as an author. */
  readonly people: readonly Person[];
  /** A guest may only change what they wrote. */
  readonly isOwnBusiness: boolean;
  readonly tell: Announcer;
}

const ScreenContext = createContext<Screen | null>(null);

// Contexts of their own, because they change with every keystroke and a screen may show hundreds of entries.
const DraftsContext = createContext<readonly LocalDraft[]>([]);
const OpenFormsContext = createContext<ReadonlySet<string>>(new Set());
const ReportOpenContext = createContext<(of: string, isOpen: boolean) => void>(() => undefined);

/**
 * The frame of every screen of one job: what its parts need to know, and the drafts of its forms. Shows
 * nothing until the drafts are loaded, so that a form opens with what was typed before.
 */
export function FieldScreen({
  job,
  zone,
  people,
  isOwnBusiness,
  tell,
  children,
}: Screen & { children: ReactNode }) {
  const screen = useMemo(
    () => ({ job, zone, people, isOwnBusiness, tell }),
    [job, zone, people, isOwnBusiness, tell],
  );
  const drafts = useDrafts(job);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const reportOpen = useCallback(
    (of: string, isOpen: boolean) =>
      setOpen((before) => new Set(isOpen ? [...before, of] : [...before].filter((one) => one !== of))),
    [],
  );
  if (!drafts) return null;
  return (
    <ScreenContext value={screen}>
      <ReportOpenContext value={reportOpen}>
        <OpenFormsContext value={open}>
          <DraftsContext value={drafts}>{children}</DraftsContext>
        </OpenFormsContext>
      </ReportOpenContext>
    </ScreenContext>
  );
}

/** @throws {Error} outside a `FieldScreen` */
export function useScreen(): Screen {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error("This is only shown inside a FieldScreen.");
  return screen;
}

/** The drafts of the job's forms, latest first. */
export const useScreenDrafts = (): readonly LocalDraft[] => useContext(DraftsContext);

/** Drafts whose form isn't open on this screen. */
export function useUnfinished(): readonly LocalDraft[] {
  const open = useContext(OpenFormsContext);
  return useScreenDrafts().filter(({ of }) => !open.has(of));
}

/** Leaves the draft of an open form out of the unfinished ones. */
export function useOpenForm(of: string): void {
  const report = useContext(ReportOpenContext);
  useEffect(() => {
    report(of, true);
    return () => report(of, false);
  }, [report, of]);
}
