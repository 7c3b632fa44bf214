import { formatNumber } from "#ui/bars.tsx";
import { Section } from "#ui/layout.tsx";
import { Table } from "#ui/table.tsx";
import type { ImportView } from "../view.server.ts";

/** What isn’t imported, or not all of it, and why. @param all how many aren’t imported */
export function Problems({ problems, all }: { problems: ImportView["problems"]; all: number }) {
  if (problems.length === 0) return null;
  const more = all - problems.filter(({ isTaken }) => !isTaken).length;
  return (
    <Section title="Rows with a problem" id="wrong">
      <div className="mt-6">
        <Table
          caption="Rows with a problem"
          rows={problems.map((problem, at) => ({ ...problem, at }))}
          rowKey={(row) => String(row.at)}
          columns={[
            { label: "Where", cell: (row) => <span className="wrap-anywhere">{row.where}</span> },
            { label: "What", cell: (row) => <span className="wrap-anywhere">{row.title || "–"}</span> },
            { label: "Why", cell: (row) => <span className="wrap-anywhere">{row.problem}</span> },
            { label: "Result", cell: (row) => (row.isTaken ? "Imported without it" : "Left out") },
          ]}
        />
        {more > 0 ? <p className="mt-2">And {formatNumber(more)} more.</p> : null}
      </div>
    </Section>
  );
}
