/** Maximum length of a message's fields, in characters as browsers count them. */
export const CONTACT_LIMITS = { name: 120, email: 254, message: 5000 } as const;
