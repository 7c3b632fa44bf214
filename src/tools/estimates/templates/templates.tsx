import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useRecord, useRecords } from "#ground/sync/public.tsx";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { jobOf, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { Field, Select } from "#ui/field.tsx";
import { ESTIMATE, estimateOf, TEMPLATE } from "../rules/estimate.ts";
import { newestFirst } from "../start/newest-first.ts";
import { OwnTemplate } from "./own-template.tsx";
import { isFound, sharedWords } from "./search.ts";
import { ScopeForm } from "./scope-form.tsx";
import type { NamedScope } from "./scopes.ts";
import { TRADES } from "./trades.ts";

/** Templates to start an estimate from: the business's own, and a scope for each common job. */
export default function Templates({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Templates">
      <Chosen />
    </ToolPage>
  );
}

function Chosen() {
  const { job } = useScreen();
  const [query] = useSearchParams();
  const [scopes, setScopes] = useState<readonly NamedScope[] | null>();
  useEffect(() => {
    void import("./scopes.ts").then(
      ({ scopes: all }) => setScopes(all),
      () => setScopes(null),
    );
  }, []);
  const own = newestFirst(useRecords(TEMPLATE, null) ?? []);
  const id = query.get("of");
  const scope = scopes?.find((one) => one.id === id);
  const record = own.find((one) => one.id === id);
  const all = `/account/job/${job}/estimates/templates`;
  return (
    <>
      {scope ? <ScopeForm key={scope.id} scope={scope} /> : null}
      {record ? (
        <OwnTemplate key={`${record.id} ${estimateOf(record.values).title}`} record={record} all={all} />
      ) : null}
      {scope || record ? (
        <p className="mt-6">
          <Link className="text-link" to={all}>
            All templates
          </Link>
        </p>
      ) : (
        <List
          own={own.map((one) => ({
            id: one.id,
            title: estimateOf(one.values).title,
            isTorn: one.conflicts.length > 0,
          }))}
          scopes={scopes}
        />
      )}
    </>
  );
}

interface Row {
  readonly id: string;
  readonly title: string;
  /** Whether people changed it without having seen each other's change. */
  readonly isTorn?: boolean;
}

function List({ own, scopes }: { own: readonly Row[]; scopes: readonly NamedScope[] | null | undefined }) {
  const [typed, setTyped] = useState("");
  const [trade, setTrade] = useState("");
  const byTrade = useByTrade(scopes ?? []);
  const trades = [...byTrade.keys()];
  const groups: readonly { readonly name: string; readonly rows: readonly Row[] }[] = [
    { name: "Yours", rows: trade === "" ? own.filter(({ title }) => isFound(title, typed)) : [] },
    ...[...byTrade].map(([one, those]) => ({
      name: TRADES[one]!,
      rows: those.filter(
        ({ title, also }) =>
          (trade === "" || trade === one) && isFound(`${title} ${also} ${TRADES[one]}`, typed),
      ),
    })),
  ].filter(({ rows }) => rows.length > 0);
  return (
    <>
      <p className="mb-4 max-w-measure">
        A template fills in the lines, what’s included, and what’s not. You add prices.
      </p>
      <div className="estimate-two mb-6">
        <Field
          name="search"
          label="Search templates"
          type="search"
          unmarked
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Select
          name="trade"
          label="Trade"
          unmarked
          placeholder="All trades"
          value={trade}
          onChange={({ target }) => setTrade(target.value)}
          options={trades.map((one) => ({ value: one, label: TRADES[one]! }))}
        />
      </div>
      {groups.map(({ name, rows }) => (
        <section key={name} aria-label={name}>
          <h2 className="estimate-section">{name}</h2>
          <ul className="estimate-list">
            {rows.map(({ id, title, isTorn }) => (
              <li key={id}>
                <Link className="estimate-list-row" to={`?of=${encodeURIComponent(id)}`}>
                  <b>{title}</b>
                  {isTorn ? <span className="estimate-unpriced">Two versions: choose one</span> : null}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p role="status">
        {scopes === null
          ? "The templates couldn’t be loaded. Check your signal and reload this page."
          : scopes && groups.length === 0
            ? "No template matches. Try one word, such as “deck” or “faucet”."
            : null}
      </p>
    </>
  );
}

/** The scopes by trade: trades used last first, then what the job's name speaks of. */
function useByTrade(scopes: readonly NamedScope[]): Map<string, NamedScope[]> {
  const { job } = useScreen();
  const name = jobOf(job, useRecord("jobs.job", job)?.values ?? {}).name;
  const used = newestFirst(useRecords(ESTIMATE, null) ?? []).map(({ values }) => values["startedFrom"]);
  const rank = ({ trade }: NamedScope) => (used.includes(trade) ? used.indexOf(trade) : used.length);
  const likeness = (scope: NamedScope) => sharedWords(`${scope.title} ${scope.also}`, name);
  return Map.groupBy(
    scopes.toSorted((one, other) => rank(one) - rank(other) || likeness(other) - likeness(one)),
    ({ trade }) => trade,
  );
}
