// Industries that OSHA’s recordkeeping rule lists, as the beginnings of their NAICS codes.

const codes = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Appendix A to subpart E of 29 CFR part 1904 (88 FR 47347, July 21, 2023): establishments with 20 to 249
 * employees send form 300A. "31 32 33" is manufacturing. Codes of NAICS 2017.
 */
const SEND_SUMMARY = codes(`
  11 22 23 31 32 33 42
  4413 4421 4422 4441 4442 4451 4452 4522 4523 4533 4542 4543
  4811 4841 4842 4851 4852 4853 4854 4855 4859 4871 4881 4882 4883 4884 4889 4911 4921 4922 4931
  5152 5311 5321 5322 5323 5617 5621 5622 5629
  6219 6221 6222 6223 6231 6232 6233 6239 6242 6243
  7111 7112 7121 7131 7132 7211 7212 7223 8113 8123`);

/**
 * Appendix B to subpart E of 29 CFR part 1904 (88 FR 47348): establishments with 100 employees or more send
 * their cases too. 2381, foundation, structure and building exterior contractors, is the only one of
 * construction.
 */
const SEND_CASES = codes(`
  1111 1112 1113 1114 1119 1121 1122 1123 1129 1133 1141 1142 1151 1152 1153 2213 2381
  3111 3113 3114 3115 3116 3117 3118 3119 3121 3161 3162 3211 3212 3219 3261 3262 3271 3272 3273 3279
  3312 3314 3315 3321 3323 3324 3325 3326 3327 3328 3331 3335 3361 3362 3363 3366 3371 3372 3379
  4231 4233 4235 4239 4244 4248 4413 4422 4441 4442 4451 4522 4523 4533 4543
  4811 4841 4842 4851 4852 4853 4854 4859 4871 4881 4883 4889 4911 4921 4931
  5322 5621 5622 6219 6221 6222 6223 6231 6232 6233 6239 6243 7111 7112 7131 7211 7212 7223`);

/**
 * Appendix A to subpart B of 29 CFR part 1904: partially exempt industries keep no log unless asked in
 * writing. Codes of NAICS 2007; 7225 is what later editions call 7221 and 7222.
 */
const PARTIALLY_EXEMPT = codes(`
  4412 4431 4461 4471 4481 4482 4483 4511 4512 4531 4532 4812 4861 4862 4869 4879 4885
  5111 5112 5121 5122 5151 5172 5173 5179 5181 5182 5191 5211 5221 5222 5223 5231 5232 5239 5241 5242
  5251 5259 5312 5331 5411 5412 5413 5414 5415 5416 5417 5418 5511 5611 5614 5615 5616
  6111 6112 6113 6114 6115 6116 6117 6211 6212 6213 6214 6215 6244
  7114 7115 7213 7221 7222 7224 7225 8112 8114 8121 8122 8131 8132 8133 8134 8139`);

const isIn =
  (list: readonly string[]) =>
  (naics: string): boolean =>
    list.some((code) => naics.startsWith(code));

/** Whether an industry is in appendix A to subpart E. @param naics six digits */
export const sendsSummary = isIn(SEND_SUMMARY);
/** Whether an industry is in appendix B to subpart E. @param naics six digits */
export const sendsCases = isIn(SEND_CASES);
/** Whether an industry is in appendix A to subpart B. @param naics six digits */
export const isPartiallyExempt = isIn(PARTIALLY_EXEMPT);
