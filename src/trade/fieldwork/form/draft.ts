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

/** See `LocalDraft`. */
export type FormOf = Omit<DraftHead, "id" | "record"> & { readonly record?: string };

/** They are sent with the change that saves the form, which may name 100. */
const MOST_PHOTOS = 90;

/** Latest first; undefined while loading. */
export function useDrafts(job: string): readonly LocalDraft[] | undefined {
  const store = useStore();
  return useLive(() => draftsOf(store, job), [store, job]);
}

/**
 * The draft of an open form, on this device only until saved.
 * @param drafts of the job, loaded before the form opens
 */
export function useDraft(of: FormOf, drafts: readonly LocalDraft[]): FormDraft {
  const store = useStore();
  const [found] = useState(() => drafts.find((one) => one.of === of.of));
  // The same while the form is open, even if `of` changes.
  const [head] = useState(of);
  return useMemo(() => new FormDraft(store, head, found), [store, head, found]);
}

/** Once the form is saved or discarded, nothing of its draft reappears. */
export class FormDraft {
  private readonly store: Store;
  private head: DraftHead;
  private isStored: boolean;
  private isClosed = false;
  private pending: Typed | null = null;
  private writing: Promise<void> | null = null;
  private blank: Typed = {};
  private readonly own: Set<string>;
  /** The draft when the form opened. */
  readonly found: LocalDraft | undefined;
  /** To restore: from the draft, or what a tab that was closed hadn't stored; see `unstoredKey`. */
  readonly typed: Typed;

  constructor(store: Store, of: FormOf, found: LocalDraft | undefined) {
    this.store = store;
    this.found = found;
    this.isStored = found !== undefined;
    // What was typed last and isn't stored yet is newer than the draft.
    this.typed = unstoredTyped(store, of.of) ?? found?.typed ?? {};
    this.own = new Set(found ? photosOfDraft(found) : []);
    this.head = found ?? { ...of, id: newLocalId(), record: of.record ?? newLocalId() };
  }

  get id(): string {
    return this.head.id;
  }

  /** Id of the record that saving creates or changes. */
  get record(): string {
    return this.head.record;
  }

  get photoCount(): number {
    return this.own.size;
  }

  /** Restores typed values. Call once, before anything is typed. */
  open(form: HTMLFormElement): void {
    this.blank = formValues(form);
    restoreValues(form, this.typed);
    if (unstoredTyped(this.store, this.head.of)) saveFormDraft(this, form);
  }

  /**
   * Doesn't wait: while one write runs, only the latest values are queued.
   */
  save(typed: Typed): void {
    if (this.isClosed) return;
    this.pending = typed;
    this.keepUnstored(typed);
    this.writing ??= this.flush().finally(() => (this.writing = null));
  }

  /** At once: a write to the database doesn't finish in a tab that is closed or killed right after a key. */
  private keepUnstored(typed: Typed): void {
    try {
      localStorage.setItem(unstoredKey(this.store, this.head.of), JSON.stringify(typed));
    } catch {
      // It is full; the database may still have room.
    }
  }

  /** Unless something newer was typed since. */
  private forgetUnstored(): void {
    if (this.pending === null) localStorage.removeItem(unstoredKey(this.store, this.head.of));
  }

  /** Saving will go to another record. */
  moveTo(record: string): void {
    this.head = { ...this.head, record };
  }

  private async flush(): Promise<void> {
    for (let typed = this.pending; typed !== null && !this.isClosed; typed = this.pending) {
      this.pending = null;
      if (!this.isStored && isSame(typed, this.blank)) {
        this.forgetUnstored();
        continue;
      }
      try {
        // Saved in another tab meanwhile, so these values start a new draft.
        if (!(await saveTyped(this.store, this.head, typed, this.isStored))) {
          this.head = { ...this.head, id: newLocalId(), ...(this.head.saw ? {} : { record: newLocalId() }) };
          await saveTyped(this.store, this.head, typed, false);
        }
        this.isStored = true;
        this.forgetUnstored();
      } catch {
        // Storage is full; the text is still on the screen.
      }
    }
  }

  /** Like `Store.write`, into the draft, or into the record once the form was saved. */
  readonly write = async (change: Change, photos: readonly Blob[] = []): Promise<Written> => {
    if (this.isClosed) return await this.store.write({ ...change, record: this.head.record }, photos);
    if (this.own.size + photos.length > MOST_PHOTOS)
      throw new Error(`One entry holds ${MOST_PHOTOS} photos. Save this one, then add the rest to another.`);
    const written = await addToDraft(this.store, this.head, change, photos);
    this.isStored = true;
    for (const sha256 of written.media) this.own.add(sha256);
    return written;
  };

  /** Waits until typed text is on disk. @returns the id for `Change.draft` */
  async settled(): Promise<string> {
    while (this.writing) await this.writing;
    return this.head.id;
  }

  /** Call after saving; `Store.write` has removed the draft. */
  close(): void {
    this.isClosed = true;
    this.pending = null;
    this.forgetUnstored();
  }

  /** Call after saving, for another record in the same form. */
  next(record: string): void {
    this.pending = null;
    this.forgetUnstored();
    this.head = { ...this.head, id: newLocalId(), record };
    this.isStored = false;
    this.own.clear();
  }

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

// Older versions stored typed text here alone, and a device may come back after months.
const unstoredKey = ({ who: { account, user } }: Store, of: string): string =>
  `${DRAFT}${account} ${user} ${of}`;

/** Null for nothing. */
function unstoredTyped(store: Store, of: string): Typed | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(unstoredKey(store, of)) ?? "{}");
    const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
    const typed = entries.filter((one): one is [string, string] => typeof one[1] === "string");
    return typed.length > 0 ? Object.fromEntries(typed) : null;
  } catch {
    return null;
  }
}

/** By field name; a checked box is "on". */
const formValues = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

export const saveFormDraft = (draft: FormDraft, form: HTMLFormElement | null): void => {
  if (form) draft.save(formValues(form));
};

function restoreValues(form: HTMLFormElement, typed: Typed): void {
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
