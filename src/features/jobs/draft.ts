import { useMemo } from "react";
import { useStore } from "#features/sync/public.tsx";
import { DRAFT } from "#ui/field-worker.ts";

/** What was typed and not saved yet, by the names of fields. It is on this device alone, and gone when its author signs out. */
export interface Draft {
  read(): Readonly<Record<string, string>>;
  keep(values: Readonly<Record<string, string>>): void;
  drop(): void;
}

/** Keeps what somebody types from being lost with a tab that the phone throws away. @param of what it is of: a job, a day, a kind of entry */
export function useDraft(of: string): Draft {
  const { account, user } = useStore().who;
  return useMemo(() => {
    const key = `${DRAFT}${account} ${user} ${of}`;
    return {
      read() {
        try {
          const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
          const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
          return Object.fromEntries(entries.filter((one): one is [string, string] => typeof one[1] === "string"));
        } catch {
          return {};
        }
      },
      keep(values) {
        const said = Object.entries(values).filter(([, value]) => value !== "");
        try {
          if (said.length > 0) localStorage.setItem(key, JSON.stringify(Object.fromEntries(said)));
          else localStorage.removeItem(key);
        } catch {
          // No room: it is on the screen still.
        }
      },
      drop: () => localStorage.removeItem(key),
    };
  }, [account, user, of]);
}

/** The words of a form by the names of their fields; a box is "on" where it is checked. */
export const typedIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** Puts a draft back into a form that was just opened. */
export function putBack(form: HTMLFormElement, draft: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(draft)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "on";
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
      field.value = value;
  }
}
