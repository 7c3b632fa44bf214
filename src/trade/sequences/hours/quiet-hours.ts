import { CANADA, type Region } from "./area-codes.ts";
import { bothOpen, type Hours, type Span } from "#platform/time/hours.ts";
import {
  alabama,
  isHolidayIn,
  louisiana,
  mississippi,
  pennsylvania,
  rhodeIsland,
  utah,
} from "./state-holidays.ts";

// When the law lets a business text a person, in the recipient's time zone. Some statutes say "telephone
// solicitations" or automatic dialing devices, and courts have not settled whether that covers a text; we
// assume it does, because the stricter reading costs an hour and the other a lawsuit. Entries say so where it
// applies, and where we are unsure of a rule. This cites the law and is not legal advice:
// docs/decisions/0025.

const between = (opens: number, closes: number): Span => ({ opens: opens * 60, closes: closes * 60 });

/** Saturday defaults to the weekday hours, Sunday to Saturday's. */
const hours = (weekday: Span, saturday: Span | null = weekday, sunday: Span | null = saturday): Hours => ({
  week: [weekday, weekday, weekday, weekday, weekday, saturday, sunday],
});

/**
 * The Telephone Consumer Protection Act: no solicitation before 8 a.m. or after 9 p.m. by the called party's
 * clock. 47 CFR 64.1200(c)(1).
 */
export const FEDERAL: Hours = hours(between(8, 21));

const EIGHT_TO_EIGHT = hours(between(8, 20));
const NINE_TO_NINE = hours(between(9, 21));

/** Rules stricter than the federal one. We know of none for the states not listed. */
const STRICTER: Readonly<Partial<Record<Region, Hours>>> = {
  // Ala. Code § 8-19A-14: 8 to 8, not on a Sunday or holiday.
  AL: { ...hours(between(8, 20), between(8, 20), null), isClosed: isHolidayIn(alabama) },
  // Cal. Pub. Util. Code § 2872: automatic dialing devices 9 to 9. Unsettled for texts: the stricter.
  CA: NINE_TO_NINE,
  // Conn. Gen. Stat. § 42-288a, as amended by P.A. 23-98: 9 to 8, texts included.
  CT: hours(between(9, 20)),
  // Fla. Stat. § 501.616(6): 8 to 8, texts included.
  FL: EIGHT_TO_EIGHT,
  // 815 ILCS 305/15: autodialers 9 to 9. Unsettled for texts: the stricter.
  IL: NINE_TO_NINE,
  // Ind. Code § 24-5-14-8: automatic dialing devices 9 to 8. The stricter.
  IN: hours(between(9, 20)),
  // Ky. Rev. Stat. § 367.46955: 10 to 9.
  KY: hours(between(10, 21)),
  // La. Public Service Commission, Do Not Call General Order (La. R.S. 45:844.11 ff.): 8 to 8, not on a
  // Sunday or legal holiday.
  LA: { ...hours(between(8, 20), between(8, 20), null), isClosed: isHolidayIn(louisiana) },
  // Mass. Gen. Laws ch. 159C § 3: 8 to 8.
  MA: EIGHT_TO_EIGHT,
  // Md. Code, Com. Law § 14-4504: 8 to 8.
  MD: EIGHT_TO_EIGHT,
  // 10 M.R.S. § 1498: automated calls 9 to 5 on weekdays. Unsettled for texts: the stricter.
  ME: hours(between(9, 17), null),
  // Mich. Comp. Laws § 484.125: recorded calls not from 9 to 9. The stricter.
  MI: NINE_TO_NINE,
  // Minn. Stat. § 325E.30: automatic dialing devices 9 to 9. The stricter.
  MN: NINE_TO_NINE,
  // Miss. Code § 77-3-723: 8 to 8, not on a Sunday. Holidays are set by the commission, which we are not sure
  // of: the stricter.
  MS: { ...hours(between(8, 20), between(8, 20), null), isClosed: isHolidayIn(mississippi) },
  // N.M. Stat. § 57-12-22: 9 to 9.
  NM: NINE_TO_NINE,
  // Nev. Rev. Stat. § 598.0918: not from 8 p.m. to 9 a.m. Some read 8 a.m.: the stricter.
  NV: hours(between(9, 20)),
  // Okla. Stat. tit. 15 § 775C.4: 8 to 8, texts included.
  OK: EIGHT_TO_EIGHT,
  // Or. Laws 2025, H.B. 3865, from 2026: 8 to 8, texts included.
  OR: EIGHT_TO_EIGHT,
  // 73 P.S. § 2245.2, as amended by Act 52 of 2019: the federal hours, not on a legal holiday.
  PA: { ...FEDERAL, isClosed: isHolidayIn(pennsylvania) },
  // R.I. Gen. Laws § 5-61-3.6: 9 to 6, Saturdays 10 to 5, not on a Sunday or holiday.
  RI: { ...hours(between(9, 18), between(10, 17), null), isClosed: isHolidayIn(rhodeIsland) },
  // S.C. Code § 16-17-446: automated calls 8 to 7; § 37-21-40, for other calls, 8 to 9. The stricter.
  SC: hours(between(8, 19)),
  // S.D. Codified Laws § 37-30A-3: 9 to 9, not on a Sunday.
  SD: hours(between(9, 21), between(9, 21), null),
  // Tex. Bus. & Com. Code § 301.051: 9 to 9, Sundays noon to 9. Texts since S.B. 140 of 2025.
  TX: hours(between(9, 21), between(9, 21), between(12, 21)),
  // Utah Code § 13-25a-103: 8 to 9, not on a Sunday or legal holiday.
  UT: { ...hours(between(8, 21), between(8, 21), null), isClosed: isHolidayIn(utah) },
  // Wash. Rev. Code § 80.36.390, as amended in 2022: 8 to 8.
  WA: EIGHT_TO_EIGHT,
  // Wyo. Stat. § 40-12-302: 8 to 8. We are not sure of the hours: the stricter.
  WY: EIGHT_TO_EIGHT,
};

/**
 * CRTC Unsolicited Telecommunications Rules, Part III, s. 23: 9 to 9:30, weekends 10 to 6. Texts may be
 * exempt: the stricter, and within the TCPA's hours.
 */
const CANADIAN: Hours = bothOpen(hours({ opens: 9 * 60, closes: 21 * 60 + 30 }, between(10, 18)), FEDERAL);

/** When a person in a state or province may be texted; the federal hours if it has no stricter ones. */
export function quietHoursOf(region: Region): Hours {
  const own = CANADA.has(region) ? CANADIAN : STRICTER[region];
  return own ? bothOpen(FEDERAL, own) : FEDERAL;
}
