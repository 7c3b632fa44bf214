import { useStore } from "#ground/sync/public.tsx";
import { nameOf, type Person } from "./person.ts";

export function Who({ id, people }: { id: string | null; people: readonly Person[] }) {
  const { who } = useStore();
  return <span className="job-who">by {nameOf(id, people, who.user)}</span>;
}
