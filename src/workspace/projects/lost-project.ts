/**
 * Shown when a project disappears while a page or a dialog about it is open. The API does not reveal whether it was
 * deleted or the user was removed from it.
 */
export const lostProject = 'This project was deleted, or you were removed from it.'
