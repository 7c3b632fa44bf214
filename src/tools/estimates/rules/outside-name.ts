/** The name of an estimate for people outside the business, who don't know our name of the job. */
export interface OutsideName {
  /** "Stair rebuild", or "Estimate for Dana Ruiz" if nobody gave it a title of its own. */
  readonly title: string;
  readonly isOwn: boolean;
  /** After “your estimate for”: "Stair rebuild", "14 Elm Street", or "your project". */
  readonly work: string;
  /** Empty if nobody knows. */
  readonly client: string;
}

const isSame = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Names an estimate for its client. One that nobody gave a title has the job's name, which may be private.
 * @param of.title as written
 * @param of.client name; empty if unknown
 * @param of.address of the job
 */
export function outsideName(of: {
  readonly title: string;
  readonly jobName: string;
  readonly client: string;
  readonly address: string | null;
}): OutsideName {
  const { title, jobName, client, address } = of;
  const street = (address ?? "").split(/[,\n]/)[0]!.trim();
  const place = client || street;
  const isTitled = !(isSame(title, jobName) || isSame(title, "Estimate"));
  const isOwn = place === "" || isTitled;
  return {
    ...{ title: isOwn ? title : `Estimate for ${place}`, isOwn, client },
    work: isTitled ? title : street || "your project",
  };
}
