/** A treatment, and whether OSHA counts it as first aid. */
interface TreatmentRule {
  readonly label: string;
  /** Paragraph of 29 CFR. */
  readonly cites: string;
  /** "neither" is no treatment at all: visits to look or to test, 1904.7(b)(5)(i). */
  readonly is: "first aid" | "medical" | "neither";
}

const FIRST_AID = "1904.7(b)(5)(ii)";
/** What isn't on the list of first aid is medical treatment, no matter who gives it: 1904.7(b)(5)(iv). */
const NOT_ON_THE_LIST = "1904.7(b)(5)(iii)";

const firstAid = (paragraph: string, label: string) =>
  ({ label, cites: `${FIRST_AID}(${paragraph})`, is: "first aid" }) as const;
const medical = (cites: string, label: string) => ({ label, cites, is: "medical" }) as const;
const neither = (cites: string, label: string) => ({ label, cites, is: "neither" }) as const;

/** 1904.7(b)(5)(i) and (ii): the closed list of first aid, what goes beyond it, and what is no treatment. */
export const TREATMENTS = {
  "nonprescription-medicine": firstAid("A", "Nonprescription medicine at nonprescription strength"),
  tetanus: firstAid("B", "Tetanus shot"),
  "wound-cleaning": firstAid("C", "Cleaning, flushing or soaking a wound on the skin"),
  "wound-covering": firstAid("D", "Bandages, gauze, butterfly bandages or Steri-Strips"),
  "hot-cold": firstAid("E", "Hot or cold therapy"),
  "soft-support": firstAid("F", "Support without rigid parts: elastic bandage, wrap, back belt"),
  transport: firstAid("G", "Splint, sling, neck collar or backboard only while being taken to care"),
  "nail-or-blister": firstAid("H", "Drilling a nail to relieve pressure, or draining a blister"),
  "eye-patch": firstAid("I", "Eye patch"),
  "eye-swab": firstAid("J", "Taking something out of the eye with water or a cotton swab only"),
  splinter: firstAid("K", "Taking out a splinter (not from the eye) by simple means, such as tweezers"),
  "finger-guard": firstAid("L", "Finger guard"),
  massage: firstAid("M", "Massage"),
  "drinking-fluids": firstAid("N", "Drinking fluids against heat stress"),
  "prescription-medicine": medical(
    `${FIRST_AID}(A)`,
    "Prescription medicine, even as a precaution or if it wasn't taken",
  ),
  "prescription-strength": medical(`${FIRST_AID}(A)`, "Nonprescription medicine at prescription strength"),
  "other-vaccine": medical(`${FIRST_AID}(B)`, "Another vaccine, such as hepatitis B or rabies"),
  "wound-closing": medical(
    `${FIRST_AID}(D)`,
    "Stitches, staples, glue or another device that closes a wound",
  ),
  "rigid-support": medical(`${FIRST_AID}(F)`, "Cast, or a brace or splint with rigid parts"),
  "eye-other": medical(`${FIRST_AID}(J)`, "Taking something out of the eye by other means"),
  "removal-other": medical(`${FIRST_AID}(K)`, "Taking out foreign material by more than simple means"),
  "physical-therapy": medical(
    `${FIRST_AID}(M)`,
    "Physical therapy, exercises for the injury, or chiropractic",
  ),
  "iv-fluids": medical(`${FIRST_AID}(N)`, "Fluids by IV"),
  oxygen: medical(NOT_ON_THE_LIST, "Oxygen, for a person with symptoms"),
  reduction: medical(NOT_ON_THE_LIST, "Putting a dislocated joint back into place"),
  other: medical(NOT_ON_THE_LIST, "Another treatment"),
  observation: neither("1904.7(b)(5)(i)(A)", "A visit only to be observed or counseled"),
  diagnostics: neither("1904.7(b)(5)(i)(B)", "Tests only: X-ray, blood test, eye drops to widen the pupil"),
} as const satisfies Record<string, TreatmentRule>;

export type Treatment = keyof typeof TREATMENTS;

export const TREATMENT_KEYS = Object.keys(TREATMENTS) as readonly Treatment[];

/** Milligrams of a single dose above which a medicine counts as prescription strength (OSHA's FAQ 7-8). */
const PRESCRIPTION_STRENGTH_ABOVE = {
  ibuprofen: 467,
  diphenhydramine: 50,
  naproxen: 220,
  ketoprofen: 25,
} as const;

/** How a single dose of a nonprescription medicine counts. @param milligrams of the dose */
export const treatmentOfDose = (
  medicine: keyof typeof PRESCRIPTION_STRENGTH_ABOVE,
  milligrams: number,
): Treatment =>
  milligrams > PRESCRIPTION_STRENGTH_ABOVE[medicine] ? "prescription-strength" : "nonprescription-medicine";
