/** The address of a customer's page. The sign-in provider chooses the ids of users. */
export const customerAddress = (id: string) => `/staff/customers/${encodeURIComponent(id)}`
