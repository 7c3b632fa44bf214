import type { NamedSource } from "./sources.server.ts";

/** The first rows, with the rest combined into one if there are more. */
export function foldRest(all: readonly NamedSource[], atMost: number): NamedSource[] {
  if (all.length <= atMost) return [...all];
  const rest = all.slice(atMost - 1);
  const sum = (what: "people" | "won" | "cents") => rest.reduce((total, one) => total + one[what], 0);
  return [
    ...all.slice(0, atMost - 1),
    {
      key: "rest",
      name: `${rest.length} others`,
      href: null,
      people: sum("people"),
      won: sum("won"),
      cents: sum("cents"),
    },
  ];
}
