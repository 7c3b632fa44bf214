/** The answer of `GET /account/field/leads`. */
export interface FoundLeads {
  /** Tells our answer from a captive portal's page with status 200. */
  readonly plumbline: 1;
  readonly leads: readonly {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly phone: string | null;
  }[];
}

/** Leads that match the words; null when the server can't be reached. */
export async function findLeads(words: string, signal: AbortSignal): Promise<FoundLeads["leads"] | null> {
  try {
    const answer = await fetch(`/account/field/leads?q=${encodeURIComponent(words)}`, {
      redirect: "error",
      cache: "no-store",
      signal,
    });
    const found = (await answer.json()) as Partial<FoundLeads>;
    return found.plumbline === 1 ? (found.leads ?? []) : null;
  } catch {
    return null;
  }
}
