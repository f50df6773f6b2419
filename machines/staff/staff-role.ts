/** Whether the roles include the role of the company's own staff, who work on the requests of all customers. */
export const isStaff = (roles: readonly string[]) => roles.includes('staff')
