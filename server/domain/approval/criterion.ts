/** The criterion of an issue that is a person's words about an output which they denied. */
export const BY_PERSON = 'approval';
