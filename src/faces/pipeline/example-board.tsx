const EXAMPLE = [
  { stage: "New", people: [["Rosa Delgado", "added Tuesday"]] },
  { stage: "Talking", people: [["Dana Ruiz", "$4,200"]] },
  { stage: "Quote or appointment", people: [["Lee Park", "$12,800"]] },
  { stage: "Won", people: [["Sam Ortiz", "$9,600"]] },
] as const;

/** An example of the board. */
export function ExampleBoard() {
  return (
    <dl className="grid gap-4 sm:grid-cols-4">
      {EXAMPLE.map(({ stage, people }) => (
        <div key={stage} className="border-t-2 border-ink pt-2">
          <dt className="label">{stage}</dt>
          {people.map(([name, words]) => (
            <dd key={name}>
              <b>{name}</b>
              <span className="block text-sm text-pencil">{words}</span>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
