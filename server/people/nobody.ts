/** The name that replaces the name of a person who has deleted their data. */
export const NOBODY = 'Deleted user'
