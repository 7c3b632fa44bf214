import { dayWords } from "#platform/time/format.ts";
import { nameOfState, type UsState } from "./us-states.ts";

/** Who the work is for, and where they agree to it. */
export const SOLD_AT = ["home", "away", "office", "business"] as const;
export type SoldAt = (typeof SOLD_AT)[number];
export const SOLD_AT_LABELS: Readonly<Record<SoldAt, string>> = {
  home: "A homeowner, at their home",
  away: "A homeowner, away from my office, such as at a home show",
  office: "A homeowner, at my office",
  business: "A business",
};

/** What a price is checked by. Money is in cents. */
export interface Deal {
  /** Where the work is done; null if its address doesn't say. */
  readonly state: UsState | null;
  readonly total: number;
  /** Due before the work begins. */
  readonly deposit: number;
  /** Null if nobody said; then rules for homes are shown. */
  readonly soldAt: SoldAt | null;
  /** Whether our documents show a license number; null if this device can't know. */
  readonly hasLicense: boolean | null;
}

/** A rule of law that we remind of. It never blocks anything, and it is not legal advice. */
export interface Rule {
  readonly id: string;
  readonly place: UsState | "US";
  /** Plain words. */
  readonly text: string;
  readonly citation: string;
  /** The address of the text that we read. */
  readonly source: string;
  /** The year of that text; null if it is undated. */
  readonly year: number | null;
  /** "2026-11-28". */
  readonly dateRead: string;
  /** Whether it asks for the notice of cancellation, which `cancel/` makes. */
  readonly asksForNotice?: true;
  applies(deal: Deal): boolean;
  /** The highest deposit for a total, both in cents. */
  readonly mostDeposit?: (total: number) => number;
}

const isForHome = ({ soldAt }: Deal): boolean => soldAt !== "business";

const third = (total: number): number => Math.floor(total / 3);

/** A limit to the deposit, for totals over `over` cents. */
const limitsDeposit = (mostDeposit: (total: number) => number, over = 0) => ({
  mostDeposit,
  applies: (deal: Deal) => isForHome(deal) && deal.total > over && deal.deposit > mostDeposit(deal.total),
});

/** A missing license number, for totals over `over` cents. */
const wantsLicense = (over = 0) => ({
  applies: (deal: Deal) => isForHome(deal) && deal.hasLicense === false && deal.total > over,
});

/** Something to write down, for totals over `over` cents. */
const wantsContract = (over: number) => ({ applies: (deal: Deal) => isForHome(deal) && deal.total > over });

const FTC_AT_HOME = 25_00;
const FTC_AWAY = 130_00;

/** Each with the text it was read in; what no source confirmed isn't here (docs/decisions/0052). */
const READ: readonly Omit<Rule, "dateRead">[] = [
  {
    id: "us-cancel",
    place: "US",
    text: "If your client agrees to this at home, they can cancel until midnight of the third business day. Give them the notice and two copies of the cancellation form, in the language you used for the sale. Saturdays count; Sundays and federal holidays don’t.",
    citation: "16 CFR 429.1 (FTC Cooling-Off Rule)",
    source: "https://www.ecfr.gov/current/title-16/chapter-I/subchapter-D/part-429",
    year: 2024,
    asksForNotice: true,
    applies: ({ soldAt, total }) =>
      soldAt === "away" ? total >= FTC_AWAY : (soldAt === "home" || soldAt === null) && total >= FTC_AT_HOME,
  },
  {
    id: "ca-deposit",
    place: "CA",
    text: "A down payment on home improvement can’t be more than $1,000 or 10% of the price, whichever is less.",
    citation: "Bus. & Prof. Code § 7159.5(a)(3)",
    source: "https://legiscan.com/CA/text/AB559/2025",
    year: 2025,
    ...limitsDeposit((total) => Math.min(1000_00, Math.floor(total / 10))),
  },
  {
    id: "ca-contract",
    place: "CA",
    text: "Home improvement over $500 needs a written contract with the state’s own notices and a schedule of payments. An approved estimate alone isn’t that contract.",
    citation: "Bus. & Prof. Code § 7159",
    source: "https://www.blakelawca.com/articles/busandprofcode",
    year: null,
    ...wantsContract(500_00),
  },
  {
    id: "ca-cancel",
    place: "CA",
    text: "Your client can cancel a home improvement contract within three business days, or five if they’re 65 or older. As of 2026, they can also cancel by email. The notice you can open here has California’s wording.",
    citation: "Bus. & Prof. Code § 7159(e)(6), Civ. Code § 1689.6",
    source: "https://calmatters.digitaldemocracy.org/bills/ca_202520260ab1327",
    year: 2025,
    asksForNotice: true,
    applies: (deal) => isForHome(deal) && deal.soldAt !== "office" && deal.total > 500_00,
  },
  {
    id: "ca-license",
    place: "CA",
    text: "A licensed contractor’s number belongs on every contract and proposal, and you haven’t added yours in Settings.",
    citation: "Bus. & Prof. Code § 7030.5, Board Rule 861",
    source: "https://www.constructionequipment.com/kalbs-q-california-contractors-3",
    year: 2010,
    // Not only for homes.
    applies: ({ hasLicense }) => hasLicense === false,
  },
  {
    id: "md-deposit",
    place: "MD",
    text: "A deposit on home improvement can’t be more than a third of the price, and only after the contract is signed.",
    citation: "Bus. Reg. § 8-617",
    source: "https://law.justia.com/codes/maryland/2005/gbr/8-617.html",
    year: 2005,
    ...limitsDeposit(third),
  },
  {
    id: "md-license",
    place: "MD",
    text: "A home improvement contract names your address, phone and MHIC license number. You haven’t added your license number in Settings.",
    citation: "Bus. Reg. § 8-501(c)",
    source: "https://www.dllr.state.md.us/license/mhic/mhiccontracts.shtml",
    year: 2016,
    ...wantsLicense(),
  },
  {
    id: "ma-deposit",
    place: "MA",
    text: "Over $1,000, a deposit can’t be more than a third of the price, or what special-order materials cost if that’s more.",
    citation: "M.G.L. c. 142A § 2(a)(6)",
    source: "https://malegislature.gov/Bills/192/S2569.Html",
    year: 2018,
    ...limitsDeposit(third, 1000_00),
  },
  {
    id: "ma-license",
    place: "MA",
    text: "Over $1,000, residential work needs a written contract with your registration number. You haven’t added yours in Settings.",
    citation: "M.G.L. c. 142A § 2(a)(2)",
    source:
      "https://www.boston.gov/departments/consumer-affairs-and-licensing/home-improvement-and-contracting-tips",
    year: null,
    ...wantsLicense(1000_00),
  },
  {
    id: "me-deposit",
    place: "ME",
    text: "Over $3,000, the down payment on a home can’t be more than a third of the price, and the contract must be in writing and signed by both.",
    citation: "10 M.R.S. § 1487",
    source: "https://mainelegislature.org/legis/statutes/10/title10sec1487.html",
    year: 2003,
    ...limitsDeposit(third, 3000_00),
  },
  {
    id: "pa-deposit",
    place: "PA",
    text: "Over $5,000, a deposit can’t be more than a third of the price plus what special-order materials cost.",
    citation: "73 P.S. § 517.9",
    source: "https://legalclarity.org/how-much-can-a-contractor-ask-for-up-front-in-pa",
    year: null,
    ...limitsDeposit(third, 5000_00),
  },
  {
    id: "pa-license",
    place: "PA",
    text: "Over $500, home improvement contracts show your registration number (PA…). You haven’t added yours in Settings.",
    citation: "73 P.S. § 517.6",
    source:
      "https://www.attorneygeneral.gov/resources/home-improvement-contractor-registration/contractor-frequently-asked-questions/",
    year: null,
    ...wantsLicense(500_00),
  },
  {
    id: "ny-escrow",
    place: "NY",
    text: "Money you get before the work is substantially done goes into an escrow account at a New York bank within five business days.",
    citation: "Lien Law § 71-a(4)",
    source:
      "https://daviscantor.com/2023/03/01/suing-your-home-improvement-contractor-new-york-lien-law-section-71-a-escrow-funds/",
    year: 2023,
    applies: (deal) => isForHome(deal) && deal.deposit > 0,
  },
  {
    id: "ny-license",
    place: "NY",
    text: "A home improvement contract shows your license number where your city or county licenses contractors. You haven’t added yours in Settings.",
    citation: "Gen. Bus. Law § 771(1)(a)",
    source: "https://nysenate.gov/legislation/laws/GBS/771",
    year: 2021,
    ...wantsLicense(500_00),
  },
  {
    id: "nj-license",
    place: "NJ",
    text: "Over $500, a home improvement contract is in writing, signed by both, and shows your registration number. You haven’t added yours in Settings.",
    citation: "N.J.S.A. 56:8-151",
    source: "http://dundean.com/contractor_license.shtml",
    year: 2004,
    ...wantsLicense(500_00),
  },
  {
    id: "ct-license",
    place: "CT",
    text: "A home improvement contract is in writing and shows your registration number, or it can’t be enforced. You haven’t added yours in Settings.",
    citation: "Conn. Gen. Stat. § 20-429(a)",
    source: "https://www.lawserver.com/law/state/connecticut/ct-laws/connecticut_statutes_20-429",
    year: null,
    ...wantsLicense(200_00),
  },
  {
    id: "wa-disclosure",
    place: "WA",
    text: "At $1,000 or more, give your client the state’s disclosure statement, with your registration number and bond, before work starts.",
    citation: "RCW 18.27.114",
    source: "http://app.leg.wa.gov/WAC/default.aspx?cite=296-200A-300",
    year: 2024,
    applies: (deal) => isForHome(deal) && deal.total >= 1000_00,
  },
  {
    id: "az-license",
    place: "AZ",
    text: "Over $1,000, the contract is in writing and shows your license number, the completion date and the amount of the deposit. You haven’t added your license number in Settings.",
    citation: "A.R.S. § 32-1158",
    source: "https://www.lang.law/blog/contract-owner",
    year: 2022,
    ...wantsLicense(1000_00),
  },
  {
    id: "or-license",
    place: "OR",
    text: "Over $2,000, residential work needs a written contract with your CCB license number. You haven’t added yours in Settings.",
    citation: "ORS 701.305, OAR 812-012-0110",
    source: "https://oregon.public.law/rules/oar_812-012-0110",
    year: 2024,
    ...wantsLicense(2000_00),
  },
];

const DATE_READ = "2026-11-28";

export const RULES: readonly Rule[] = READ.map((rule) => ({ ...rule, dateRead: DATE_READ }));

/** A rule that a price may touch, ready to be shown. */
export interface Reminder {
  readonly id: string;
  readonly text: string;
  readonly citation: string;
  readonly source: string;
  /** "2024 text, read Nov 28, 2026". */
  readonly edition: string;
  /** The highest deposit at this price, in cents; null if it isn't about that. */
  readonly mostDeposit: number | null;
  /** Whether it asks for the notice of cancellation. */
  readonly asksForNotice: boolean;
}

/**
 * The rules that any of these prices may touch, state rules only where the job is known to be.
 * @param deals one for each choice that a client has; all in one state
 */
export function remindersOf(deals: readonly Deal[]): Reminder[] {
  return RULES.flatMap((rule) => {
    const deal = deals.find((one) => (rule.place === "US" || rule.place === one.state) && rule.applies(one));
    if (!deal) return [];
    const { id, text, citation, source, year, dateRead, mostDeposit } = rule;
    const read = dayWords(Temporal.PlainDate.from(dateRead));
    const edition = `${year === null ? "undated copy" : `${year} text`}, read ${read}`;
    return [
      {
        ...{ id, text, citation, source, edition },
        ...{ mostDeposit: mostDeposit?.(deal.total) ?? null, asksForNotice: rule.asksForNotice === true },
      },
    ];
  });
}

/** "Worth checking in California". */
export const headingOf = (state: UsState | null): string =>
  state === null ? "Worth checking" : `Worth checking in ${nameOfState(state)}`;
