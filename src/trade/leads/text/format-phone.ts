/** A stored number for display: U.S. numbers as `(303) 555-0142`, others unchanged. */
export function formatPhone(number: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : number;
}
