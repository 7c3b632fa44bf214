export interface Person {
  readonly id: string;
  readonly name: string;
  /** They have no access anymore. */
  readonly isFormer?: true;
}

/** "you", "a client" or "a coworker" without a name. @param own the viewer's id */
export function nameOf(id: string | null, people: readonly Person[], own: string): string {
  if (id === own) return "you";
  return people.find((one) => one.id === id)?.name ?? (id === null ? "a client" : "a coworker");
}

/** "Ana Diaz", or "Ana Diaz (no longer on the team)". */
export const describePerson = ({ name, isFormer }: Person): string =>
  isFormer ? `${name} (no longer on the team)` : name;
