/** The name that replaces the name of a person who has deleted their data. */
export const DELETED_PERSON_NAME = 'Deleted user'
