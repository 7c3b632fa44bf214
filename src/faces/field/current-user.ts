import type { Units } from "#platform/measures/units.ts";

/** The person using this device, and their business. */
export interface Me {
  /** Tells our answer from a captive portal's page with status 200. */
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
  /** People who work in the business, if the user may see them. */
  readonly people: readonly { readonly id: string; readonly name: string }[];
  /**
   * People who wrote in a tool and have since left. Missing on a device that hasn't asked since this was
   * added.
   */
  readonly former?: readonly { readonly id: string; readonly name: string }[];
  /** ISO 4217. */
  readonly currency: string;
  /**
   * The field tools that the business may use. Missing on a device that hasn't asked since this was added.
   */
  readonly tools?: readonly string[];
  /** The business's units of measurement. Missing on a device that hasn't asked since this was added. */
  readonly units?: Units;
  /** People waiting for a reply, as of the last time this device asked. */
  readonly waiting?: number;
}

const KEPT = "field-me";

/** The last person on this device, from storage; null for no one. */
export function savedMe(): Me | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Me | null;
    return kept?.plumbline === 1 ? kept : null;
  } catch {
    return null;
  }
}

/** Names of businesses that a person on this device was in before. */
const BEFORE = "field-before";

function before(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(BEFORE) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The saved name of a business; null if this device doesn't have it. */
export function previousBusiness(account: string): string | null {
  const kept = savedMe();
  const name = kept?.account === account ? kept.business : before()[account];
  return typeof name === "string" && name ? name : null;
}

/** Saves who is signed in. */
export function saveMe(me: Me): void {
  const kept = savedMe();
  if (kept && kept.account !== me.account)
    localStorage.setItem(BEFORE, JSON.stringify({ ...before(), [kept.account]: kept.business }));
  localStorage.setItem(KEPT, JSON.stringify(me));
}

/**
 * Asks the server who is signed in. Anything but our own answer, such as a captive portal's page, counts
 * as no answer.
 * @returns "signed-out" only when our own server says so; "nowhere" for someone who is signed in but no
 * longer in any business
 */
export async function fetchMe(address: string): Promise<Me | "signed-out" | "nowhere" | "no-answer"> {
  try {
    const answer = await fetch(address, {
      redirect: "manual",
      cache: "no-store",
      headers: { Accept: "application/json" },
    });
    // Our server redirects signed-out users to its login, but a captive portal may redirect too. So request
    // something only our server knows.
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
