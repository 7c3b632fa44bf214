/** Somebody of the business. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Whose it is, in words. @param own id of the person who looks */
export function nameOf(id: string | null, people: readonly Person[], own: string): string {
  if (id === own) return "you";
  return people.find((one) => one.id === id)?.name ?? (id === null ? "a client" : "a colleague");
}
