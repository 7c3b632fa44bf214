import { allOf, ask, type Finding, found } from "./finding.ts";
import { type CaseAnswers, EXCEPTIONS, PLACES, QUESTIONS, TRIPS } from "./questions.ts";

const PRESUMED = "It happened where they worked, so OSHA presumes that it is work-related.";

/** 1904.5(b)(6): a trip counts while it serves the business. */
function tripOf({ trip }: CaseAnswers): Finding {
  if (trip === "unknown") return found(null, [], ["trip"]);
  const says = {
    business: "They were traveling or working for the business.",
    hotel: "They had checked in to a hotel and weren't working, which counts like being at home.",
    "hotel-commute": "Going from a hotel to the same job site each day counts like going to work from home.",
    detour: "They were on a side trip for personal reasons.",
  }[trip];
  return found(trip === "business", { cites: TRIPS[trip].cites, says });
}

function placeOf(answers: CaseAnswers): Finding {
  const { place } = answers;
  if (place === "unknown") return found(null, [], ["place"]);
  const { cites } = PLACES[place];
  if (place === "work") return found(true, { cites: "1904.5(a)", says: PRESUMED });
  if (place === "travel") return tripOf(answers);
  // The daily way to work isn't work-related in a company vehicle either (OSHA's letter of April 13, 2015).
  if (place === "commute")
    return found(false, { cites, says: "They were on their usual way to or from work." });
  if (place === "elsewhere") return found(false, { cites, says: "It happened away from work." });
  if (place === "home") {
    return allOf(
      ask(answers, "homePaid", {
        yes: "They were doing paid work at home.",
        no: "They weren't doing paid work at home at that moment.",
      }),
      ask(answers, "homeTask", {
        yes: "The work itself caused it.",
        no: "The home caused it, and not the work.",
      }),
    );
  }
  return ask(answers, "contributed", {
    yes: "Something on the job caused it, contributed to it, or made it significantly worse.",
    no: "Nothing on the job caused it or contributed to it.",
  });
}

/** Whether none of the exceptions applies. */
function exceptionsOf(answers: CaseAnswers): Finding {
  const { exception } = answers;
  if (exception === "none") return found(true);
  // Work-relatedness is presumed unless an exception applies; not knowing is no exception (OSHA's letter of
  // August 26, 2004).
  if (exception === "unknown") return found(true, [], ["exception"]);
  const { cites, label } = EXCEPTIONS[exception];
  const applies = { cites, says: `An exception applies: ${label.charAt(0).toLowerCase()}${label.slice(1)}.` };
  if (exception === "food") {
    if (answers.foodContaminated === "unknown") return found(null, [], ["foodContaminated"]);
    return answers.foodContaminated === "no"
      ? found(false, applies)
      : found(true, { cites, says: "The food was contaminated on the job, or you supplied it." });
  }
  if (exception === "personal-task") {
    if (answers.outsideHours === "unknown") return found(null, [], ["outsideHours"]);
    return answers.outsideHours === "yes"
      ? found(false, applies)
      : found(true, { cites, says: "A personal task counts when it is done in assigned working hours." });
  }
  if (exception === "mental") {
    if (answers.mentalOpinion === "unknown") return found(null, [], ["mentalOpinion"]);
    return answers.mentalOpinion === "no"
      ? found(false, { cites, says: "A mental illness counts only with a doctor's opinion from the person." })
      : found(true, { cites, says: "The person gave you a doctor's opinion that work caused it." });
  }
  return found(false, applies);
}

/** 1904.5(b)(4) and (5): a condition from outside work counts only if work made it significantly worse. */
function preexistingOf(answers: CaseAnswers): Finding {
  if (answers.preexisting === "no") return found(true);
  if (answers.preexisting === "unknown") return found(true, [], ["preexisting"]);
  return ask(answers, "aggravated", {
    yes: "Work made an earlier condition significantly worse.",
    no: "They already had the condition, and work didn't make it significantly worse.",
  });
}

/** 1904.5: whether a case is work-related. */
export const workRelated = (answers: CaseAnswers): Finding =>
  allOf(placeOf(answers), exceptionsOf(answers), preexistingOf(answers));

/** 1904.31 and 1904.46: whether it is a case at all, and yours. */
export const yours = (answers: CaseAnswers): Finding =>
  allOf(
    ask(answers, "supervised", {
      yes: "You employ or supervise this person.",
      no: "Another employer supervises this person and records the case.",
    }),
    ask(answers, "hurt", {
      yes: "The person was injured or became ill.",
      no: "Nobody was injured or became ill.",
    }),
  );

/** 1904.6: whether it is a new case. */
export function newCase(answers: CaseAnswers): Finding {
  const { recordedBefore, newCaseOpinion } = answers;
  const { cites } = QUESTIONS.recordedBefore;
  if (recordedBefore === "no")
    return found(true, { cites, says: "No such case is on your log, so it is new." });
  if (recordedBefore === "unknown") return found(null, [], ["recordedBefore"]);
  if (newCaseOpinion === "unknown") return found(null, [], ["newCaseOpinion"]);
  // Nobody has to ask a doctor, but an opinion that was asked for must be followed: 1904.6(b)(3).
  if (newCaseOpinion !== "none") {
    const isNew = newCaseOpinion === "new";
    const says = isNew ? "A doctor says it is a new case." : "A doctor says it is the earlier case again.";
    return found(isNew, { cites: "1904.6(b)(3)", says });
  }
  return allOf(
    ask(answers, "recovered", {
      yes: "They had recovered completely from the earlier case.",
      no: "They hadn't recovered from the earlier case. Update that case instead.",
    }),
    ask(answers, "newEvent", {
      yes: "Something on the job brought the symptoms back.",
      no: "The symptoms came back on their own. The earlier case is recorded only once.",
    }),
  );
}
