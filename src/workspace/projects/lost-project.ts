/** Shown when a project disappears while something about it is open. The API does not reveal which of the two it was. */
export const lostProject = 'This project was deleted, or you were removed from it.'
