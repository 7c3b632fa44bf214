import { useMemo, useState } from "react";
import {
  addToDraft,
  type Change,
  discardDraft,
  type DraftHead,
  draftsOf,
  saveTyped,
  type LocalDraft,
  newLocalId,
  photosOfDraft,
  type Store,
  useStore,
  type Written,
} from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { DRAFT } from "#ui/scripts/field-worker.ts";

type Typed = Readonly<Record<string, string>>;

/** What a form is of, and where it is opened again. See `LocalDraft`. */
export type FormOf = Omit<DraftHead, "id" | "record"> & { readonly record?: string };

/** Most photos in one unfinished form: they are sent with the change that saves it, which may name 100. */
const MOST_PHOTOS = 90;

/** Open drafts of a job, the latest first; undefined until they were looked up. */
export function useDrafts(job: string): readonly LocalDraft[] | undefined {
  const store = useStore();
  return useLive(() => draftsOf(store, job), [store, job]);
}

/**
 * The draft of a form that is open: what is typed and the photos chosen for it, on this device alone until
 * `Save`.
 * @param drafts of the job, looked up before the form is opened
 */
export function useDraft(of: FormOf, drafts: readonly LocalDraft[]): FormDraft {
  const store = useStore();
  const [found] = useState(() => drafts.find((one) => one.of === of.of));
  // For as long as the form is open it is the same one.
  const [head] = useState(of);
  return useMemo(() => new FormDraft(store, head, found), [store, head, found]);
}

/** See `useDraft`. Nothing that it keeps comes back once the form was saved or discarded. */
export class FormDraft {
  private readonly store: Store;
  private head: DraftHead;
  private isBegun: boolean;
  private isClosed = false;
  private pending: Typed | null = null;
  private writing: Promise<void> | null = null;
  private blank: Typed = {};
  private readonly own: Set<string>;
  /** As it was when the form was opened; undefined where there was none. */
  readonly found: LocalDraft | undefined;
  /** What was typed before there were drafts beside photos; see `legacyKey`. */
  readonly typed: Typed;

  constructor(store: Store, of: FormOf, found: LocalDraft | undefined) {
    this.store = store;
    this.found = found;
    this.isBegun = found !== undefined;
    this.typed = found?.typed ?? legacyTyped(store, of.of);
    this.own = new Set(found ? photosOfDraft(found) : []);
    this.head = found ?? { ...of, id: newLocalId(), record: of.record ?? newLocalId() };
  }

  /** Of the draft, to show its photos by. */
  get id(): string {
    return this.head.id;
  }

  /** Id of the record that saving makes or changes. */
  get record(): string {
    return this.head.record;
  }

  /** How many photos it has. */
  get photoCount(): number {
    return this.own.size;
  }

  /** Puts what was typed back into a form that was just opened. Called once, before anything is typed. */
  open(form: HTMLFormElement): void {
    this.blank = typedIn(form);
    putBack(form, this.typed);
  }

  /**
   * Keeps what is typed. Returns right away: the last words of many are written once the ones before them
   * are.
   * @param record where saving goes to another one than before
   */
  keep(typed: Typed, record: string = this.head.record): void {
    if (this.isClosed) return;
    this.head = { ...this.head, record };
    this.pending = typed;
    this.writing ??= this.flush().finally(() => (this.writing = null));
  }

  private async flush(): Promise<void> {
    for (let typed = this.pending; typed !== null && !this.isClosed; typed = this.pending) {
      this.pending = null;
      if (!this.isBegun && isSame(typed, this.blank)) continue;
      try {
        // Saved in another tab meanwhile: what is typed here is another one.
        if (!(await saveTyped(this.store, this.head, typed, this.isBegun))) {
          this.head = { ...this.head, id: newLocalId(), ...(this.head.saw ? {} : { record: newLocalId() }) };
          await saveTyped(this.store, this.head, typed, false);
        }
        this.isBegun = true;
        localStorage.removeItem(legacyKey(this.store, this.head.of));
      } catch {
        // No room: it is on the screen still.
      }
    }
  }

  /**
   * Keeps photos, or where they were taken, as part of the draft; once it was saved, as part of the record.
   * As `Store.write`.
   */
  readonly write = async (change: Change, photos: readonly Blob[] = []): Promise<Written> => {
    if (this.isClosed) return await this.store.write({ ...change, record: this.head.record }, photos);
    if (this.own.size + photos.length > MOST_PHOTOS)
      throw new Error(`One entry holds ${MOST_PHOTOS} photos. Save this one, then add the rest to another.`);
    const written = await addToDraft(this.store, this.head, change, photos);
    this.isBegun = true;
    for (const sha256 of written.media) this.own.add(sha256);
    return written;
  };

  /** Waits until what was typed is on the disk. @returns what `Change.draft` takes */
  async settled(): Promise<string> {
    while (this.writing) await this.writing;
    return this.head.id;
  }

  /** The form was saved: `Store.write` did the rest. */
  close(): void {
    this.isClosed = true;
    this.pending = null;
    localStorage.removeItem(legacyKey(this.store, this.head.of));
  }

  /** The form was saved, and is empty for another record. */
  next(record: string): void {
    this.pending = null;
    localStorage.removeItem(legacyKey(this.store, this.head.of));
    this.head = { ...this.head, id: newLocalId(), record };
    this.isBegun = false;
    this.own.clear();
  }

  /** Throws away what was typed, and the photos chosen for it. */
  async discard(): Promise<void> {
    this.close();
    while (this.writing) await this.writing;
    await discardDraft(this.store, this.head.id);
  }
}

const isSame = (one: Typed, other: Typed): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (name) => (one[name] ?? "") === (other[name] ?? ""),
  );

// Devices that come back after months have words of forms where they were kept before.
const legacyKey = ({ who: { account, user } }: Store, of: string): string =>
  `${DRAFT}${account} ${user} ${of}`;

function legacyTyped(store: Store, of: string): Typed {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(legacyKey(store, of)) ?? "{}");
    const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter((one): one is [string, string] => typeof one[1] === "string"));
  } catch {
    return {};
  }
}

/** The words of a form by the names of their fields; a box is "on" where it is checked. */
const typedIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

/** Keeps what a form holds now. */
export const saveFormDraft = (draft: FormDraft, form: HTMLFormElement | null): void => {
  if (form) draft.keep(typedIn(form));
};

/** Puts a draft back into a form that was just opened. */
function putBack(form: HTMLFormElement, typed: Typed): void {
  if (Object.keys(typed).length === 0) return;
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      field.checked = typed[field.name] === "on";
  for (const [name, value] of Object.entries(typed)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") continue;
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    )
      field.value = value;
  }
}
