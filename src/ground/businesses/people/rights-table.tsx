import { Table } from "#ui/table.tsx";
import { type Action, ACTIONS, may, ROLE_LABELS, ROLES } from "../rules.ts";

const ROWS = (Object.keys(ACTIONS) as Action[]).filter((action) => ACTIONS[action].label !== "");
const CAPTION = "What each role can do";

/**
 * The rights of each role, from the same list that screens and database policies use. On a phone each line
 * names its roles, because four columns of yes and no would be too long.
 */
export function RightsTable() {
  return (
    <>
      <div className="max-sm:hidden">
        <Table
          caption={CAPTION}
          rows={ROWS}
          rowKey={(action) => action}
          columns={[
            { label: "What", cell: (action) => ACTIONS[action].label },
            ...ROLES.map((role) => ({
              label: ROLE_LABELS[role].name,
              cell: (action: Action) =>
                may(role, action) ? <b>Yes</b> : <span className="text-pencil">No</span>,
            })),
          ]}
        />
      </div>
      <div className="sm:hidden">
        <Table
          caption={CAPTION}
          rows={ROWS}
          rowKey={(action) => action}
          columns={[
            { label: "What", cell: (action) => ACTIONS[action].label },
            {
              label: "Who",
              cell: (action) =>
                ROLES.filter((role) => may(role, action))
                  .map((role) => ROLE_LABELS[role].name)
                  .join(", "),
            },
          ]}
        />
      </div>
    </>
  );
}
