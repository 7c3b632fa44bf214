/**
 * A time during which a zone's wall clock runs evenly, in epoch milliseconds: from `since` until before
 * `until`, `offset` ahead of UTC.
 */
export interface Stretch {
  readonly since: number;
  readonly until: number;
  readonly offset: number;
}

// Looking up a zone's rules is slow next to everything else here; a process meets a few stretches of each
// zone.
const known = new Map<string, Stretch[]>();

/**
 * How a zone's wall clock runs at a moment.
 * @throws RangeError for a zone that does not exist
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
  // The change before the next one, rather than before the moment: a moment may itself be a change.
  const next = local.getTimeZoneTransition("next");
  const since = (next ?? local.add({ nanoseconds: 1 })).getTimeZoneTransition("previous");
  return {
    since: since?.epochMilliseconds ?? -Infinity,
    until: next?.epochMilliseconds ?? Infinity,
    offset: local.offsetNanoseconds / 1_000_000,
  };
}
