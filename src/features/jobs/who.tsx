import { useStore } from "#features/sync/public.tsx";

/** Somebody of the business. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Whose it is, in words. */
export function nameOf(id: string | null, people: readonly Person[], own: string): string {
  if (id === own) return "you";
  return people.find((one) => one.id === id)?.name ?? (id === null ? "a client" : "a colleague");
}

export function Who({ id, people }: { id: string | null; people: readonly Person[] }) {
  const { who } = useStore();
  return <span className="job-who">by {nameOf(id, people, who.user)}</span>;
}
