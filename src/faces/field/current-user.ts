import type { Units } from "#platform/measures/units.ts";

/** Who works on this device, and where. */
export interface Me {
  /** Tells our answer from what a captive portal says with 200. */
  readonly plumbline: 1;
  readonly account: string;
  readonly user: string;
  readonly name: string;
  readonly role: string;
  /** The one job of a guest. */
  readonly job: string | null;
  readonly business: string | null;
  /** IANA zone of the business. */
  readonly zone: string | null;
  /** Who works in the business, for those who may know it. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /**
   * Who wrote in a log and works there no more. Missing on a device that has not asked since they are told.
   */
  readonly former?: readonly { readonly id: string; readonly name: string }[];
  /** ISO 4217. */
  readonly currency: string;
  /**
   * Words of the field tools that the business may use. Missing on a device that has not asked since they are
   * told.
   */
  readonly tools?: readonly string[];
  /** What the business measures in. Missing on a device that has not asked since it is told. */
  readonly units?: Units;
}

const KEPT = "field-me";

/** Who was here last, as this device remembers; null for nobody. */
export function savedMe(): Me | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Me | null;
    return kept?.plumbline === 1 ? kept : null;
  } catch {
    return null;
  }
}

/** What businesses were called that somebody on this device was in before. */
const BEFORE = "field-before";

function before(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(BEFORE) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What a business was called, as this device remembers it; null where it does not. */
export function previousBusiness(account: string): string | null {
  const kept = savedMe();
  const name = kept?.account === account ? kept.business : before()[account];
  return typeof name === "string" && name ? name : null;
}

/** Remembers who is here. */
export function saveMe(me: Me): void {
  const kept = savedMe();
  if (kept && kept.account !== me.account)
    localStorage.setItem(BEFORE, JSON.stringify({ ...before(), [kept.account]: kept.business }));
  localStorage.setItem(KEPT, JSON.stringify(me));
}

/**
 * Asks the server who is signed in. Anything but our own answer, such as a captive portal's page, counts as
 * no answer.
 * @returns "signed-out" only when our own server says so; "nowhere" for who is signed in and in no business
 * any more
 */
export async function fetchMe(address: string): Promise<Me | "signed-out" | "nowhere" | "no-answer"> {
  try {
    const answer = await fetch(address, {
      redirect: "manual",
      cache: "no-store",
      headers: { Accept: "application/json" },
    });
    // Our server leads whoever is signed out to its login; so may a portal lead to its own. Ask what only
    // ours knows.
    if (answer.type === "opaqueredirect" || answer.status === 401)
      return (await isOurs()) ? "signed-out" : "no-answer";
    const me = (await answer.json()) as Partial<Me> & { readonly code?: unknown };
    if (me.plumbline === 1 && me.code === "no_business") return "nowhere";
    return me.plumbline === 1 ? (me as Me) : "no-answer";
  } catch {
    return "no-answer";
  }
}

const isOurs = async (): Promise<boolean> => {
  const answer = await fetch("/livez", { redirect: "error", cache: "no-store" });
  return answer.ok && (await answer.text()) === "ok\n";
};
