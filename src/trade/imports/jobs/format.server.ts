import { getBusiness } from "#ground/businesses/public.server.ts";
import type { Json } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { readMoney } from "#platform/money/money.ts";
import { firstPhone, phoneCountry } from "#platform/phones/phone.ts";
import { formatLongDate } from "#trade/fieldwork/public.ts";
import { LONGEST_JOB } from "#trade/jobs/public.server.ts";
import { knownPeople } from "#trade/leads/public.server.ts";
import { lineOf } from "../format/columns.ts";
import { dayIn } from "../format/dates.ts";
import type { ImportFormat, ImportRow } from "../format/format.ts";
import { statusIn } from "./status.ts";

/** The kind of a job’s record. */
export const JOB = "jobs.job";

/** A column “Archived” instead of a status. */
const ARCHIVED: Readonly<Record<string, string>> = { true: "archived", false: "active" };

/** Parts of an address, in the order in which they are written. */
const ADDRESS = ["street", "street2", "city", "state", "zip"] as const;

/**
 * Jobs of another product. Jobber’s columns are those of its reports of one-off jobs and of its import
 * of jobs;
 * CompanyCam’s are the fields of a project in its API. Other lists are read by the words of their headers.
 */
export const jobsFormat: ImportFormat = {
  id: "jobs",
  label: "Jobs or projects",
  nouns: ["job", "jobs"],
  order: 0,
  isOnJob: false,
  exports: [
    { program: "Jobber", heads: ["Job #", "Client name"] },
    { program: "Jobber", heads: ["Job #", "Title"] },
    { program: "Jobber", heads: ["Job Title", "Client First Name", "Client Last Name"] },
    { program: "CompanyCam", heads: ["Project ID", "Project Name", "Street Address 1"] },
    { program: "CompanyCam", heads: ["Project Name", "Street Address 1", "Postal Code"] },
    { program: "Raken", heads: ["Project Name", "Project Number", "Project Status"] },
  ],
  columns: [
    {
      name: "number",
      label: "Number or ID",
      words: [/^(job|project) (number|no|id)$/, /^job$/, /^(id|number|no)$/],
    },
    {
      name: "name",
      label: "Job name",
      words: [/^(job|project) (title|name)$/, /^title$/, /^(project|job name|site)$/, /^name$/],
      isRequired: true,
    },
    {
      name: "client",
      label: "Client",
      words: [/^(client|customer)( full)? name$/, /^(client|customer)$/, /^contact name$/],
    },
    {
      name: "first",
      label: "Client’s first name",
      words: [/^(client|customer) first name$/, /^first name$/],
    },
    { name: "last", label: "Client’s last name", words: [/^(client|customer) last name$/, /^last name$/] },
    {
      name: "email",
      label: "Client’s email",
      words: [/^(client|customer|contact) e ?mail( address)?$/, /^e ?mails?( address)?$/],
    },
    {
      name: "phone",
      label: "Client’s phone",
      words: [/^(client|customer|contact|main) phone( number| s)?$/, /^phone( number)?$/],
    },
    {
      name: "street",
      label: "Address",
      words: [
        /^(service|property|job|site|project) (street( 1| address)?|address( 1)?)$/,
        /^(street )?address( 1| line 1)?$/,
        /^street( 1)?$/,
      ],
    },
    {
      name: "street2",
      label: "Address, second line",
      words: [/^((service|property) )?street 2$/, /^(street )?address (line )?2$/],
    },
    { name: "city", label: "City", words: [/^(service|property|job|site|project) city$/, /^city$/] },
    {
      name: "state",
      label: "State",
      words: [/^(service|property|job|site|project) (state|province)$/, /^(state|province)$/],
    },
    {
      name: "zip",
      label: "ZIP code",
      words: [/^(service|property|job|site|project) (zip|postal)( code)?$/, /^(zip|postal)( ?code)?$/],
    },
    {
      name: "latitude",
      label: "Latitude",
      words: [/^(coordinates? )?lat(itude)?$/, /^project lat(itude)?$/],
    },
    {
      name: "longitude",
      label: "Longitude",
      words: [/^(coordinates? )?(lon|lng|long)(gitude)?$/, /^project lon(gitude)?$/],
    },
    { name: "status", label: "Status", words: [/^(job|project) status$/, /^status$/, /^archived$/] },
    {
      name: "start",
      label: "Start",
      words: [/^(scheduled )?start( date)?$/, /^(job|project) start( date)?$/, /^starts on$/],
    },
    {
      name: "finish",
      label: "Finish",
      words: [
        /^(scheduled )?(end|finish|completion)( date)?$/,
        /^(closed|completed) date$/,
        /^(job|project) end( date)?$/,
      ],
    },
    {
      name: "total",
      label: "Price",
      words: [
        /^(total|contract sum|contract value|price|amount)( $)?$/,
        /^(job|quoted) (total|value)( \$)?$/,
      ],
    },
  ],
  read([row], options) {
    const client = lineOf(
      row.of("client") || [row.of("first"), row.of("last")].filter(Boolean).join(" "),
      LONGEST_JOB.clientName,
    );
    const address = lineOf(addressOf(row), LONGEST_JOB.address);
    const number = row.of("number");
    const name = lineOf(row.of("name"), LONGEST_JOB.name) ?? nameOf(number, client, address);
    if (!name) return { problem: "This row has no name, client, or address." };
    const start = dayIn(row.of("start"), options);
    const finish = dayIn(row.of("finish"), options);
    const status = statusIn(ARCHIVED[row.of("status").toLowerCase()] ?? row.of("status"));
    const cents = readMoney(row.of("total"));
    const position = positionOf(row);
    const left = [
      ...(start === undefined ? [`the start “${row.of("start")}”`] : []),
      ...(finish === undefined ? [`the finish “${row.of("finish")}”`] : []),
      ...(status === undefined ? [`the status “${row.of("status")}”`] : []),
      ...(cents === undefined ? [`the price “${row.of("total")}”`] : []),
    ];
    return {
      key: number || JSON.stringify([name, address, client, start ?? null]),
      title: name,
      details: [client, address, start && formatLongDate(start)].filter(Boolean).join(" · "),
      leftOut: left.length > 0 ? left.join(", ") : undefined,
      isJob: true,
      job: { name, address },
      async writes(ctx, { id }) {
        const email =
          row
            .of("email")
            .split(/[,;\s]+/)
            .find((one) => /^\S+@\S+\.\S+$/.test(one)) ?? null;
        const leadId = await findClient(ctx, { email, phone: row.of("phone") });
        const sets: Record<string, Json> = { name, status: status ?? "planned" };
        const optional: Readonly<Record<string, Json | undefined>> = {
          ...{ address, position, startsOn: start, finishesOn: finish, contractCents: cents },
          ...(leadId === null
            ? {
                clientName: client,
                clientPhone: lineOf(row.of("phone"), LONGEST_JOB.clientPhone),
                clientEmail: email?.slice(0, LONGEST_JOB.clientEmail) ?? null,
              }
            : { leadId }),
        };
        for (const [field, value] of Object.entries(optional))
          if (value !== null && value !== undefined) sets[field] = value;
        return [{ id, kind: JOB, sets }];
      },
    };
  },
};

const addressOf = (row: ImportRow): string => {
  const [street, street2, city, state, zip] = ADDRESS.map((part) => row.of(part));
  return [[street, street2].filter(Boolean).join(" "), city, [state, zip].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
};

/** For a job without a title, as Jobber allows. */
const nameOf = (number: string, client: string | null, address: string | null): string | null =>
  lineOf(
    [client ?? address ?? "", number ? `Job ${number}` : ""].filter(Boolean).join(", "),
    LONGEST_JOB.name,
  );

function positionOf(row: ImportRow): Json {
  const [lat, lon] = [row.of("latitude"), row.of("longitude")].map((text) =>
    text === "" ? Number.NaN : Number(text),
  ) as [number, number];
  // 0, 0 is what programs write for no place.
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0);
  return isPlace ? { lat, lon, accuracy: null, by: "hand" } : null;
}

/** The person with this email address or phone number who is here already. */
async function findClient(
  ctx: AccountContext,
  { email, phone }: { readonly email: string | null; readonly phone: string },
): Promise<string | null> {
  const read = phone ? firstPhone(phone, phoneCountry((await getBusiness(ctx)).zone)) : null;
  const keys = [email?.toLowerCase(), read && "number" in read ? read.number : undefined].filter(
    (key) => key !== undefined,
  );
  const { leads } = await knownPeople(ctx, keys);
  return keys.map((key) => leads.get(key)).find((lead) => lead !== undefined) ?? null;
}
