/**
 * A time during which a zone's wall clock runs evenly, in epoch milliseconds: from `since` until before
 * `until`, `offset` ahead of UTC.
 */
export interface Stretch {
  readonly since: number;
  readonly until: number;
  readonly offset: number;
}

// Looking up a zone's rules is slow next to everything else here; a process needs a few stretches of each
// zone.
const known = new Map<string, Stretch[]>();

/**
 * The stretch of a zone's wall clock at an instant.
 * @throws RangeError for an unknown zone
 */
export function stretchAt(zone: string, moment: number): Stretch {
  let stretches = known.get(zone);
  if (!stretches) known.set(zone, (stretches = []));
  const found = stretches.find(({ since, until }) => since <= moment && moment < until);
  if (found) return found;
  const stretch = lookUp(zone, moment);
  stretches.push(stretch);
  return stretch;
}

function lookUp(zone: string, moment: number): Stretch {
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
  // The transition before the next one, instead of before the instant, which may itself be a transition.
  const next = local.getTimeZoneTransition("next");
  const since = (next ?? local.add({ nanoseconds: 1 })).getTimeZoneTransition("previous");
  return {
    since: since?.epochMilliseconds ?? -Infinity,
    until: next?.epochMilliseconds ?? Infinity,
    offset: local.offsetNanoseconds / 1_000_000,
  };
}
