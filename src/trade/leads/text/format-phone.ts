/** A stored number as people of its country read it: `(303) 555-0142`, or as it is. */
export function phoneWords(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : number;
}
