/** The answer of `GET /account/field/day`. */
export interface DayOf {
  /** Tells our answer from a captive portal's page with status 200. */
  readonly plumbline: 1;
  /** What this person must do, the most urgent first. */
  readonly due: readonly {
    readonly key: string;
    readonly title: string;
    /** The job's name. */
    readonly job: string;
    readonly path: string;
    readonly isLate: boolean;
    /** When, in words. */
    readonly by: string;
  }[];
  /** Today's, in their order. */
  readonly visits: readonly {
    readonly id: string;
    readonly name: string;
    readonly time: string;
    readonly where: string;
    /** Directions to it, in the phone's own map. */
    readonly route: string | null;
  }[];
}

/** The day as the server last said, and when. */
export interface SavedDay extends DayOf {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A saved day; null for none, or one that another version wrote. */
export function savedDayOf(value: unknown): SavedDay | null {
  const day = value as Partial<SavedDay> | null | undefined;
  return day?.plumbline === 1 && Array.isArray(day.due) && Array.isArray(day.visits)
    ? (day as SavedDay)
    : null;
}

/** Asks the server; null when it can't be reached, or for anything but our own answer. */
export async function fetchDay(): Promise<DayOf | null> {
  try {
    const answer = await fetch("/account/field/day", {
      redirect: "error",
      cache: "no-store",
      headers: { Accept: "application/json" },
    });
    return savedDayOf(answer.ok ? await answer.json() : null);
  } catch {
    return null;
  }
}
